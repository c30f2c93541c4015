#include <gmock/gmock.h>

#include <map>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

class Libsvm : public testing::DataTest {
 protected:
  Table read(std::string_view text, const TableOptions& options = {}) const {
    return read_table(folder_.file("data.libsvm", text), options);
  }
  std::string error(std::string_view text, const TableOptions& options = {}) const {
    std::string message = error_of<InvalidInput>([&] { read(text, options); });
    EXPECT_TRUE(message.starts_with(folder_.path("data.libsvm") + ": ")) << message;
    return message;
  }
};

TEST_F(Libsvm, PairsBecomeASparseMatrix) {
  const Table table = read("+1 1:0.5 3:-2\n-1\n# a comment\n\n+1 2:1e2 3:4 # another\n");
  EXPECT_EQ(table.format, FileFormat::libsvm);
  ASSERT_TRUE(table.is_sparse);
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_THAT(table.column_names, ElementsAre("x1", "x2", "x3"));
  EXPECT_THAT(table.target->numbers, ElementsAre(1.0, -1.0, 1.0));
  EXPECT_EQ(table.target->name, "label");
  EXPECT_EQ(table.sparse.nonzeros(), 4U);
  EXPECT_THAT(table.sparse.column_rows(2), ElementsAre(0, 2));
  EXPECT_THAT(table.sparse.column_values(2), ElementsAre(-2.0, 4.0));
  EXPECT_EQ(table.to_dense()(2, 1), 100.0);
}

TEST_F(Libsvm, AgreesWithADenseRendering) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const std::size_t rows = 1 + random.below(6);
    const std::size_t first = random.below(2);
    std::map<std::pair<std::size_t, std::size_t>, double> expected;
    std::string text = "0 " + std::to_string(first) + ":1\n";
    expected[{0, 0}] = 1.0;
    for (std::size_t i = 1; i <= rows; ++i) {
      text += std::to_string(i);
      for (std::size_t j = 0; j < 8; ++j) {
        if (random.below(2) == 0) continue;
        const int value = static_cast<int>(random.below(5)) - 2;
        text += (random.below(2) == 0 ? " " : " \t") + std::to_string(j + first) + ":" +
                std::to_string(value);
        expected[{i, j}] = value;
      }
      text += random.below(2) == 0 ? "\n" : " \r\n";
    }
    const Table table = read(text);
    const Matrix dense = table.to_dense();
    ASSERT_EQ(dense.rows(), rows + 1);
    EXPECT_EQ(table.column_names.front(), "x" + std::to_string(first));
    for (std::size_t i = 0; i < dense.rows(); ++i) {
      EXPECT_EQ(table.target->numbers[i], static_cast<double>(i));
      for (std::size_t j = 0; j < 8; ++j) {
        const double value = j < dense.cols() ? dense(i, j) : 0.0;
        const auto pair = expected.find({i, j});
        EXPECT_EQ(value, pair == expected.end() ? 0.0 : pair->second);
      }
    }
  }
}

TEST_F(Libsvm, LabelsMayBeTextIfAskedFor) {
  TableOptions options;
  options.target_kind = TargetKind::label;
  EXPECT_THAT(read("cat 1:1\ndog 1:2\n", options).target->labels, ElementsAre("cat", "dog"));
  EXPECT_THAT(read("+1 1:1\n1.0 1:2\n", options).target->labels, ElementsAre("1", "1"));
  EXPECT_THAT(error("cat 1:1\n"), HasSubstr("line 1: the label \"cat\" is not a finite number"));
  EXPECT_THAT(error("a 1:1\n\xFF 1:1\n", options), HasSubstr("line 2: the label \"\\xff\""));
}

TEST_F(Libsvm, ColumnsCanBeIgnored) {
  TableOptions options;
  options.ignore = {"x2", "0"};
  const Table table = read("1 1:1 2:2 3:3\n0 2:4 4:5\n", options);
  EXPECT_THAT(table.column_names, ElementsAre("x3", "x4"));
  EXPECT_EQ(table.sparse.nonzeros(), 2U);
  EXPECT_EQ(table.to_dense()(1, 1), 5.0);
}

TEST_F(Libsvm, BadValuesAreNamedOrDropped) {
  EXPECT_THAT(error("1 1:1\n0 1:x\n"), HasSubstr("line 2, index 1: \"x\" is not a finite number"));
  EXPECT_THAT(error("1 1:1\n0 7:\n"), HasSubstr("line 2, index 7: \"\""));
  EXPECT_THAT(error("1 1:nan\n"), HasSubstr("\"nan\""));
  TableOptions options;
  options.missing = Missing::drop;
  const Table table = read("1 1:1\n0 1:3 2:nan\n? 1:2\n3 1:4\n", options);
  EXPECT_THAT(table.dropped_rows, ElementsAre(1, 2));
  EXPECT_THAT(table.target->numbers, ElementsAre(1.0, 3.0));
  EXPECT_THAT(table.sparse.column_values(0), ElementsAre(1.0, 4.0));
  EXPECT_THAT(error("1 1:nan\n", options), HasSubstr("no row is complete"));
}

TEST_F(Libsvm, BrokenLinesAreErrors) {
  EXPECT_THAT(error("1 1:1\n0 3:1 2:1\n"), HasSubstr("line 2: index 2 follows index 3"));
  EXPECT_THAT(error("1 1:1\n0 3:1 3:1\n"), HasSubstr("line 2: index 3 follows index 3"));
  EXPECT_THAT(error("1 1:1\n0 3\n"), HasSubstr("line 2: \"3\" is not a pair index:value"));
  EXPECT_THAT(error("1 1:1\n0 -3:1\n"), HasSubstr("\"-3:1\" is not a pair"));
  EXPECT_THAT(error("1 1:1\n2:1 3:1\n"), HasSubstr("line 2 begins with \"2:1\""));
  EXPECT_THAT(error("1 qid:3 1:1\n"), HasSubstr("\"qid:3\" is not a pair"));
}

TEST_F(Libsvm, IndicesAreBoundedByTheFile) {
  EXPECT_THAT(error("1 1:1 2000000000:1\n"),
              AllOf(HasSubstr("line 1: index 2000000000 is too large"), HasSubstr("at most 655")));
  EXPECT_THAT(error("1 1:1 99999999999999999999:1\n"), HasSubstr("is too large"));
  EXPECT_EQ(read("1 60000:1\n").cols(), 60000U);
}

TEST_F(Libsvm, TargetIsTheLabel) {
  TableOptions options;
  options.target = "x1";
  EXPECT_THAT(error("1 1:1\n", options), HasSubstr("leave the target \"x1\" out"));
}

}  // namespace
}  // namespace holdfast
