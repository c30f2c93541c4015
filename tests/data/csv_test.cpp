#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/unusable_cell.hpp"
#include "holdfast/data/write.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Csv : public testing::DataTest {
 protected:
  Table read(std::string_view text, const TableOptions& options = {}) const {
    return read_table(folder_.file("table.csv", text), options);
  }
  /// The message without the path that it begins with.
  std::string error(std::string_view text, const TableOptions& options = {}) const {
    const std::string message = error_of<InvalidInput>([&] { read(text, options); });
    const std::string path = folder_.path("table.csv") + ": ";
    EXPECT_TRUE(message.starts_with(path)) << message;
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    return message.substr(std::min(path.size(), message.size()));
  }
};

TableOptions with_target(const std::string& column, TargetKind kind = TargetKind::number) {
  TableOptions options;
  options.target = column;
  options.target_kind = kind;
  return options;
}

TableOptions ignoring(std::vector<std::string> columns) {
  TableOptions options;
  options.ignore = std::move(columns);
  return options;
}

TableOptions dropping(TableOptions options = {}) {
  options.missing = Missing::drop;
  return options;
}

std::vector<double> column(const Table& table, std::size_t j) {
  const auto numbers = table.dense.column(j);
  return {numbers.begin(), numbers.end()};
}

TEST_F(Csv, HeaderAndNumbers) {
  const Table table = read("a,b\n1,2.5\n-3e2,4\n");
  EXPECT_EQ(table.format, FileFormat::csv);
  EXPECT_FALSE(table.is_sparse);
  EXPECT_FALSE(table.target);
  EXPECT_TRUE(table.dropped_rows.empty());
  EXPECT_THAT(table.column_names, ElementsAre("a", "b"));
  EXPECT_THAT(column(table, 0), ElementsAre(1.0, -300.0));
  EXPECT_THAT(column(table, 1), ElementsAre(2.5, 4.0));
}

TEST_F(Csv, LineEndsMarksAndSpacesDoNotMatter) {
  for (const char* text : {"a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r",
                           "\xEF\xBB\xBF\x61,b\n1,2\n3,4\n", "a , b\n 1 ,\t2\n3,4 \n\n",
                           "\n\na,b\n\n1,2\n  \n3,4\n\n\n", "a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n",
                           "\"a\",\"b\"\n\"1\",\"2\"\n 3 , \"4\" \n", "a,b\n+1,2.\n3.0,4e0\n"}) {
    const Table table = read(text);
    EXPECT_THAT(table.column_names, ElementsAre("a", "b")) << text;
    EXPECT_THAT(column(table, 0), ElementsAre(1.0, 3.0)) << text;
    EXPECT_THAT(column(table, 1), ElementsAre(2.0, 4.0)) << text;
  }
}

TEST_F(Csv, QuotedNamesMayHoldAnything) {
  const Table table = read("\"a,1\",\"b\"\"q\"\"\",\"two\nlines\",\" c \"\n1,2,3,4\n");
  EXPECT_THAT(table.column_names, ElementsAre("a,1", "b\"q\"", "two\nlines", " c "));
}

TEST_F(Csv, DelimiterIsTheMostFrequentInTheHeaderOutsideQuotes) {
  EXPECT_THAT(read("\"a,b,c\";d\n1;2\n").column_names, ElementsAre("a,b,c", "d"));
  EXPECT_THAT(read("a,b;c,d\n1,2,3\n").column_names, ElementsAre("a", "b;c", "d"));
  EXPECT_THAT(read("alone\n1\n").column_names, ElementsAre("alone"));
}

TEST_F(Csv, WhatIsWrittenIsReadBack) {
  Random random(1);
  const std::string alphabet = "ab,;\t\"\n\r \xC3\xA4";
  for (int round = 0; round < 200; ++round) {
    const std::size_t rows = 1 + random.below(5);
    const std::size_t cols = 2 + random.below(4);
    std::vector<std::vector<double>> numbers(cols, std::vector<double>(rows));
    std::vector<CsvColumn> columns;
    for (auto& values : numbers) {
      for (double& value : values) value = random.normal() * std::pow(10.0, random.normal() * 50);
      std::string name(1, static_cast<char>('a' + columns.size()));
      for (std::size_t i = random.below(6); i > 0; --i) {
        const auto letter = random.below(10);
        name += letter < 9 ? alphabet.substr(letter, 1) : "\xC3\xA4";
      }
      columns.push_back({name, values, {}});
    }
    const Table table = read(format_csv(columns));
    ASSERT_EQ(table.cols(), cols);
    for (std::size_t j = 0; j < cols; ++j) {
      EXPECT_EQ(table.column_names[j], columns[j].name);
      EXPECT_EQ(column(table, j), numbers[j]);
    }
  }
}

