#include "paper/mnist.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "holdfast/core/errors.hpp"
#include "tests/data/files.hpp"
#include "tests/paper/image_files.hpp"

namespace holdfast::paper {
namespace {

/// `each` images of 2 x 2 pixels of every digit. The first pixel numbers the image, from `first`;
/// the second is its digit.
void write_images(const testing::ScratchFolder& folder, const std::string& prefix,
                  std::uint32_t each, std::uint32_t first) {
  write_image_files(folder, prefix, each, 2, [&](std::uint32_t image, std::uint32_t pixel) {
    return pixel == 0 ? first + image : pixel == 1 ? image % 10 : 0;
  });
}

class MnistTest : public ::testing::Test {
 protected:
  MnistTest() {
    write_images(folder_, "train", 6, 0);
    write_images(folder_, "t10k", 4, 100);
  }
  /// Which images these are.
  static std::set<int> numbers(const Images& images) {
    std::set<int> found;
    for (const double pixel : images.pixels.column(0)) {
      found.insert(static_cast<int>(pixel * 255.0 + 0.5));
    }
    return found;
  }

  testing::ScratchFolder folder_;
};

TEST_F(MnistTest, DrawsTheRightNumberOfEachDigit) {
  const Mnist mnist(folder_.path(""));
  const ImageSplit split = mnist.draw(0, 0, 5, 3);
  EXPECT_EQ(split.train.pixels.rows(), 50U);
  EXPECT_EQ(split.test.pixels.rows(), 30U);
  for (int digit = 0; digit < 10; ++digit) {
    EXPECT_EQ(std::ranges::count(split.train.digits, digit), 5);
    EXPECT_EQ(std::ranges::count(split.test.digits, digit), 3);
  }
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(split.train.pixels(i, 1) * 255.0, split.train.digits[i]) << "images keep their label";
  }
}

TEST_F(MnistTest, KeepsTrainingAndTestFilesApartWhereTheySuffice) {
  const Mnist mnist(folder_.path(""));
  ASSERT_FALSE(mnist.pools(5, 3));
  const ImageSplit split = mnist.draw(0, 0, 5, 3);
  EXPECT_LT(*numbers(split.train).rbegin(), 60);
  EXPECT_GE(*numbers(split.test).begin(), 100);
}

TEST_F(MnistTest, PoolsASampleThatWouldGiveTheSameTrialsOtherwise) {
  const Mnist mnist(folder_.path(""));
  ASSERT_TRUE(mnist.pools(6, 4));
  const ImageSplit first = mnist.draw(0, 0, 6, 4);
  const ImageSplit second = mnist.draw(0, 1, 6, 4);
  EXPECT_EQ(numbers(first.train).size(), 60U) << "no image twice";
  EXPECT_NE(numbers(first.train), numbers(second.train));
  std::set<int> all = numbers(first.train);
  all.merge(numbers(first.test));
  EXPECT_EQ(all.size(), 100U) << "no image on both sides";
}

TEST_F(MnistTest, DependsOnSeedAndTrialOnly) {
  const Mnist mnist(folder_.path(""));
  EXPECT_EQ(numbers(mnist.draw(1, 2, 5, 3).train), numbers(mnist.draw(1, 2, 5, 3).train));
  EXPECT_NE(numbers(mnist.draw(1, 2, 5, 3).train), numbers(mnist.draw(2, 2, 5, 3).train));
}

TEST_F(MnistTest, TellsFilesApart) {
  const auto before = Mnist(folder_.path("")).fingerprint();
  EXPECT_EQ(before, Mnist(folder_.path("")).fingerprint());
  write_images(folder_, "t10k", 4, 101);
  EXPECT_NE(before, Mnist(folder_.path("")).fingerprint());
}

TEST_F(MnistTest, PixelsMayBeBytes) {
  const Mnist mnist(folder_.path(""));
  const ImageSplit unit = mnist.draw(0, 0, 5, 3);
  ImageSplit split = unit;
  rescale(split, Pixels::unit);
  EXPECT_EQ(split.train.pixels(7, 0), unit.train.pixels(7, 0));
  rescale(split, Pixels::bytes);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_DOUBLE_EQ(split.train.pixels(i, 1), split.train.digits[i]) << "the byte in the file";
  }
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_DOUBLE_EQ(split.test.pixels(i, 0), 255.0 * unit.test.pixels(i, 0));
  }
  EXPECT_EQ(split.train.digits, unit.train.digits);
}

TEST_F(MnistTest, StandardizedPixelsHaveMeanZeroAndVarianceOneInTraining) {
  const Mnist mnist(folder_.path(""));
  const ImageSplit unit = mnist.draw(0, 0, 5, 3);
  ImageSplit split = unit;
  rescale(split, Pixels::standardized);
  for (const std::size_t pixel : {0U, 1U}) {
    const auto before = unit.train.pixels.column(pixel);
    const double mean = std::accumulate(before.begin(), before.end(), 0.0) / 50.0;
    double variance = 0.0;
    for (const double x : before) variance += (x - mean) * (x - mean) / 50.0;
    const auto is_mapped = [&](const Images& given, const Images& mapped) {
      for (std::size_t i = 0; i < given.pixels.rows(); ++i) {
        EXPECT_NEAR(mapped.pixels(i, pixel), (given.pixels(i, pixel) - mean) / std::sqrt(variance),
                    1e-12);
      }
    };
    is_mapped(unit.train, split.train);
    is_mapped(unit.test, split.test);
  }
  for (const double pixel : split.test.pixels.column(3)) EXPECT_EQ(pixel, 0.0) << "constant";
}

TEST_F(MnistTest, SaysWhatIsMissing) {
  EXPECT_THROW(Mnist(folder_.path("nowhere")), IoFailure);
  EXPECT_THROW(Mnist(folder_.path("")).draw(0, 0, 20, 3), InvalidInput);
  write_images(folder_, "t10k", 3, 0);
  folder_.file("t10k-labels-idx1-ubyte", big_endian(0x801) + big_endian(1) + "\x01");
  EXPECT_THROW(Mnist(folder_.path("")), InvalidInput);
}

}  // namespace
}  // namespace holdfast::paper
