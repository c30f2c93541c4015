#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/libsvm.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using testing::error_of;
using testing::gzipped;
using ::testing::HasSubstr;

/// Several files against one file with the same lines.
class LibsvmFiles : public testing::DataTest {
 protected:
  /// Columns count from 0, which only the last line says.
  static std::vector<std::string> lines(int rows) {
    Random random(4);
    std::vector<std::string> made;
    for (int i = 0; i < rows; ++i) {
      std::string line = std::to_string(i % 7);
      for (int j = 1; j < 40; ++j) {
        if (random.below(8) == 0) line += " " + std::to_string(j) + ":" + std::to_string(i - 5 * j);
      }
      made.push_back(line + "\n");
    }
    made.back() = "3 0:2 41:0.5";
    return made;
  }

  /// The first file is gzipped; the last line has no end.
  void write(int rows) {
    std::string whole, first, second, third;
    const auto all = lines(rows);
    for (int i = 0; i < rows; ++i) {
      const auto& line = all[static_cast<std::size_t>(i)];
      whole += line;
      (i < rows / 3 ? first : i < rows / 2 ? second : third) += line;
    }
    second.pop_back();
    whole_ = folder_.file("whole.svm", whole);
    paths_ = {folder_.file("a.svm.gz", gzipped(first)), folder_.file("b.svm", second),
              folder_.file("c.svm", third)};
    bytes_of_files_ = gzipped(first).size() + second.size() + third.size();
  }

  std::string whole_;
  std::vector<std::string> paths_;
  std::size_t bytes_of_files_ = 0;
  std::size_t heard_ = 0;
  const std::function<void(std::size_t)> on_bytes_ = [this](std::size_t n) { heard_ = n; };
};

TEST_F(LibsvmFiles, AreOneTable) {
  write(20000);
  const Table expected = read_table(whole_);
  const auto found = read_libsvm_files(paths_, {}, on_bytes_, 1'000'000);
  ASSERT_TRUE(found);
  EXPECT_EQ(heard_, bytes_of_files_);
  EXPECT_EQ(found->column_names, expected.column_names);
  EXPECT_EQ(found->target->numbers, expected.target->numbers);
  ASSERT_EQ(found->cols(), 42U);
  for (std::size_t j = 0; j < 42; ++j) {
    EXPECT_TRUE(std::ranges::equal(found->sparse.column_rows(j), expected.sparse.column_rows(j)));
    EXPECT_TRUE(
        std::ranges::equal(found->sparse.column_values(j), expected.sparse.column_values(j)));
  }
  EXPECT_FALSE(read_libsvm_files(paths_, {}, on_bytes_, 1000));
}

TEST_F(LibsvmFiles, ComeInBlocks) {
  write(20000);
  TableOptions options;
  options.ignore = {"x7"};
  const Matrix expected = read_table(whole_, options).to_dense();
  std::size_t row = 0;
  int blocks = 0;
  const auto use = [&](const Table& block) {
    ++blocks;
    ASSERT_EQ(block.cols(), 41U);
    for (std::size_t i = 0; i < block.rows(); ++i, ++row) {
      for (std::size_t j = 0; j < 41; ++j) ASSERT_EQ(block.dense(i, j), expected(row, j));
    }
  };
  read_libsvm_in_blocks(paths_, options, use, on_bytes_, 40000);
  EXPECT_EQ(row, 20000U);
  EXPECT_GT(blocks, 3);
  EXPECT_EQ(heard_, bytes_of_files_);
}

TEST_F(LibsvmFiles, NameTheFileAndTheLine) {
  write(30);
  paths_.push_back(folder_.file("d.svm", "1 2:3\n4 5:oops\n"));
  const auto read = [&](const TableOptions& options) {
    return read_libsvm_files(paths_, options, on_bytes_, 100000);
  };
  EXPECT_THAT(error_of<InvalidInput>([&] { read({}); }), HasSubstr("d.svm: line 2, index 5"));
  TableOptions drop;
  drop.missing = Missing::drop;
  EXPECT_THAT(read(drop)->dropped_rows, ::testing::ElementsAre(31));
  paths_ = {paths_[0], folder_.file("e.svm", "1 90000:3\n")};
  EXPECT_THAT(error_of<InvalidInput>([&] { read({}); }),
              HasSubstr("e.svm: line 1: index 90000 is too large"));
  paths_ = {folder_.file("f.svm", "oops 1:3\n")};
  EXPECT_THAT(error_of<InvalidInput>([&] { read(drop); }), HasSubstr("f.svm"));
  EXPECT_THAT(error_of<InvalidInput>([&] {
                read_libsvm_in_blocks(
                    paths_, drop, [](const Table&) {}, on_bytes_);
              }),
              HasSubstr("f.svm"));
}

}  // namespace
}  // namespace holdfast
