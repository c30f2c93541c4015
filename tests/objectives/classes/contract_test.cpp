#include "tests/support/contract.hpp"

#include <gtest/gtest.h>

#include "tests/support/class_definition.hpp"

namespace holdfast {
namespace {

struct Case {
  const char* label;
  support::ClassShape shape;
  double ridge;
  bool intercept;
  bool logistic;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

class ClassificationContract : public testing::TestWithParam<Case> {};

TEST_P(ClassificationContract, Holds) {
  const auto& c = GetParam();
  support::check_contract(support::class_problem(c.shape, c.ridge, c.intercept, c.logistic, 1), 1);
}

constexpr support::ClassShape two{.rows = 40, .cols = 7};
constexpr support::ClassShape three{.rows = 36, .cols = 6, .classes = 3};
constexpr support::ClassShape special{.rows = 36,
                                      .cols = 7,
                                      .classes = 3,
                                      .duplicated = true,
                                      .constant = true,
                                      .zero = true,
                                      .lonely = true};
constexpr support::ClassShape two_special{
    .rows = 40, .cols = 7, .duplicated = true, .constant = true, .zero = true, .lonely = true};
constexpr support::ClassShape separable{.rows = 25, .cols = 7, .signal = 50.0};
constexpr support::ClassShape wide{.rows = 6, .cols = 9, .classes = 3};
constexpr support::ClassShape spread{.rows = 40, .cols = 7, .classes = 2, .scale_spread = 1e4};

INSTANTIATE_TEST_SUITE_P(Classification, ClassificationContract,
                         testing::Values(Case{"logistic", two, 1.0, false, true},
                                         Case{"logistic_intercept", two, 1.0, true, true},
                                         Case{"logistic_special", two_special, 0.1, true, true},
                                         Case{"logistic_separable", separable, 0.01, true, true},
                                         Case{"logistic_spread", spread, 1.0, true, true},
                                         Case{"softmax", three, 1.0, false, false},
                                         Case{"softmax_intercept", three, 0.1, true, false},
                                         Case{"softmax_special", special, 1.0, true, false},
                                         Case{"softmax_special_no_intercept", special, 1.0, false,
                                              false},
                                         Case{"softmax_wide", wide, 0.1, false, false},
                                         Case{"softmax_of_two", two, 1.0, true, false}),
                         [](const auto& c) { return std::string(c.param.label); });

}  // namespace
}  // namespace holdfast