TEST_F(Csv, TargetByNameOrPositionAndNamesWin) {
  const char* text = "a,y,0\n1,2,3\n4,5,6\n";
  const Table by_name = read(text, with_target("y"));
  EXPECT_THAT(by_name.column_names, ElementsAre("a", "0"));
  EXPECT_EQ(by_name.target->name, "y");
  EXPECT_THAT(by_name.target->numbers, ElementsAre(2.0, 5.0));
  EXPECT_TRUE(by_name.target->labels.empty());
  EXPECT_EQ(read(text, with_target("1")).target->name, "y");
  EXPECT_EQ(read(text, with_target("0")).target->name, "0");
}

TEST_F(Csv, IgnoredColumnsAreNotLookedAt) {
  const char* text = "date,a,note,b\n2005-01-01,1,,2\n2005-01-02,3,\"x, y\",4\n";
  const Table table = read(text, ignoring({"date", "2"}));
  EXPECT_THAT(table.column_names, ElementsAre("a", "b"));
  EXPECT_THAT(column(table, 1), ElementsAre(2.0, 4.0));
}

TEST_F(Csv, LabelsMayBeText) {
  const auto texts = read("x,c\n1, red\n2,blue\n", with_target("c", TargetKind::label));
  EXPECT_THAT(texts.target->labels, ElementsAre("red", "blue"));
  EXPECT_FALSE(texts.target->is_numeric());
  const auto mixed = read("x,c\n1,1.0\n2,nan\n", with_target("c", TargetKind::label));
  EXPECT_THAT(mixed.target->labels, ElementsAre("1.0", "nan"));
  EXPECT_FALSE(mixed.target->is_numeric());
}

TEST_F(Csv, NumericLabelsHaveOneForm) {
  const auto table =
      read("x,c\n1,1.0\n2,+1\n3,1\n4,-0\n5,0\n", with_target("c", TargetKind::label));
  EXPECT_THAT(table.target->labels, ElementsAre("1", "1", "1", "0", "0"));
  EXPECT_THAT(table.target->numbers, ElementsAre(1.0, 1.0, 1.0, 0.0, 0.0));
}

TEST_F(Csv, BadCellsAreNamed) {
  EXPECT_EQ(error("a,b\n1,2\n3,\n"), "line 3, column \"b\": the cell is empty");
  EXPECT_EQ(error("day,b\nMonday,2\n"),
            "line 2, column \"day\": \"Monday\" is not a finite number");
  for (const char* cell : {"nan", "NaN", "inf", "-inf", "1e999", "0x1", "1 2"}) {
    EXPECT_THAT(error("a,b\n1," + std::string(cell) + "\n"),
                AllOf(HasSubstr("line 2, column \"b\": \"" + std::string(cell) + "\""),
                      HasSubstr("not a finite number")));
  }
  EXPECT_THAT(error("a;b\n1;2,5\n"), HasSubstr("decimals are written with a point"));
  EXPECT_THAT(error("a,b\n\"1\n\",2\n3,x\n", ignoring({"a"})), HasSubstr("line 4, column \"b\""));
}

