#include "holdfast/data/row_blocks.hpp"

#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using testing::error_of;
using testing::gzipped;
using ::testing::HasSubstr;
using testing::npy;

class RowBlocks : public testing::DataTest {
 protected:
  /// All blocks, row after row, the target last.
  std::vector<double> rows_of(const std::string& path, std::size_t block_bytes) {
    std::vector<double> numbers;
    blocks_ = 0;
    bytes_ = 0;
    const auto use = [&](const Table& block) {
      ++blocks_;
      for (std::size_t i = 0; i < block.rows(); ++i) {
        for (std::size_t j = 0; j < block.cols(); ++j) numbers.push_back(block.dense(i, j));
        numbers.push_back(block.target->numbers[i]);
      }
    };
    read_in_blocks(
        path, options_, use, [&](std::size_t bytes) { bytes_ = bytes; }, block_bytes);
    return numbers;
  }

  std::vector<double> whole(const std::string& path) const {
    const Table table = read_table(path, options_);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (std::size_t j = 0; j < table.cols(); ++j) numbers.push_back(table.dense(i, j));
      numbers.push_back(table.target->numbers[i]);
    }
    return numbers;
  }

  RowBlocks() { options_.target = "x1"; }

  TableOptions options_;
  int blocks_ = 0;
  std::size_t bytes_ = 0;
};

std::string csv_of(int rows) {
  std::string text = "x0,x1,x2,note\n";
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i) + "," + std::to_string(0.5 * i) + ",\"" + std::to_string(-i) +
            "\",\"a\nb\"\n";
  }
  return text;
}

TEST_F(RowBlocks, OfCsvAreTheRowsOfTheFile) {
  options_.ignore = {"note"};
  for (const std::string& text : {csv_of(50000), csv_of(50000) + "1,2,3,end", csv_of(1)}) {
    const auto path = folder_.file("t.csv", text);
    EXPECT_EQ(rows_of(path, 100000), whole(path));
    EXPECT_EQ(bytes_, text.size());
    EXPECT_GT(blocks_, text.size() > 1000 ? 5 : 0);
    const auto packed = folder_.file("t.csv.gz", gzipped(text));
    EXPECT_EQ(rows_of(packed, 100000), whole(path));
  }
}

TEST_F(RowBlocks, CountLinesFromTheBeginningOfTheFile) {
  std::string text = "x0,x1\n";
  for (int i = 0; i < 40000; ++i) text += "1,2\n";
  text += "1,oops\n";
  for (int i = 0; i < 40000; ++i) text += "1,2\n";
  const auto path = folder_.file("t.csv", text);
  EXPECT_THAT(error_of<InvalidInput>([&] { rows_of(path, 70000); }),
              AllOf(HasSubstr("line 40002"), HasSubstr("oops")));
  options_.missing = Missing::drop;
  EXPECT_EQ(rows_of(path, 70000).size(), 160000U);
}

TEST_F(RowBlocks, OfAHeaderAloneAreRefused) {
  EXPECT_THAT(error_of<InvalidInput>([&] { rows_of(folder_.file("t.csv", "x0,x1\n"), 100); }),
              HasSubstr("no rows"));
  EXPECT_THAT(error_of<InvalidInput>([&] { rows_of(folder_.file("t.svm", "1 1:2\n"), 100); }),
              HasSubstr("LIBSVM is not read in blocks"));
}

/// The header may end in any way, hold line breaks and come after blank lines.
TEST_F(RowBlocks, BeginWithAnyHeader) {
  for (const std::string header :
       {"x0,x1\r", "\n\r\nx0,x1\n", "\"x0\",\"x1\",\"two\nlines\"\n", "\xEF\xBB\xBFx0,x1\r\n"}) {
    const bool three = header.find("two") != std::string::npos;
    for (const std::string end : {"\n", "\r\n", "\r"}) {
      std::string text = header;
      for (int i = 0; i < 20000; ++i)
        text +=
            std::to_string(i) + ",\"" + std::to_string(i % 7) + "\"" + (three ? ",5" : "") + end;
      const auto path = folder_.file("t.csv", text);
      EXPECT_EQ(rows_of(path, 70000), whole(path));
      EXPECT_GT(blocks_, 1);
      const auto broken = folder_.file("broken.csv", text + "oops,1" + (three ? ",5" : ""));
      EXPECT_EQ(error_of<InvalidInput>([&] { rows_of(broken, 70000); }),
                error_of<InvalidInput>([&] { whole(broken); }));
    }
  }
}

