#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/data/files.hpp"

namespace holdfast::paper {

inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>((number >> static_cast<unsigned>(shift)) & 0xFFU));
  }
  return bytes;
}

/// Files in the format of MNIST: `each` square images of every digit, the digits taking turns.
/// `shade` gives the byte of a pixel of an image.
inline void write_image_files(
    const testing::ScratchFolder& folder, const std::string& prefix, std::uint32_t each,
    std::uint32_t side, const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& shade) {
  const std::uint32_t count = 10 * each;
  std::string images = big_endian(0x803) + big_endian(count) + big_endian(side) + big_endian(side);
  std::string labels = big_endian(0x801) + big_endian(count);
  for (std::uint32_t image = 0; image < count; ++image) {
    for (std::uint32_t pixel = 0; pixel < side * side; ++pixel) {
      images += static_cast<char>(shade(image, pixel));
    }
    labels += static_cast<char>(image % 10);
  }
  folder.file(prefix + "-images-idx3-ubyte", images);
  folder.file(prefix + "-labels-idx1-ubyte", labels);
}

}  // namespace holdfast::paper
