#include <gmock/gmock.h>

#include <limits>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

std::string idx(char type, const std::vector<std::uint32_t>& extents, std::string_view payload) {
  std::string bytes = {'\0', '\0', type, static_cast<char>(extents.size())};
  for (const auto extent : extents) bytes += bytes_of(extent, true);
  return bytes + std::string(payload);
}

class Idx : public testing::DataTest {
 protected:
  Table read(std::string_view bytes, const TableOptions& options = {}) const {
    return read_table(folder_.file("array.idx", bytes), options);
  }
  std::string error(std::string_view bytes) const {
    std::string message = error_of<InvalidInput>([&] { read(bytes); });
    EXPECT_TRUE(message.starts_with(folder_.path("array.idx") + ": ")) << message;
    return message;
  }
  template <class T>
  void expect_type(char type) const {
    std::string payload;
    for (int i = 0; i < 6; ++i) payload += bytes_of(static_cast<T>(i), true);
    const Table table = read(idx(type, {2, 3}, payload));
    EXPECT_EQ(table.format, FileFormat::idx);
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(table.dense(i, j), static_cast<double>(i * 3 + j));
      }
    }
  }
};

TEST_F(Idx, EveryType) {
  expect_type<std::uint8_t>(0x08);
  expect_type<std::int8_t>(0x09);
  expect_type<std::int16_t>(0x0B);
  expect_type<std::int32_t>(0x0C);
  expect_type<float>(0x0D);
  expect_type<double>(0x0E);
}

TEST_F(Idx, FurtherDimensionsAreFlattened) {
  std::string payload;
  for (char i = 0; i < 40; ++i) payload += i;
  const Table table = read(idx(0x08, {5, 2, 4}, payload));
  EXPECT_EQ(table.rows(), 5U);
  EXPECT_EQ(table.cols(), 8U);
  EXPECT_EQ(table.dense(3, 5), 3 * 8 + 5);
  EXPECT_EQ(table.column_names.back(), "x7");
  EXPECT_EQ(read(idx(0x08, {40}, payload)).cols(), 1U);
}

TEST_F(Idx, ImagesAndLabelsAreAPair) {
  const auto images = folder_.file("images", idx(0x08, {2, 1, 2}, "\x01\x02\x03\x04"));
  const auto labels = folder_.file("labels.gz", testing::gzipped(idx(0x08, {2}, "\x07\x09")));
  TableOptions options;
  options.target_kind = TargetKind::label;
  const Table table = read_table_pair(images, labels, options);
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_THAT(table.target->labels, ElementsAre("7", "9"));
  EXPECT_THAT(table.target->numbers, ElementsAre(7.0, 9.0));
}

TEST_F(Idx, SizeMustFitTheShapeExactly) {
  EXPECT_THAT(error(idx(0x08, {3}, "12")), AllOf(HasSubstr("shape 3 "), HasSubstr("2 bytes")));
  EXPECT_THAT(error(idx(0x08, {1, 3}, "1234")), HasSubstr("shape 1 x 3 "));
  EXPECT_THAT(error(idx(0x0E, {2}, "12345678")), HasSubstr("8-byte numbers"));
  constexpr auto huge = std::numeric_limits<std::uint32_t>::max();
  EXPECT_THAT(error(idx(0x08, {huge, huge, huge, huge}, "12")), HasSubstr("does not fit"));
  EXPECT_THAT(error(idx(0x08, {65536, 65536, 65536, 65536}, "")), HasSubstr("does not fit"));
  EXPECT_THAT(error(idx(0x08, {0, huge}, "")), HasSubstr("holds no number"));
  EXPECT_THAT(error(idx(0x08, {4, 0}, "")), HasSubstr("holds no number"));
}

TEST_F(Idx, BrokenHeadersAreErrors) {
  EXPECT_THAT(error(idx(0x08, {}, "1")), HasSubstr("0 dimensions"));
  const std::string whole = idx(0x08, {1, 2}, "12");
  for (std::size_t size = 4; size < whole.size(); ++size) error(whole.substr(0, size));
  EXPECT_THAT(error(whole.substr(0, 9)), AllOf(HasSubstr("takes 12 bytes"), HasSubstr("has 9")));
  EXPECT_THAT(error(idx(0x0A, {1}, "1")), HasSubstr("neither text nor NPY nor IDX"));
}

TEST_F(Idx, FloatsMustBeFinite) {
  const auto nan = bytes_of(std::numeric_limits<float>::quiet_NaN(), true);
  EXPECT_THAT(error(idx(0x0D, {1, 1}, nan)), HasSubstr("row 0, column x0 is nan"));
}

}  // namespace
}  // namespace holdfast
