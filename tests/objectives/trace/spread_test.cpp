// Objectives whose items are on parts: against their definitions, and to the last bit against the
// objectives that hold all items. The parts are here; some are lost and made again on the way.

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/trace/spread_part.hpp"
#include "holdfast/objectives/trace/spread_trace.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/expectations.hpp"

namespace holdfast {
namespace {

using support::LinearShape;
using support::TestProblem;
using MakePart = std::function<std::unique_ptr<SpreadPart>(Item first, Item end)>;

/// Parts between these borders. Each question finds some of them lost, as often as `lost` says.
SpreadItems items_of(const std::vector<Item>& borders, const MakePart& make, double lost) {
  struct Here {
    Random random{7, 0};
    std::vector<std::unique_ptr<SpreadPart>> parts;
  };
  auto here = std::make_shared<Here>();
  here->parts.resize(borders.size() - 1);
  return {borders, [=](const std::string& question, const std::vector<std::size_t>& asked) {
            std::vector<std::string> answers;
            for (const std::size_t i : asked) {
              auto& part = here->parts[i];
              if (!part || here->random.uniform() < lost) part = make(borders[i], borders[i + 1]);
              answers.push_back(part->answer(question));
            }
            return answers;
          }};
}

Matrix rows_between(const Matrix& points, Item first, Item end) {
  std::vector<double> numbers;
  for (std::size_t c = 0; c < points.cols(); ++c) {
    for (Item i = first; i < end; ++i) numbers.push_back(points(static_cast<std::size_t>(i), c));
  }
  return {static_cast<std::size_t>(end - first), points.cols(), std::move(numbers)};
}

Matrix columns_between(const Matrix& design, Item first, Item end) {
  const double* numbers = design.data();
  const auto at = [&](Item column) { return design.rows() * static_cast<std::size_t>(column); };
  return {design.rows(), static_cast<std::size_t>(end - first),
          std::vector<double>(numbers + at(first), numbers + at(end))};
}

struct Linear {
  LinearShape shape;
  LinearOptions options = {};
  bool sparse = false;
};

std::vector<Linear> linear_cases() {
  const LinearShape degenerate{
      .duplicated = true, .dependent = true, .constant = true, .zero = true};
  std::vector<double> weights;  // whole numbers, so that repeated rows define what they mean
  for (int i = 0; i < 40; ++i) weights.push_back(1 + i % 3);
  return {{{.correlation = 0.7}, {.threads = 1}},
          {degenerate, {.ridge = 0.3, .threads = 1}},
          {{.integers = true}, {.intercept = false, .threads = 1}},
          {degenerate, {.threads = 1, .row_weights = weights}},
          {{.sparse = true}, {.ridge = 0.1, .threads = 1}, true},
          {{.duplicated = true, .sparse = true}, {.threads = 1, .row_weights = weights}, true}};
}

/// A row of weight w is w rows.
support::LinearModel model_of(const support::LinearData& data, const LinearOptions& options) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < data.design.rows(); ++i)
    rows.insert(rows.end(),
                options.row_weights.empty() ? 1 : static_cast<std::size_t>(options.row_weights[i]),
                i);
  std::vector<double> numbers;
  for (std::size_t j = 0; j < data.design.cols(); ++j)
    for (const std::size_t i : rows) numbers.push_back(data.design(i, j));
  std::vector<double> response;
  for (const std::size_t i : rows) response.push_back(data.response[i]);
  return {{rows.size(), data.design.cols(), std::move(numbers)},
          std::move(response),
          options.ridge,
          options.intercept};
}

/// The same problem with its items on parts, and with all of them in one place.
struct Pair {
  TestProblem spread;
  TestProblem whole;
};

Pair linear_pair(const Linear& kind, const std::vector<Item>& borders, double lost) {
  const auto data = support::random_linear_data(kind.shape, 11);
  const auto form = [sparse = kind.sparse](Matrix matrix) {
    return sparse ? LinearObjective::Design(support::to_sparse(matrix)) : std::move(matrix);
  };
  const Matrix response(data.response.size(), 1, data.response);
  const auto make = [=, options = kind.options](Item first, Item end) {
    return make_spread_part(first, form(columns_between(data.design, first, end)), response,
                            options);
  };
  const auto model = model_of(data, kind.options);
  TestProblem whole{
      "whole", std::make_shared<LinearObjective>(form(data.design), data.response, kind.options),
      support::linear_definition(model), 1e-9,
      [model](std::span<const Item> set) { return support::linear_gradients(model, set); }};
  TestProblem spread = whole;
  spread.label = "spread";
  spread.objective = make_spread_linear(items_of(borders, make, lost), response, kind.options, {});
  return {spread, whole};
}

