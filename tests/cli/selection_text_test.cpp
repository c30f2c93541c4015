#include "cli/selection_text.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/evidence.hpp"

namespace holdfast::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class SelectionTextTest : public ::testing::Test {
 protected:
  SelectionTextTest() {
    built_.objective = std::make_shared<FunctionObjective>(6, support::root_of_weights);
    const support::KnowingAlgorithm algorithm(Deletion{"searcher", {3}, std::sqrt(6.0)});
    selected_.algorithm = {"knowing", {}};
    selected_.judged = tasks::select_and_attack(*built_.objective, {4, 1}, algorithm,
                                                support::FeebleAdversary(), run_);
  }

  holdfast::Run run_;
  tasks::BuiltObjective built_;
  tasks::Selected selected_;
};

TEST_F(SelectionTextTest, ShowsTheWorstDeletionThatTheSearchKnew) {
  const std::string text = selection_text(built_, selected_, Style{});
  EXPECT_THAT(text, HasSubstr("found by searcher"));
  EXPECT_THAT(text, HasSubstr("2.449"));
  EXPECT_THAT(text, Not(HasSubstr("feeble")));
}

TEST_F(SelectionTextTest, ShowsWhatGreedyWouldKeep) {
  selected_.greedy = selected_.judged;
  selected_.greedy->selection.value = 9.5;
  selected_.greedy->attacks.front().value = 1.25;
  const std::string text = selection_text(built_, selected_, Style{});
  EXPECT_THAT(text, ContainsRegex("plain greedy +9\\.50000  in the worst case 1\\.25000"));
}

TEST_F(SelectionTextTest, SaysThatItWasInterrupted) {
  EXPECT_THAT(selection_text(built_, selected_, Style{}), Not(HasSubstr("interrupted")));
  selected_.judged.selection.stopped = "interrupted: the best so far";
  EXPECT_THAT(selection_text(built_, selected_, Style{}), HasSubstr("interrupted; best so far"));
}

TEST_F(SelectionTextTest, ASearchShowsWorthsInsteadOfParts) {
  EXPECT_THAT(selection_text(built_, selected_, Style{}), ContainsRegex("item +gain"));
  selected_.algorithm = {"auto", {}};
  selected_.judged.selection.steps.front().part = Part::S0;
  selected_.judged.selection.steps.front().bucket = 1;
  const std::string text = selection_text(built_, selected_, Style{});
  EXPECT_THAT(text, ContainsRegex("item +alone +loss"));
  EXPECT_THAT(text, Not(HasSubstr("S0")));
  EXPECT_THAT(text, Not(HasSubstr("bucket")));
}

TEST_F(SelectionTextTest, CsvMarksWhatItDeletes) {
  const std::string csv = selection_csv(built_, selected_);
  EXPECT_THAT(csv, ContainsRegex("\n4,3,3,S1,,[0-9.e-]+,1,2,"));
  EXPECT_THAT(csv, HasSubstr("1,0,0,S1,,1,0,1,"));
}

}  // namespace
}  // namespace holdfast::cli
