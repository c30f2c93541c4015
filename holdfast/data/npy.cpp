#include "holdfast/data/npy.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/binary.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/npy_header.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct NumberFormat {
  binary::Number type;
  std::endian order;
};

[[noreturn]] void fail_npy(const std::string& path, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", path, what));
}

/// Splits the file into the dictionary and what follows it.
std::pair<std::string_view, std::string_view> split(std::string_view bytes,
                                                    const std::string& path) {
  constexpr std::size_t version_at = magic.size();
  constexpr std::size_t length_at = version_at + 2;
  if (bytes.size() <= length_at) fail_npy(path, "the NPY file ends within its header");
  const int version = static_cast<unsigned char>(bytes[version_at]);
  if (version < 1 || version > 3) {
    fail_npy(path, fmt::format("NPY version {} is not known; 1, 2 and 3 are", version));
  }
  const std::size_t length_size = version == 1 ? 2 : 4;
  const std::size_t header_at = length_at + length_size;
  if (bytes.size() < header_at) fail_npy(path, "the NPY file ends within its header");
  const char* length_bytes = bytes.data() + length_at;
  const std::size_t length = version == 1
                                 ? binary::decode<std::uint16_t>(length_bytes, std::endian::little)
                                 : binary::decode<std::uint32_t>(length_bytes, std::endian::little);
  if (length > bytes.size() - header_at) {
    fail_npy(path, fmt::format("the NPY header claims {} bytes, but only {} follow", length,
                               bytes.size() - header_at));
  }
  return {bytes.substr(header_at, length), bytes.substr(header_at + length)};
}

NumberFormat number_format(const std::string& descr, const std::string& path) {
  constexpr std::array<std::string_view, 11> names = {"b1", "i1", "i2", "i4", "i8", "u1",
                                                      "u2", "u4", "u8", "f4", "f8"};
  const std::string_view text = descr;
  const std::string_view order = text.substr(0, text.empty() ? 0 : 1);
  const auto name = std::find(names.begin(), names.end(), text.substr(order.size()));
  if (name == names.end() || std::string_view("<>=|").find(order) == std::string_view::npos) {
    fail_npy(path,
             fmt::format("NPY numbers of type {} are not supported; save them as float64 (<f8), "
                         "float32, a boolean or an integer type",
                         text::excerpt(descr)));
  }
  const auto type = static_cast<binary::Number>(name - names.begin());
  if (order == "|" && binary::size_of(type) > 1) {
    fail_npy(path,
             fmt::format("the NPY type {} lacks the byte order, < or >", text::excerpt(descr)));
  }
  const std::endian endian = order == ">"   ? std::endian::big
                             : order == "<" ? std::endian::little
                                            : std::endian::native;
  return {type, endian};
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(magic); }

std::vector<double> read_npy_vector(std::string_view bytes, const std::string& path) {
  const auto [dictionary, payload] = split(bytes, path);
  const NpyHeader header = parse_npy_header(dictionary, path);
  const NumberFormat format = number_format(header.descr, path);
  const std::size_t size = binary::size_of(format.type);
  if (header.shape.size() != 1 || payload.size() % size != 0 ||
      payload.size() / size != header.shape[0]) {
    fail_npy(path, fmt::format("an array of one dimension is expected, not {} of type {}",
                               binary::shape_text(header.shape), header.descr));
  }
  return binary::decode_all(payload, format.type, format.order);
}

std::string read_npy_text(std::string_view bytes, const std::string& path) {
  const auto [dictionary, payload] = split(bytes, path);
  const NpyHeader header = parse_npy_header(dictionary, path);
  if (!header.shape.empty() || header.descr.find_first_of("SU") == std::string::npos)
    fail_npy(path, fmt::format("a text is expected, not {}", text::excerpt(header.descr)));
  std::string letters(payload);
  std::erase(letters, '\0');  // padding, and the high bytes of plain letters in UTF-32
  return letters;
}

NpyRows::NpyRows(std::string_view bytes, const std::string& path) {
  const auto [dictionary, payload] = split(bytes, path);
  const NpyHeader header = parse_npy_header(dictionary, path);
  const NumberFormat format = number_format(header.descr, path);
  const auto& shape = header.shape;
  const std::string shape_text = binary::shape_text(shape);
  if (shape.empty() || shape.size() > 2) {
    fail_npy(path, fmt::format("the NPY array has {} dimensions ({}); 1 or 2 are needed",
                               shape.size(), shape_text));
  }
  const auto count = binary::product_within(shape, payload.size());
  if (count == 0) fail_npy(path, fmt::format("the NPY array of shape {} is empty", shape_text));
  if (!count || *count * binary::size_of(format.type) != payload.size()) {
    fail_npy(path,
             fmt::format("the NPY shape {} of type {} does not fit the {} bytes after the header",
                         shape_text, header.descr, payload.size()));
  }
  payload_ = payload;
  rows_ = shape[0];
  cols_ = *count / rows_;
  type_ = static_cast<int>(format.type);
  big_endian_ = format.order == std::endian::big;
  fortran_order_ = header.fortran_order;
}

Matrix NpyRows::read(std::size_t first, std::size_t count) const {
  const auto type = static_cast<binary::Number>(type_);
  const std::size_t size = binary::size_of(type);
  const auto decoded = [&](std::size_t begin, std::size_t numbers) {
    return binary::decode_all(payload_.substr(begin * size, numbers * size), type,
                              big_endian_ ? std::endian::big : std::endian::little);
  };
  if (!fortran_order_) return matrix_from_rows(count, cols_, decoded(first * cols_, count * cols_));
  if (count == rows_) return {rows_, cols_, decoded(0, rows_ * cols_)};
  std::vector<double> columns;
  columns.reserve(count * cols_);
  for (std::size_t j = 0; j < cols_; ++j) {
    const auto column = decoded(j * rows_ + first, count);
    columns.insert(columns.end(), column.begin(), column.end());
  }
  return {count, cols_, std::move(columns)};
}

Matrix read_npy(std::string_view bytes, const std::string& path) {
  const NpyRows rows(bytes, path);
  return rows.read(0, rows.count());
}

}  // namespace holdfast