/// A quote inside a plain field opens nothing; one that is doubled closes nothing.
TEST_F(RowBlocks, AreNotCutInsideQuotes) {
  options_.ignore = {"note"};
  std::string text = "x0,x1,note\n";
  for (int i = 0; i < 9000; ++i) text += "1,2,5\" tall\n3,4,\"a\"\"b\nc\"\n5,6, \"\n\" \n";
  const auto path = folder_.file("t.csv", text);
  EXPECT_EQ(rows_of(path, 70000), whole(path));
  EXPECT_GT(blocks_, 1);
}

/// In a file of one column a blank line is an empty cell, except at the end.
TEST_F(RowBlocks, OfOneColumnMayEndInBlanks) {
  std::string text = "x1\n";
  for (int i = 0; i < 70000; ++i) text += "1\n";
  const auto rows = [&](const std::string& end) {
    std::size_t count = 0;
    read_in_blocks(
        folder_.file("t.csv", text + end), {}, [&](const Table& block) { count += block.rows(); },
        [](std::size_t) {}, 70000);
    return count;
  };
  for (const std::string end : {"", "\n\r\n", "\"\"\r\r\r", " \"\""}) EXPECT_EQ(rows(end), 70000U);
  EXPECT_THAT(error_of<InvalidInput>([&] { rows("\n\n2\n"); }), HasSubstr("line 70002"));
  EXPECT_THAT(error_of<InvalidInput>([&] { rows("\""); }), HasSubstr("never closed"));
}

TEST_F(RowBlocks, AQuoteInsideAFieldOfTheHeaderQuotesNothing) {
  std::string rows;
  for (int i = 0; i < 40000; ++i) rows += "1;2;3\n";
  const auto path = folder_.file("t.csv", "5\" disk;\"x0\";x1\n" + rows);
  EXPECT_EQ(rows_of(path, 70000), whole(path));
}

TEST_F(RowBlocks, ASecondByteOrderMarkBelongsToAName) {
  std::string rows;
  for (int i = 0; i < 40000; ++i) rows += "1,2\n";
  const auto path = folder_.file("t.csv", "\xEF\xBB\xBF\xEF\xBB\xBF\"\",x1\n" + rows);
  EXPECT_EQ(rows_of(path, 70000), whole(path));
}

TEST_F(RowBlocks, MayHaveNoCompleteRowIfOthersDo) {
  options_.missing = Missing::drop;
  std::string gaps;
  std::string rows;
  for (int i = 0; i < 40000; ++i) {
    gaps += "1,\n";
    rows += "1,2\n";
  }
  for (const std::string& body : {gaps + rows, rows + gaps}) {
    const auto path = folder_.file("t.csv", "x0,x1\n" + body);
    EXPECT_EQ(rows_of(path, 70000), whole(path));
  }
  const auto none = folder_.file("t.csv", "x0,x1\n" + gaps);
  EXPECT_EQ(error_of<InvalidInput>([&] { rows_of(none, 70000); }),
            error_of<InvalidInput>([&] { whole(none); }));
}

TEST_F(RowBlocks, OfATableWithTabsMayEndInARowOfTabs) {
  const auto path = folder_.file("t.tsv", "x0\tx1\n1\t2\n3\t4\n\t");
  const auto refused = error_of<InvalidInput>([&] { whole(path); });
  EXPECT_THAT(refused, HasSubstr("line 4"));
  EXPECT_EQ(error_of<InvalidInput>([&] { rows_of(path, 16); }), refused);
  options_.missing = Missing::drop;
  std::size_t dropped = 0;
  read_in_blocks(
      path, options_, [&](const Table& block) { dropped += block.dropped_rows.size(); },
      [](std::size_t) {}, 16);
  EXPECT_EQ(dropped, 1U);
  EXPECT_EQ(rows_of(path, 16), whole(path));
}

TEST_F(RowBlocks, OfNpyInBothOrders) {
  for (const bool fortran : {false, true}) {
    std::string payload;
    for (int i = 0; i < 3000; ++i) payload += bytes_of(static_cast<float>(i % 97), true);
    const auto path =
        folder_.file("t.npy", npy(std::string("{'descr': '>f4', 'fortran_order': ") +
                                      (fortran ? "True" : "False") + ", 'shape': (1000, 3), }\n",
                                  payload));
    EXPECT_EQ(rows_of(path, 1000), whole(path));
    EXPECT_GT(blocks_, 5);
  }
}

}  // namespace
}  // namespace holdfast
