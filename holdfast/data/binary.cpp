#include "holdfast/data/binary.hpp"

namespace holdfast::binary {
namespace {

template <class T>
std::vector<double> decode_as(std::string_view bytes, std::endian order) {
  std::vector<double> numbers(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<double>(decode<T>(bytes.data() + i * sizeof(T), order));
  }
  return numbers;
}

std::vector<double> decode_booleans(std::string_view bytes) {
  std::vector<double> numbers(bytes.size());
  std::transform(bytes.begin(), bytes.end(), numbers.begin(),
                 [](char byte) { return byte == 0 ? 0.0 : 1.0; });
  return numbers;
}

}  // namespace

std::vector<double> decode_all(std::string_view bytes, Number type, std::endian order) {
  switch (type) {
    case Number::boolean: return decode_booleans(bytes);
    case Number::i1: return decode_as<std::int8_t>(bytes, order);
    case Number::i2: return decode_as<std::int16_t>(bytes, order);
    case Number::i4: return decode_as<std::int32_t>(bytes, order);
    case Number::i8: return decode_as<std::int64_t>(bytes, order);
    case Number::u1: return decode_as<std::uint8_t>(bytes, order);
    case Number::u2: return decode_as<std::uint16_t>(bytes, order);
    case Number::u4: return decode_as<std::uint32_t>(bytes, order);
    case Number::u8: return decode_as<std::uint64_t>(bytes, order);
    case Number::f4: return decode_as<float>(bytes, order);
    case Number::f8: return decode_as<double>(bytes, order);
  }
  return {};
}

std::optional<std::size_t> product_within(std::span<const std::size_t> factors, std::size_t limit) {
  if (std::find(factors.begin(), factors.end(), 0) != factors.end()) return 0;
  std::size_t product = 1;
  for (const std::size_t factor : factors) {
    if (factor > limit / product) return std::nullopt;
    product *= factor;
  }
  return product;
}

std::string shape_text(std::span<const std::size_t> extents) {
  std::string text;
  for (const std::size_t extent : extents) {
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  }
  return text.empty() ? "a single number" : text;
}

}  // namespace holdfast::binary