/// And its likeness on one machine.
Pair variance_pair(const std::vector<Item>& borders, std::size_t count, double lost) {
  const Kernel kernel{Kernel::Shape::matern52, 1.5, 2.0};
  const double noise = 0.2;
  const Matrix points = support::random_points(static_cast<std::size_t>(borders.back()), 2, 5);
  const Matrix targets = support::random_points(count, 2, 6);
  const auto make = [=](Item first, Item end) {
    return make_spread_part(first, kernel, rows_between(points, first, end), targets, noise);
  };
  const auto definition = support::variance_reduction_definition(
      support::kernel_matrix_by_definition(kernel, points, points),
      support::kernel_matrix_by_definition(kernel, targets, points), noise);
  Workers workers(1);
  auto whole = std::make_shared<VarianceReductionObjective>(
      kernel_matrix(kernel, points, points, workers),
      kernel_matrix(kernel, targets, points, workers), kernel_variances(kernel, targets), noise);
  return {
      {"spread",
       make_spread_variance_reduction(items_of(borders, make, lost), kernel, targets, noise, {}),
       definition},
      {"whole", std::move(whole), definition}};
}

TEST(Spread, LinearKeepsTheContract) {
  for (const Linear& kind : linear_cases())
    support::check_contract(linear_pair(kind, {0, 1, 6, 10}, 0.0).spread, 3);
  support::check_contract(linear_pair(linear_cases()[1], {0, 4, 10}, 0.4).spread, 4);
}

TEST(Spread, VarianceReductionKeepsTheContract) {
  support::check_contract(variance_pair({0, 2, 7, 9}, 6, 0.0).spread, 3);
  support::check_contract(variance_pair({0, 9}, 6, 0.4).spread, 4);
  support::check_contract(variance_pair({0, 4, 9}, 140, 0.4).spread, 5);
}

TEST(Spread, VarianceReductionHasTheBitsOfTheWhole) {
  for (const std::size_t targets : {6U, 140U}) {
    const auto [spread, whole] = variance_pair({0, 3, 4, 10}, targets, 0.3);
    EXPECT_EQ(support::transcript(spread, 1, 60, 8), support::transcript(whole, 1, 60, 8));
  }
}

TEST(Spread, LinearHasTheBitsOfTheWhole) {
  for (const Linear& kind : linear_cases()) {
    for (const double lost : {0.0, 0.5}) {
      const auto [spread, whole] = linear_pair(kind, {0, 3, 4, 10}, lost);
      EXPECT_EQ(spread.objective->largest_value(), whole.objective->largest_value());
      EXPECT_EQ(support::transcript(spread, 1, 60, 8), support::transcript(whole, 1, 60, 8));
    }
  }
}

/// More States than a part keeps rows for, each of which asks about a part of its own.
TEST(Spread, StatesThatAskInTurnsDoNotDisturbEachOther) {
  const auto [spread, whole] = linear_pair(linear_cases()[0], {0, 5, 10}, 0.0);
  const holdfast::Run run;
  for (const bool own_part : {false, true}) {
    std::vector<std::unique_ptr<State>> there;
    std::vector<std::unique_ptr<State>> here;
    for (int i = 0; i < 7; ++i) {
      there.push_back(spread.objective->start(run));
      here.push_back(whole.objective->start(run));
    }
    for (Item step = 0; step < 4; ++step) {
      for (Item i = 0; i < 7; ++i) {
        const Item item = own_part ? 5 * (i % 2) + (step + i) % 5 : (step + i) % 10;
        const Item first = own_part ? 5 * (i % 2) : 0;
        Items candidates;
        const auto place = static_cast<std::size_t>(i);
        here[place]->add(item);
        there[place]->add(item);
        for (Item c = first; c < (own_part ? first + 5 : 10); ++c)
          if (!here[place]->contains(c)) candidates.push_back(c);
        EXPECT_EQ(there[place]->gains(candidates), here[place]->gains(candidates));
        const auto best = there[place]->largest_gains(candidates, 1);
        ASSERT_FALSE(best.empty());
        EXPECT_EQ(best.front().item, here[place]->largest_gains(candidates, 1).front().item);
      }
    }
  }
}

TEST(Spread, ItemsKeepTheNumbersOfTheirPoints) {
  const Matrix points = support::random_points(3, 2, 1);
  const Kernel kernel;
  const auto objective_of = [&](Items given) {
    return make_spread_variance_reduction(items_of(
                                              {0, 3},
                                              [&](Item first, Item /*end*/) {
                                                return make_spread_part(first, kernel, points,
                                                                        points, 1.0);
                                              },
                                              0.0),
                                          kernel, points, 1.0, {}, std::move(given));
  };
  EXPECT_EQ(objective_of({8, 2, 5})->given_index(1), 2);
  EXPECT_EQ(objective_of({8, 2, 5})->item_name(2), "5");
  EXPECT_EQ(objective_of({})->item_name(2), "2");
  support::expect_refusal([&] { objective_of({8, 2}); }, {"2 numbers for 3 items"});
}

TEST(Spread, AQuestionThatBreaksOffIsRefused) {
  const Matrix points = support::random_points(3, 2, 1);
  const auto part = make_spread_part(0, Kernel(), points, points, 1.0);
  support::expect_refusal([&] { part->answer(std::string(5, '\0')); }, {"too early"});
}

}  // namespace
}  // namespace holdfast
