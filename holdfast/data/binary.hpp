#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Steps that the binary formats share.
namespace holdfast::binary {

enum class Number { boolean, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8 };

constexpr std::size_t size_of(Number type) {
  constexpr std::array<std::size_t, 11> sizes = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

template <class T>
T decode(const char* bytes, std::endian order) {
  std::array<char, sizeof(T)> ordered;
  std::memcpy(ordered.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(ordered.begin(), ordered.end());
  return std::bit_cast<T>(ordered);
}

/// All numbers of `bytes`, whose size is a multiple of the number's.
std::vector<double> decode_all(std::string_view bytes, Number type, std::endian order);

/// The product, or nothing if it exceeds `limit`.
std::optional<std::size_t> product_within(std::span<const std::size_t> factors, std::size_t limit);

/// "2 x 3" for messages.
std::string shape_text(std::span<const std::size_t> extents);

}  // namespace holdfast::binary