TEST_F(Csv, OneErrorNamesEveryRemedy) {
  const auto remedies = [&](const std::string& text, const TableOptions& options) {
    try {
      read(text, options);
    } catch (const UnusableCell& cell) {
      return cell.remedies();
    }
    ADD_FAILURE() << "nothing was thrown";
    return Remedies{};
  };
  const auto days = remedies("day,b,city\nMonday,2,Ulm\nFriday,,Ulm\nSunday,3,\n", {});
  EXPECT_THAT(days.ignore, ElementsAre("day", "city"));
  EXPECT_EQ(days.drop, 1U) << "the gap in b, once day and city are left out";
  EXPECT_THAT(remedies("day,b\nMonday,2\n", dropping()).ignore, ElementsAre("day"))
      << "every row is dropped";

  const auto gap = remedies("a,b\n1,\n2,3\n", {});
  EXPECT_THAT(gap.ignore, IsEmpty()) << "an empty cell is no text";
  EXPECT_EQ(gap.drop, 1U);
  const auto slip = remedies("a,b\n1,x\n2,3\n", {});
  EXPECT_THAT(slip.ignore, ElementsAre("b")) << "text among numbers may be a wrong column";
  EXPECT_EQ(slip.drop, 1U);
  const auto crossed = remedies("a,b\n1,\n,3\n", {});
  EXPECT_EQ(crossed.drop, 0U) << "no row would remain";
  EXPECT_THAT(crossed.ignore, ElementsAre("b"));
  EXPECT_THAT(remedies("a,b\n1,\n2,\n", {}).ignore, ElementsAre("b")) << "an empty column";
}

TEST_F(Csv, ATargetOfTextMayHoldClasses) {
  const auto classes = [&](const std::string& text) {
    try {
      read(text, with_target("y"));
    } catch (const UnusableCell& cell) {
      EXPECT_THAT(cell.remedies().ignore, IsEmpty()) << "the target is needed";
      EXPECT_EQ(cell.remedies().drop, 0U);
      return cell.remedies().classes;
    }
    ADD_FAILURE() << "nothing was thrown";
    return std::size_t{0};
  };
  EXPECT_EQ(classes("a,y\n1,high\n2,low\n3,high\n"), 2U);
  EXPECT_EQ(classes("a,y\n1,u\n2,v\n3,w\n4,w\n"), 3U);
  EXPECT_EQ(classes("a,y\n1,Ann\n2,Bob\n3,Cid\n"), 0U) << "all different: names";
  EXPECT_EQ(classes("a,y\n1,high\n2,high\n"), 0U) << "one class tells nothing apart";
}

TEST_F(Csv, OnlyTheColumnsAskedFor) {
  TableOptions options = with_target("y");
  options.columns = {"2", "a"};
  const Table table = read("a,b,c,y\n1,x,3,4\n5,,7,8\n", options);
  EXPECT_THAT(table.column_names, ElementsAre("a", "c"));
  EXPECT_EQ(table.dense(1, 1), 7.0);
  const auto refusal = [&](std::vector<std::string> columns, std::vector<std::string> ignore) {
    options.columns = std::move(columns);
    options.ignore = std::move(ignore);
    return error("a,b,c,y\n1,2,3,4\n", options);
  };
  EXPECT_EQ(refusal({"a", "b"}, {"b"}), "column \"b\" cannot be chosen from and be ignored");
  EXPECT_EQ(refusal({"y"}, {}), "column \"y\" cannot be the target and be chosen from");
  EXPECT_THAT(refusal({"d"}, {}), HasSubstr("there is no column \"d\" to choose from"));
}

TEST_F(Csv, RowLabelsOfPandasAreRecognized) {
  EXPECT_THAT(error(",a,b\n0,1,2\n1,3,4\n"),
              AllOf(HasSubstr("line 1, column 1 of 3 has no name"), HasSubstr("index=False")));
  EXPECT_THAT(error("a,,b\n0,1,2\n"), Not(HasSubstr("index=False")));
}

TEST_F(Csv, BadTargetsAreNamed) {
  EXPECT_THAT(error("a,y\n1,2\n3,high\n", with_target("y")),
              HasSubstr("line 3, column \"y\": \"high\""));
  EXPECT_THAT(error("a,y\n1,\n", with_target("y", TargetKind::label)),
              HasSubstr("line 2, column \"y\": the cell is empty"));
  EXPECT_THAT(error("a,y\n1,\xFF\n", with_target("y", TargetKind::label)),
              HasSubstr("label \"\\xff\" is not UTF-8"));
}

TEST_F(Csv, RowsWithBadCellsCanBeDropped) {
  const char* text = "a,b,y\n1,2,u\n,2,v\n3,x,w\n4,5,\n6,7,z\nnan,1,z\n";
  const Table table = read(text, dropping(with_target("y", TargetKind::label)));
  EXPECT_THAT(table.dropped_rows, ElementsAre(1, 2, 3, 5));
  EXPECT_THAT(column(table, 0), ElementsAre(1.0, 6.0));
  EXPECT_THAT(column(table, 1), ElementsAre(2.0, 7.0));
  EXPECT_THAT(table.target->labels, ElementsAre("u", "z"));
}

