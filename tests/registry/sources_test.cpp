#include "holdfast/registry/sources.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <stdexcept>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/objectives/trace/logdet.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "tests/data/files.hpp"

namespace holdfast::registry {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Given = std::vector<std::pair<std::string, std::string>>;

class SourcesTest : public ::testing::Test {
 protected:
  tasks::BuiltObjective built(const std::string& name, const Given& given) const {
    OptionValues options(name, find_objective(name).all_options(), Spelling::command_line);
    for (const auto& [option, text] : given) options.set_text(option, text);
    return tasks::build_objective(std::move(options), run_);
  }

  std::string refusal(const std::string& name, const Given& given) const {
    try {
      built(name, given);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  holdfast::Run run_;
  holdfast::testing::ScratchFolder folder_;
};

std::vector<std::string> names_of(const Objective& objective) {
  std::vector<std::string> names;
  for (const Item item : objective.all_items()) names.push_back(objective.item_name(item));
  return names;
}

constexpr const char* table =
    "day,a,price,b\n"
    "mon,1,2.5,0\n"
    "tue,2,3.5,1\n"
    "wed,4,1.0,\n"
    "thu,3,7.0,5\n"
    "fri,9,2.0,2\n";

TEST_F(SourcesTest, LinearFromATable) {
  const auto path = folder_.file("t.csv", table);
  const auto result = built(
      "linear", {{"data", path}, {"target", "price"}, {"ignore", "day"}, {"missing", "drop"}});
  EXPECT_EQ(names_of(*result.objective), (std::vector<std::string>{"a", "b"}));
  const LinearObjective expected(Matrix(4, 2, {1, 2, 3, 9, 0, 1, 5, 2}), {2.5, 3.5, 7, 2});
  const std::vector<Item> both{0, 1};
  EXPECT_NEAR(result.objective->value(both), expected.value(both), 1e-12);
  ASSERT_EQ(result.facts.size(), 2U);
  EXPECT_EQ(result.facts[0].value, OptionValue(std::int64_t{4}));
  EXPECT_EQ(result.facts[1].name, "dropped_rows");
  EXPECT_EQ(result.facts[1].value, OptionValue(std::int64_t{1}));
}

TEST_F(SourcesTest, LinearOptionsReachTheObjective) {
  const auto path = folder_.file("t.csv", "a,b,y\n1,2,3\n4,4,1\n5,0,2\n2,2,2\n");
  const auto result =
      built("linear", {{"data", path}, {"target", "y"}, {"ridge", "2"}, {"intercept", "off"}});
  const LinearObjective expected(Matrix(4, 2, {1, 4, 5, 2, 2, 4, 0, 2}), {3, 1, 2, 2},
                                 {.ridge = 2.0, .intercept = false});
  const std::vector<Item> both{0, 1};
  EXPECT_NEAR(result.objective->value(both), expected.value(both), 1e-12);
}

TEST_F(SourcesTest, StandardizingMattersToARidgeAndIsTheSameForSparseData) {
  const auto dense = folder_.file("t.csv", "a,b,y\n1,0,3\n4,30,1\n0,0,2\n2,20,2\n");
  const auto sparse = folder_.file("t.svm", "3 1:1\n1 1:4 2:30\n2\n2 1:2 2:20\n");
  const std::vector<Item> both{0, 1};
  const auto value = [&](const Given& given) {
    return built("linear", given).objective->value(both);
  };
  const double plain = value({{"data", dense}, {"target", "y"}, {"ridge", "1"}});
  const double scaled =
      value({{"data", dense}, {"target", "y"}, {"ridge", "1"}, {"standardize", "on"}});
  EXPECT_GT(std::abs(plain - scaled), 1e-3);
  EXPECT_NEAR(value({{"data", sparse}, {"ridge", "1"}, {"standardize", "on"}}), scaled, 1e-12);
  EXPECT_THAT(refusal("linear", {{"data", sparse}, {"standardize", "on"}, {"intercept", "off"}}),
              HasSubstr("--standardize of sparse data"));
}

TEST_F(SourcesTest, ATargetFileMayHaveSeveralResponses) {
  const auto data = folder_.file("x.csv", "a,b\n1,2\n4,4\n5,0\n2,2\n");
  const auto both = folder_.file("y.csv", "y,z\n3,5\n1,0\n2,1\n2,4\n");
  const auto value = [&](const std::string& target) {
    const auto made = built("linear", {{"data", data}, {"target-file", target}});
    return made.objective->value(Items{0});
  };
  const auto y = folder_.file("y1.csv", "y\n3\n1\n2\n2\n");
  const auto z = folder_.file("y2.csv", "z\n5\n0\n1\n4\n");
  EXPECT_NEAR(value(both), value(y) + value(z), 1e-12);
}

TEST_F(SourcesTest, RowWeightsCountRowsSeveralTimes) {
  const auto data = folder_.file("t.csv", "a,b,y\n1,2,0\n4,4,1\n5,0,0\n2,2,1\n7,1,1\n3,3,0\n");
  const auto more =
      folder_.file("m.csv", "a,b,y\n1,2,0\n1,2,0\n5,0,0\n2,2,1\n7,1,1\n7,1,1\n7,1,1\n3,3,0\n");
  const auto weights = folder_.file("w.csv", "weight\n2\n0\n1\n1\n3\n1\n");
  const auto svm =
      folder_.file("t.svm", "0 1:1 2:2\n1 1:4 2:4\n0 1:5\n1 1:2 2:2\n1 1:7 2:1\n0 1:3 2:3\n");
  const std::vector<Item> both{0, 1};
  for (const char* name : {"linear", "logistic", "softmax", "one-vs-rest"}) {
    for (const char* standardize : {"off", "on"}) {
      SCOPED_TRACE(name);
      const auto weighted = built(name, {{"data", data},
                                         {"target", "y"},
                                         {"row-weights", weights},
                                         {"standardize", standardize}});
      const auto sparse =
          built(name, {{"data", svm}, {"row-weights", weights}, {"standardize", standardize}});
      const auto repeated =
          built(name, {{"data", more}, {"target", "y"}, {"standardize", standardize}});
      const double expected = repeated.objective->value(both);
      EXPECT_NEAR(weighted.objective->value(both), expected, 1e-8);
      EXPECT_NEAR(sparse.objective->value(both), expected, 1e-8);
    }
  }
}

TEST_F(SourcesTest, RowWeightsMustFit) {
  const auto data = folder_.file("t.csv", "a,y\n1,2\n4,\n5,0\n");
  const auto whole = folder_.file("u.csv", "a,y\n1,2\n4,1\n5,0\n");
  const auto weights = [&](const char* text) { return folder_.file("w.csv", text); };
  const auto refused = [&](const std::string& of, const char* text) {
    return refusal(
        "linear",
        {{"data", of}, {"target", "y"}, {"missing", "drop"}, {"row-weights", weights(text)}});
  };
  EXPECT_THAT(refused(whole, "w\n1\n2\n"), HasSubstr("2 row weights for 3 rows"));
  EXPECT_THAT(refused(whole, "w\n1\n-2\n1\n"), HasSubstr("row 1 has weight -2"));
  EXPECT_THAT(refused(whole, "w\n0\n0\n0\n"), HasSubstr("all row weights are 0"));
  EXPECT_THAT(refused(data, "w\n1\n1\n"),
              HasSubstr("2 row weights for 3 rows, 1 of which --missing drop leaves out"));
}

TEST_F(SourcesTest, RowsThatAreDroppedTakeTheirWeightsAlong) {
  const auto whole = folder_.file("t.csv", "a,b,y\n1,2,0\n4,4,1\n2,2,1\n3,3,0\n");
  const auto gaps = folder_.file("g.csv", "a,b,y\n,2,0\n1,2,0\n4,4,1\n5,,0\n2,2,1\n3,3,0\n7,1,\n");
  const auto svm = folder_.file(
      "g.svm", "0 1:nan 2:2\n0 1:1 2:2\n1 1:4 2:4\n0 1:5 2:x\n1 1:2 2:2\n0 1:3 2:3\n? 1:7\n");
  const auto four = folder_.file("w4.csv", "w\n2\n1\n3\n5\n");
  const auto seven = folder_.file("w7.csv", "w\n9\n2\n1\n9\n3\n5\n9\n");
  const std::vector<Item> both{0, 1};
  const auto value = [&](const std::string& data, const std::string& weights) {
    Given given{{"data", data}, {"missing", "drop"}, {"row-weights", weights}};
    if (!data.ends_with("svm")) given.emplace_back("target", "y");
    return built("linear", given).objective->value(both);
  };
  EXPECT_NEAR(value(gaps, seven), value(whole, four), 1e-12);
  EXPECT_NEAR(value(svm, seven), value(whole, four), 1e-12);
}

TEST_F(SourcesTest, TheTargetMayHaveAFileOfItsOwn) {
  const auto data = folder_.file("x.csv", "a,b\n1,2\n4,4\n5,0\n2,2\n");
  const auto target = folder_.file("y.csv", "y\n3\n1\n2\n2\n");
  const auto whole = folder_.file("t.csv", "a,b,y\n1,2,3\n4,4,1\n5,0,2\n2,2,2\n");
  const std::vector<Item> both{0, 1};
  EXPECT_EQ(built("linear", {{"data", data}, {"target-file", target}}).objective->value(both),
            built("linear", {{"data", whole}, {"target", "y"}}).objective->value(both));
  EXPECT_EQ(refusal("linear", {{"data", data}, {"target-file", target}, {"target", "a"}}),
            "--target and --target-file exclude each other; give one of them");
}

TEST_F(SourcesTest, WhatIsMissingIsNamed) {
  const auto path = folder_.file("table.csv", table);
  EXPECT_THAT(refusal("linear", {}), HasSubstr("linear needs --data: "));
  EXPECT_THAT(refusal("linear", {{"data", path}}), HasSubstr("linear needs --target: "));
  EXPECT_EQ(
      refusal("linear", {{"data", folder_.path("tabel.csv")}}),
      "--data: there is no file " + folder_.path("tabel.csv") + "; did you mean " + path + "?");
  EXPECT_THAT(refusal("linear", {{"data", folder_.path("")}}), HasSubstr("is a folder"));
  EXPECT_EQ(refusal("logdet", {}), "logdet needs --points or --kernel-matrix");
}

TEST_F(SourcesTest, ABadCellComesWithTheOptionsThatHelp) {
  const auto path = folder_.file("t.csv", table);
  const Given given{{"data", path}, {"target", "price"}};
  const auto with = [&](Given more) {
    more.insert(more.begin(), given.begin(), given.end());
    return more;
  };
  EXPECT_EQ(refusal("linear", given),
            path +
                ": line 2, column \"day\": \"mon\" is not a finite number; --ignore day "
                "leaves the column out; --missing drop leaves out the row with missing cells");
  EXPECT_EQ(refusal("linear", with({{"ignore", "day"}})),
            path +
                ": line 4, column \"b\": the cell is empty; --missing drop leaves out the row "
                "with missing cells");
  EXPECT_THAT(refusal("linear", with({{"missing", "drop"}})),
              ::testing::EndsWith("not a finite number; --ignore day leaves the column out"));
  EXPECT_THAT(refusal("logdet", {{"points", path}}),
              ::testing::EndsWith("not a finite number; --names day takes it for the names of the "
                                  "points; --ignore day leaves the column out"))
      << "it has no --missing";
  EXPECT_THAT(refusal("coverage", {{"sets", path}}), ::testing::EndsWith("not a finite number"));
}

TEST_F(SourcesTest, AllColumnsWithoutNumbersCanBePastedIntoIgnore) {
  const auto path =
      folder_.file("t.csv", "day,a,\"room, floor\",it's,y\nmon,1,x,u,2\ntue,3,y,v,1\n");
  const std::string message = refusal("linear", {{"data", path}, {"target", "y"}});
  EXPECT_THAT(message, ::testing::EndsWith("; --ignore 'day,\"room, floor\",it'\\''s' leaves out "
                                           "the columns that hold no numbers"));
  const auto left =
      built("linear", {{"data", path}, {"target", "y"}, {"ignore", "day,\"room, floor\",it's"}});
  EXPECT_EQ(names_of(*left.objective), (std::vector<std::string>{"a"}));
}

TEST_F(SourcesTest, ATargetOfClassesNamesTheObjective) {
  const auto two = folder_.file("two.csv", "a,y\n1,yes\n4,no\n5,no\n");
  const auto three = folder_.file("three.csv", "day,a,y\nm,1,u\nt,4,v\nw,5,w\nt,6,w\n");
  EXPECT_EQ(refusal("linear", {{"data", two}, {"target", "y"}}),
            two +
                ": line 2, column \"y\": \"yes\" is not a finite number; the target looks like 2 "
                "classes: --objective logistic");
  EXPECT_THAT(refusal("linear", {{"data", three}, {"target", "y"}}),
              ::testing::EndsWith("; the target looks like 3 classes: --objective softmax; "
                                  "--ignore day leaves the column out"));
  const auto labels = folder_.file("labels.csv", "y\nyes\nno\nno\n");
  const auto data = folder_.file("data.csv", "a\n1\n2\n3\n");
  EXPECT_THAT(refusal("linear", {{"data", data}, {"target-file", labels}}),
              HasSubstr("--objective logistic"));
}

TEST_F(SourcesTest, DroppingIsNeverAdvisedWhereNoRowWouldRemain) {
  const auto path = folder_.file("t.csv", "a,b,y\n1,,2\n,3,4\n");
  EXPECT_THAT(refusal("linear", {{"data", path}, {"target", "y"}}),
              AllOf(HasSubstr("--ignore b"), Not(HasSubstr("--missing"))));
}

TEST_F(SourcesTest, ColumnsPicksColumns) {
  const auto path = folder_.file("t.csv", table);
  const auto result = built("linear", {{"data", path}, {"target", "price"}, {"columns", "1"}});
  EXPECT_EQ(names_of(*result.objective), (std::vector<std::string>{"a"}));
  EXPECT_THAT(
      refusal("linear", {{"data", path}, {"target", "price"}, {"columns", "a,b"}, {"ignore", "a"}}),
      HasSubstr("column \"a\" cannot be chosen from and be ignored"));
  EXPECT_THAT(refusal("linear", {{"data", path}, {"target", "price"}, {"columns", "a,day"}}),
              AllOf(HasSubstr("; leave day out of --columns"), Not(HasSubstr("--ignore"))));
  const auto points = folder_.file("p.csv", "id,east,north,height\np,0,0,9\nq,1,0.5,9\n");
  const Matrix plane(2, 2, {0, 1, 0, 0.5});
  const auto flat =
      built("logdet", {{"points", points}, {"names", "id"}, {"columns", "east,north"}});
  Workers workers(1);
  EXPECT_NEAR(
      flat.objective->value(std::vector<Item>{0, 1}),
      LogDetObjective(kernel_matrix({}, plane, plane, workers), 1.0).value(std::vector<Item>{0, 1}),
      1e-12);
}

TEST_F(SourcesTest, TwoClassesAreLogisticMoreAreSoftmax) {
  const auto two = folder_.file("two.csv", "a,b,y\n1,2,yes\n4,4,no\n5,0,no\n2,2,yes\n");
  const auto three = folder_.file("three.csv", "a,b,y\n1,2,yes\n4,4,no\n5,0,maybe\n2,2,yes\n");
  EXPECT_EQ(built("logistic", {{"data", two}, {"target", "y"}}).objective->size(), 2);
  EXPECT_EQ(built("softmax", {{"data", three}, {"target", "y"}}).objective->size(), 2);
  EXPECT_THAT(refusal("logistic", {{"data", three}, {"target", "y"}}), HasSubstr("this one has 3"));
}

constexpr const char* places =
    "id,east,north\n"
    "p,0,0\n"
    "q,1,0.5\n"
    "r,2,2\n"
    "s,0.3,1\n";

TEST_F(SourcesTest, PointsWithNames) {
  const auto path = folder_.file("p.csv", places);
  const auto result =
      built("variance-reduction",
            {{"points", path}, {"names", "id"}, {"targets", "p,s"}, {"candidates", "q,r,s"}});
  EXPECT_EQ(names_of(*result.objective), (std::vector<std::string>{"q", "r", "s"}));
  EXPECT_EQ(item_names(*result.objective).indices, (Items{1, 2, 3})) << "rows of the file";
  EXPECT_DOUBLE_EQ(*result.objective->largest_value(), 2.0);
}

TEST_F(SourcesTest, AKernelMatrixSaysTheSameAsItsPoints) {
  const auto points = folder_.file("p.csv", "0,0\n1,0.5\n2,2\n0.3,1\n");
  const Kernel kernel{.lengthscale = 1.5};
  const Matrix coordinates(4, 2, {0, 1, 2, 0.3, 0, 0.5, 2, 1});
  Workers workers(1);
  const Matrix covariances = kernel_matrix(kernel, coordinates, coordinates, workers);
  std::string lines;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j)
      lines += format_number(covariances(i, j)) + (j < 3 ? "," : "\n");
  }
  const auto matrix = folder_.file("k.csv", lines);
  const Given subsets{{"targets", "0,2"}, {"candidates", "1-3"}, {"noise", "0.5"}};
  Given from_points{{"points", points}, {"lengthscale", "1.5"}};
  Given from_matrix{{"kernel-matrix", matrix}};
  from_points.insert(from_points.end(), subsets.begin(), subsets.end());
  from_matrix.insert(from_matrix.end(), subsets.begin(), subsets.end());
  const auto a = built("variance-reduction", from_points);
  const auto b = built("variance-reduction", from_matrix);
  EXPECT_EQ(names_of(*a.objective), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(names_of(*b.objective), names_of(*a.objective));
  const std::vector<Item> set{0, 2};
  EXPECT_NEAR(a.objective->value(set), b.objective->value(set), 1e-12);
  EXPECT_NEAR(built("logdet", {{"points", points}, {"lengthscale", "1.5"}}).objective->value(set),
              built("logdet", {{"kernel-matrix", matrix}}).objective->value(set), 1e-12);
  from_matrix.emplace_back("lengthscale", "2");
  EXPECT_EQ(refusal("variance-reduction", from_matrix),
            "--lengthscale and --kernel-matrix exclude each other; give one of them");
}

TEST_F(SourcesTest, SetsAndSimilarities) {
  const auto sets = folder_.file("s.csv", "a,b\n1,0\n0,2\n1,1\n");
  const auto weights = folder_.file("w.csv", "1\n10\n100\n");
  const std::vector<Item> second{1};
  EXPECT_EQ(built("coverage", {{"sets", sets}}).objective->value(second), 2.0);
  EXPECT_EQ(built("coverage", {{"sets", sets}, {"weights", weights}}).objective->value(second),
            110.0);
  const auto similar = built("facility-location", {{"similarity", sets}});
  EXPECT_EQ(similar.objective->value(second), 3.0);
  EXPECT_EQ(names_of(*similar.objective), (std::vector<std::string>{"a", "b"}));
}

TEST_F(SourcesTest, WhatLooksLikeAMistakeIsWarnedAbout) {
  const auto doubts = [&](const char* text) {
    return built("facility-location", {{"similarity", folder_.file("s.csv", text)}}).warnings;
  };
  EXPECT_THAT(doubts("0,2,1\n2,0,5\n1,5,0\n"), ElementsAre(HasSubstr("looks like distances")));
  EXPECT_THAT(doubts("id,a,b\n0,1,.5\n1,.5,1\n2,.2,.3\n"),
              ElementsAre(HasSubstr("the first column counts up")));
  EXPECT_THAT(doubts("0,1,2\n1,.5,.5\n.5,1,.2\n"),
              ElementsAre(HasSubstr("the first line counts up")));
  EXPECT_THAT(doubts("1,2,1\n2,1,5\n1,5,1\n"), IsEmpty());
  EXPECT_THAT(doubts("0,2\n2,0\n1,1\n"), IsEmpty()) << "not square";
  EXPECT_THAT(doubts("0,0\n0,0\n"), IsEmpty()) << "nothing is similar to anything";
}

TEST_F(SourcesTest, StandardInputCanBeReadOnce) {
  EXPECT_EQ(refusal("linear", {{"data", "-"}, {"target-file", "-"}}),
            "--data and --target-file cannot both be standard input; give one as a file");
}

TEST_F(SourcesTest, MembersOfGroupsAreKnownByTheirGroup) {
  const auto path = folder_.file("t.csv", "a,b,c,y\n1,2,3,4\n2,1,5,3\n4,4,1,1\n");
  const auto groups = folder_.file("g.csv", "item,group\na,pair\nc,pair\n");
  const auto names =
      item_names(*built("linear", {{"data", path}, {"target", "y"}, {"groups", groups}}).objective);
  EXPECT_EQ(names.names, (std::vector<std::string>{"pair", "b"}));
  EXPECT_EQ(names.indices, (Items{0, 1}));
  EXPECT_EQ(names.group_of.at("c"), "pair");
}

}  // namespace
}  // namespace holdfast::registry
