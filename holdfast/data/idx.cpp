#include "holdfast/data/idx.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/binary.hpp"
#include "holdfast/data/columns.hpp"

namespace holdfast {
namespace {

constexpr std::size_t magic_size = 4;
constexpr std::size_t extent_size = 4;

std::optional<binary::Number> number_type(char code) {
  switch (code) {
    case 0x08: return binary::Number::u1;
    case 0x09: return binary::Number::i1;
    case 0x0B: return binary::Number::i2;
    case 0x0C: return binary::Number::i4;
    case 0x0D: return binary::Number::f4;
    case 0x0E: return binary::Number::f8;
    default: return std::nullopt;
  }
}

}  // namespace

bool is_idx(std::string_view bytes) {
  return bytes.size() >= magic_size && bytes[0] == 0 && bytes[1] == 0 && number_type(bytes[2]);
}

Matrix read_idx(std::string_view bytes, const std::string& path) {
  const auto fail = [&](const std::string& what) -> void {
    throw InvalidInput(fmt::format("{}: {}", path, what));
  };
  const binary::Number type = *number_type(bytes[2]);
  const std::size_t dimensions = static_cast<unsigned char>(bytes[3]);
  if (dimensions == 0) fail("the IDX header gives 0 dimensions; at least 1 is needed");
  const std::size_t header = magic_size + dimensions * extent_size;
  if (bytes.size() < header) {
    fail(fmt::format("the IDX header of {} dimensions takes {} bytes, the file has {}", dimensions,
                     header, bytes.size()));
  }
  std::vector<std::size_t> extents;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const char* at = bytes.data() + magic_size + d * extent_size;
    extents.push_back(binary::decode<std::uint32_t>(at, std::endian::big));
  }
  const std::string_view payload = bytes.substr(header);
  const auto count = binary::product_within(extents, payload.size());
  if (count == 0)
    fail(fmt::format("the IDX shape {} holds no number", binary::shape_text(extents)));
  if (!count || *count * binary::size_of(type) != payload.size()) {
    fail(fmt::format(
        "the IDX shape {} of {}-byte numbers does not fit the {} bytes after the header",
        binary::shape_text(extents), binary::size_of(type), payload.size()));
  }
  return matrix_from_rows(extents[0], *count / extents[0],
                          binary::decode_all(payload, type, std::endian::big));
}

}  // namespace holdfast
