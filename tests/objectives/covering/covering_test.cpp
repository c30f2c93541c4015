// Facility location, coverage and user-supplied functions.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::expect_refusal;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(FacilityLocation, OfThreeCustomers) {
  const FacilityLocationObjective objective(Matrix(3, 3, {5, 0, 1, 4, 3, 0, 0, 2, 2}),
                                            {"north", "south", "east"});
  EXPECT_EQ(objective.value(Items{0}), 6.0);
  EXPECT_EQ(objective.value(Items{0, 1}), 9.0);
  EXPECT_EQ(objective.value(Items{0, 1, 2}), 10.0);
  EXPECT_EQ(*objective.largest_value(), 10.0);
  EXPECT_EQ(objective.item_name(2), "east");
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{1, 0});
  EXPECT_EQ(state->losses(), (std::vector<double>{3.0, 2.0}));
  EXPECT_EQ(state->gains(Items{2}), (std::vector<double>{1.0}));
}

TEST(FacilityLocation, EqualSimilaritiesAndZeroRows) {
  // Ties between best and second best, rows without a similar item, and columns of zeros.
  const Matrix similarity(4, 4, {2, 2, 0, 1, 2, 2, 0, 1, 0, 0, 0, 0, 2, 1, 0, 1});
  support::TestProblem problem;
  problem.objective = std::make_shared<FacilityLocationObjective>(similarity);
  problem.definition = support::facility_location_definition(similarity);
  support::check_contract(problem, 1);
}

TEST(FacilityLocation, ManyRowsAndLongWalks) {
  // More rows than one block of partial sums, and not a multiple of it.
  support::check_long_walk(support::facility_location_problem(131, 24, 2), 400, 3);
}

TEST(FacilityLocation, LazyGreedyEvaluatesFewItems) {
  const auto problem = support::facility_location_problem(200, 150, 2);
  const auto chosen = Greedy().select(*problem.objective, {30, 0}, holdfast::Run());
  EXPECT_LT(chosen.evaluations, 30 * 150 / 2);
}

TEST(FacilityLocation, NamesTheCellThatIsWrong) {
  for (const double bad : {nan, infinity, -infinity, -0.5}) {
    const Matrix similarity(2, 3, {1, 2, 3, 4, 5, bad});
    EXPECT_THROW(FacilityLocationObjective{similarity}, InvalidInput);
    expect_refusal([&] { FacilityLocationObjective{similarity}; },
                   {"similarity", "row 1", "column 2"});
  }
  // Numbers that cancel, and infinities of opposite sign, must not hide each other.
  expect_refusal([] { FacilityLocationObjective{Matrix(3, 1, {1, -1, 5})}; }, {"row 1"});
  expect_refusal([] { FacilityLocationObjective{Matrix(2, 1, {infinity, -infinity})}; }, {"row 0"});
  const double huge = std::numeric_limits<double>::max();
  expect_refusal(
      [&] {
        FacilityLocationObjective{Matrix(2, 1, {huge, huge})};
      },
      {"column 0", "overflow"});
  expect_refusal([] { FacilityLocationObjective(Matrix(1, 2, {1, 2}), {"a"}); }, {"names", "1"});
  EXPECT_NO_THROW(FacilityLocationObjective{Matrix(2, 1, {0.0, -0.0})});
}