TEST_F(Csv, DroppingEveryRowSaysWhy) {
  EXPECT_THAT(error("date,b\n2005-01-01,1\n2005-01-02,2\n", dropping()),
              AllOf(HasSubstr("no row is complete"), HasSubstr("line 2, column \"date\"")));
}

TEST_F(Csv, WrongNumberOfFieldsNamesTheLine) {
  EXPECT_EQ(error("a,b\n1,2\n3\n"), "line 3 has 1 fields, but line 1 has 2");
  EXPECT_EQ(error("a,b\n1,2,3\n", dropping()), "line 2 has 3 fields, but line 1 has 2");
  EXPECT_EQ(error("\"a\n\",b\n1,2\n3,4,5\n"), "line 4 has 3 fields, but line 1 has 2");
}

TEST_F(Csv, HeaderIsChecked) {
  EXPECT_THAT(error("a,b,a\n1,2,3\n"),
              AllOf(HasSubstr("line 1, column 3 of 3"), HasSubstr("\"a\" belongs to column 1")));
  EXPECT_THAT(error(",b\n1,2\n"),
              AllOf(HasSubstr("column 1 of 2 has no name"), HasSubstr("without row labels")));
  EXPECT_THAT(error("1,2\n3,4\n"),
              AllOf(HasSubstr("line 1 holds numbers only"), HasSubstr("names of the columns")));
  EXPECT_THAT(error("a\xE4,b\n1,2\n"), HasSubstr("\"a\\xe4\" is not UTF-8"));
  EXPECT_THAT(error("a,b\n"), HasSubstr("no rows"));
  EXPECT_THAT(error("\n \n"), HasSubstr("no text"));
  EXPECT_THAT(error("\xEF\xBB\xBF"), HasSubstr("no text"));
}

TEST_F(Csv, QuotesAreChecked) {
  EXPECT_THAT(error("a,b\n1,\"2\n3,4\n"), HasSubstr("line 2: the quote that opens here"));
  EXPECT_THAT(error("a,b\n1,\"2\"3\n"),
              AllOf(HasSubstr("line 2"), HasSubstr("closing quote of \"2\"")));
}

TEST_F(Csv, UnknownColumnsListTheKnownOnes) {
  EXPECT_THAT(error("a,b\n1,2\n", with_target("z")),
              AllOf(HasSubstr("no column \"z\" for the target"), HasSubstr("a, b"),
                    HasSubstr("between 0 and 1")));
  EXPECT_THAT(error("a,b\n1,2\n", with_target("2")), HasSubstr("no column \"2\""));
  EXPECT_THAT(error("a,b\n1,2\n", with_target("-1")), HasSubstr("no column \"-1\""));
  EXPECT_THAT(error("a,b,c,d,e,f,g,h,i,j\n1,2,3,4,5,6,7,8,9,0\n", ignoring({"z"})),
              AllOf(HasSubstr("no column \"z\" to ignore"), HasSubstr("h, ... (10 in all)")));
}

TEST_F(Csv, ASlipInTheNameOfAColumnIsCorrected) {
  EXPECT_EQ(error("area,price\n1,2\n", with_target("pirce")),
            "there is no column \"pirce\" for the target; did you mean price?");
}

TEST_F(Csv, AColumnMustBeLeft) {
  TableOptions options = with_target("b");
  options.ignore = {"a"};
  EXPECT_THAT(error("a,b\n1,2\n", options), HasSubstr("no column is left"));
  options.ignore = {"b"};
  EXPECT_THAT(error("a,b\n1,2\n", options), HasSubstr("cannot be the target and be ignored"));
}

TEST_F(Csv, BlankLineInAFileOfOneColumnIsAnEmptyCell) {
  EXPECT_THAT(column(read("a\n1\n2\n\n\n"), 0), ElementsAre(1.0, 2.0));
  EXPECT_THAT(error("a\n1\n\n2\n"), HasSubstr("line 3, column \"a\": the cell is empty"));
}

}  // namespace
}  // namespace holdfast
