#include "cli/selection_text.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/evidence.hpp"

namespace holdfast::cli {
namespace {

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

TEST_F(SelectionTextTest, CsvMarksWhatItDeletes) {
  const std::string csv = selection_csv(built_, selected_.judged);
  EXPECT_THAT(csv, HasSubstr("\n4,3,3,S1,,"));
  EXPECT_TRUE(csv.ends_with(",1\n"));
  EXPECT_THAT(csv, HasSubstr("1,0,0,S1,,1,0\n"));
}

}  // namespace
}  // namespace holdfast::cli