TEST(FacilityLocation, WithoutRowsOrItems) {
  const holdfast::Run run;
  const FacilityLocationObjective no_rows(Matrix(0, 3, {}));
  EXPECT_EQ(no_rows.value(Items{0, 2}), 0.0);
  const auto state = no_rows.start_at(run, Items{1});
  EXPECT_EQ(state->gains(Items{0, 2}), (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(state->losses(), (std::vector<double>{0.0}));
  const FacilityLocationObjective no_items(Matrix(3, 0, {}));
  EXPECT_EQ(no_items.size(), 0);
  EXPECT_EQ(*no_items.largest_value(), 0.0);
}

/// {0, 1}, {1, 2} and {0, 3}, of five elements.
SparseMatrix three_sets() { return {5, 3, {0, 2, 4, 6}, {0, 1, 1, 2, 0, 3}, {1, 1, 1, 1, 1, 1}}; }

TEST(Coverage, OfThreeSets) {
  const SparseMatrix sets = three_sets();
  const CoverageObjective plain(sets);
  EXPECT_EQ(plain.value(Items{0}), 2.0);
  EXPECT_EQ(plain.value(Items{0, 1}), 3.0);
  EXPECT_EQ(plain.value(Items{0, 1, 2}), 4.0);
  EXPECT_EQ(*plain.largest_value(), 4.0) << "no item covers element 4";

  const CoverageObjective weighted(sets, {1, 10, 100, 1000, 10000}, {"a", "b", "c"});
  EXPECT_EQ(weighted.value(Items{1, 2}), 1111.0);
  EXPECT_EQ(*weighted.largest_value(), 1111.0);
  EXPECT_EQ(weighted.item_name(0), "a");
  const holdfast::Run run;
  const auto state = weighted.start_at(run, Items{2, 0});
  EXPECT_EQ(state->gains(Items{1}), (std::vector<double>{100.0}));
  EXPECT_EQ(state->losses(), (std::vector<double>{1000.0, 10.0}));
}

TEST(Coverage, AnExplicitZeroCoversNothingAndAnyOtherNumberCovers) {
  const SparseMatrix sets(3, 2, {0, 3, 4}, {0, 1, 2, 2}, {0.0, -2.5, 1e-300, 0.0});
  const CoverageObjective objective(sets);
  EXPECT_EQ(objective.value(Items{0}), 2.0);
  EXPECT_EQ(objective.value(Items{1}), 0.0);
  EXPECT_EQ(*objective.largest_value(), 2.0);
  const holdfast::Run run;
  EXPECT_EQ(objective.start(run)->gains(Items{0, 1}), (std::vector<double>{2.0, 0.0}));
}

TEST(Coverage, NamesWhatIsWrong) {
  const SparseMatrix sets = three_sets();
  for (const double bad : {nan, infinity, -1.0}) {
    EXPECT_THROW(CoverageObjective(sets, {1, 1, bad, 1, 1}), InvalidInput);
    expect_refusal([&] { CoverageObjective(sets, {1, 1, bad, 1, 1}); }, {"weights", "entry 2"});
  }
  expect_refusal([&] { CoverageObjective(sets, {1, 1}); }, {"5", "2"});
  expect_refusal([&] { CoverageObjective(sets, {}, {"a", "b"}); }, {"names", "2"});
  expect_refusal(
      [] {
        CoverageObjective(SparseMatrix(2, 1, {0, 1}, {1}, {nan}));
      },
      {"row 1", "column 0"});
}

double size_of(std::span<const Item> set) { return static_cast<double>(set.size()); }

TEST(Function, MustBeZeroAtTheEmptySet) {
  expect_refusal([] { FunctionObjective(3, [](std::span<const Item>) { return 0.25; }); },
                 {"empty", "0.25"});
  EXPECT_NO_THROW(FunctionObjective(3, size_of));
}

TEST(Function, SeesSetsInAscendingOrder) {
  std::vector<Items> seen;
  const FunctionObjective objective(5, [&](std::span<const Item> set) {
    seen.emplace_back(set.begin(), set.end());
    return size_of(set);
  });
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{4, 0, 2});
  state->gains(Items{3, 1});
  state->losses();
  state->remove(2);
  EXPECT_EQ(state->value(), 2.0);
  EXPECT_EQ(objective.value(Items{3, 1}), 2.0);
  for (const Items& set : seen) EXPECT_EQ(set, support::sorted(set));
}

TEST(Function, GainsTakeOneCallPerStep) {
  int calls = 0;
  const FunctionObjective objective(
      6, size_of, [&](std::span<const Item> set, std::span<const Item> candidates) {
        ++calls;
        for (const Item item : candidates) {
          EXPECT_EQ(std::count(set.begin(), set.end(), item), 0);
        }
        return std::vector<double>(candidates.size(), 1.0);
      });
  EXPECT_EQ(Greedy().select(objective, {4, 0}, holdfast::Run()).items(), (Items{0, 1, 2, 3}));
  EXPECT_EQ(calls, 4);
}

TEST(Function, ChecksWhatTheUserReturns) {
  const holdfast::Run run;
  const auto gives = [](double bad) {
    return [bad](std::span<const Item> set) { return set.size() == 2 ? bad : size_of(set); };
  };
  for (const double bad : {nan, infinity, -infinity}) {
    const FunctionObjective objective(9, gives(bad));
    EXPECT_THROW(objective.value(Items{7, 3}), InvalidInput);
    expect_refusal([&] { objective.value(Items{7, 3}); }, {"{3, 7}", "finite"});
    expect_refusal([&] { objective.start_at(run, Items{7})->gains(Items{2}); }, {"{2, 7}"});
    expect_refusal([&] { objective.start_at(run, Items{1, 7, 4})->losses(); }, {"{4, 7}"});
    expect_refusal(
        [&] {
          static_cast<void>(objective.start_at(run, Items{7, 3})->value());
        },
        {"{3, 7}"});
  }
  const FunctionObjective short_answer(5, size_of,
                                       [](auto, auto) { return std::vector<double>{1.0}; });
  expect_refusal(
      [&] {
        short_answer.start_at(run, Items{2})->gains(Items{0, 1, 3});
      },
      {"1 gains", "3 candidates", "{2}"});
  const FunctionObjective bad_gain(5, size_of, [](auto, std::span<const Item> candidates) {
    return std::vector<double>(candidates.size(), nan);
  });
  expect_refusal([&] { bad_gain.start_at(run, Items{2})->gains(Items{4}); }, {"item 4", "{2}"});
  expect_refusal([] { FunctionObjective(-1, size_of); }, {"-1"});
  expect_refusal([] { FunctionObjective(3, nullptr); }, {"value function"});
  expect_refusal([] { FunctionObjective(3, size_of, {}, false, {"a"}); }, {"names"});
}

TEST(Function, ALongSetIsTruncatedInTheMessage) {
  const FunctionObjective objective(
      1000, [](std::span<const Item> set) { return set.size() > 900 ? nan : size_of(set); });
  try {
    objective.value(support::ground_set(1000));
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_LT(std::string(error.what()).size(), 300U);
    EXPECT_NE(std::string(error.what()).find("1000 items"), std::string::npos);
  }
}

struct Mishap : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TEST(Function, ExceptionsPassThroughAndTheStateSurvives) {
  bool fail = false;
  const FunctionObjective objective(5, [&](std::span<const Item> set) {
    if (fail) throw Mishap("the user's own");
    return size_of(set);
  });
  const holdfast::Run run;
  const auto state = objective.start_at(run, Items{1, 3});
  fail = true;
  EXPECT_THROW(state->gains(Items{0}), Mishap);
  EXPECT_THROW(state->losses(), Mishap);
  EXPECT_THROW(objective.value(Items{0}), Mishap);
  EXPECT_THROW(Greedy().select(objective, {3, 0}, run), Mishap);
  fail = false;
  EXPECT_EQ(state->value(), 2.0);
  EXPECT_EQ(state->gains(Items{0}), (std::vector<double>{1.0}));
}

TEST(Function, IsLazyIfDeclaredSubmodular) {
  int calls = 0;
  const auto value = [&](std::span<const Item> set) {
    ++calls;
    double sum = 0.0;
    for (const Item item : set) sum += 1.0 + item;
    return std::sqrt(sum);
  };
  const FunctionObjective lazy(60, value, {}, true);
  const FunctionObjective eager(60, value);
  const holdfast::Run run;
  calls = 0;
  const Items by_laziness = Greedy().select(lazy, {10, 0}, run).items();
  const int few = calls;
  calls = 0;
  EXPECT_EQ(Greedy().select(eager, {10, 0}, run).items(), by_laziness);
  EXPECT_LT(few, calls / 2);
}

}  // namespace
}  // namespace holdfast
