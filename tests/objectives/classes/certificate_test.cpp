#include <gtest/gtest.h>

#include "tests/support/certificate_checks.hpp"
#include "tests/support/class_definition.hpp"

namespace holdfast {
namespace {

using support::ProblemMaker;

std::vector<ProblemMaker> class_models() {
  const auto maker = [](const char* label, const support::ClassShape& shape, double ridge,
                        bool intercept, bool logistic) {
    return ProblemMaker{label, [=](std::uint64_t seed) {
                          return support::class_problem(shape, ridge, intercept, logistic, seed);
                        }};
  };
  return {maker("logistic", {.rows = 40, .cols = 7}, 1.0, true, true),
          maker("softmax", {.rows = 40, .cols = 6, .classes = 3}, 0.5, false, false)};
}

class ClassModels : public testing::TestWithParam<ProblemMaker> {};

TEST_P(ClassModels, NoBoundIsBelowTheRobustOptimum) {
  support::expect_no_bound_below_the_optimum(GetParam());
}

TEST_P(ClassModels, TheIntervalContainsTheWorstCase) {
  support::expect_the_interval_to_hold_the_worst_case(GetParam());
}

TEST_P(ClassModels, TheShareIsTrue) { support::expect_the_share_to_be_true(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Certificates, ClassModels, testing::ValuesIn(class_models()),
                         [](const auto& made) { return made.param.label; });

}  // namespace
}  // namespace holdfast
