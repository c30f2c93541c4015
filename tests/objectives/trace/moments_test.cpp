#include "holdfast/objectives/trace/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "tests/support/expectations.hpp"

namespace holdfast {
namespace {

constexpr std::size_t features = 5;

/// Columns of very different means and scales; the last one is the response.
std::vector<std::vector<double>> table_of(std::size_t rows, double mean, std::uint64_t seed) {
  Random random(seed, 0);
  std::vector<std::vector<double>> columns(features + 1, std::vector<double>(rows));
  for (std::size_t i = 0; i < rows; ++i) {
    double response = random.uniform();
    for (std::size_t j = 0; j < features; ++j) {
      const double x = random.uniform() - 0.5;
      columns[j][i] = mean * static_cast<double>(j) + x * static_cast<double>(1 + j);
      response += x * static_cast<double>(j % 3);
    }
    columns[features][i] = response + 10.0 * mean;
  }
  return columns;
}

void update(Moments& moments, const std::vector<std::vector<double>>& table, std::size_t begin,
            std::size_t end) {
  std::vector<ColumnView> views;
  for (const auto& column : table) views.push_back({column.data() + begin, 1});
  Workers workers(2);
  moments.update(views, end - begin, workers);
}

Moments moments_of(const std::vector<std::vector<double>>& table,
                   const std::vector<std::size_t>& cuts) {
  Moments moments(features, 1);
  std::size_t begin = 0;
  for (const std::size_t cut : cuts) {
    update(moments, table, begin, cut);
    begin = cut;
  }
  update(moments, table, begin, table[0].size());
  return moments;
}

LinearObjective objective_of(const Moments& moments, bool intercept = true) {
  auto [design, responses] = moments.compressed(intercept, false);
  return {design, responses, {.intercept = false}};
}

LinearObjective whole(const std::vector<std::vector<double>>& table, bool intercept) {
  std::vector<double> numbers;
  for (std::size_t j = 0; j < features; ++j)
    numbers.insert(numbers.end(), table[j].begin(), table[j].end());
  return {Matrix(table[0].size(), features, std::move(numbers)),
          table[features],
          {.intercept = intercept}};
}

TEST(Moments, GiveTheValuesOfTheWholeTable) {
  const holdfast::Run run;
  for (const double mean : {0.0, 1.0, 1e6}) {
    for (const bool intercept : {true, false}) {
      const auto table = table_of(3000, mean, 1);
      const LinearObjective expected = whole(table, intercept);
      const LinearObjective found = objective_of(moments_of(table, {}), intercept);
      const double scale = *expected.largest_value();
      EXPECT_NEAR(*found.largest_value(), scale, 1e-10 * scale);
      for (const Items& set : {Items{0}, Items{1, 4}, Items{0, 2, 3}, Items{0, 1, 2, 3, 4}})
        EXPECT_NEAR(found.value(set), expected.value(set), 1e-10 * scale) << mean << intercept;
    }
  }
}

TEST(Moments, LargeMeansCostNoDigits) {
  // The same numbers with and without a mean of 2^20, which is added and taken away exactly.
  auto table = table_of(5000, 0.0, 2);
  for (auto& column : table)
    for (double& number : column) number = std::round(number * 0x1p20) * 0x1p-20;
  const double without = objective_of(moments_of(table, {})).value(Items{1, 3});
  for (auto& column : table)
    for (double& number : column) number += 0x1p20;
  EXPECT_NEAR(objective_of(moments_of(table, {})).value(Items{1, 3}), without, 1e-13 * without);
}

TEST(Moments, BlocksOfAnySizeGiveTheSameBits) {
  const auto table = table_of(7000, 10.0, 3);
  const std::string expected = moments_of(table, {}).to_bytes();
  EXPECT_EQ(moments_of(table, {1, 2, 3, 1024, 1025, 4096, 6999}).to_bytes(), expected);
  std::vector<std::size_t> small;
  for (std::size_t cut = 17; cut < 7000; cut += 17) small.push_back(cut);
  EXPECT_EQ(moments_of(table, small).to_bytes(), expected);
}

TEST(Moments, PartsOfAnyMachineGiveTheSameBits) {
  const auto table = table_of(9000, 10.0, 4);
  const std::string expected = moments_of(table, {}).to_bytes();
  for (const std::size_t part : {1024U, 3072U, 4096U}) {
    Moments sum(features, 1);
    update(sum, table, 0, part);
    for (std::size_t begin = part; begin < 9000; begin += part) {
      Moments next(features, 1, begin, sum.shift());
      update(next, table, begin, std::min<std::size_t>(begin + part, 9000));
      sum.merge(Moments::from_bytes(next.to_bytes()));
    }
    EXPECT_EQ(sum.to_bytes(), expected) << part;
  }
}

TEST(Moments, StrangersMergeUpToRounding) {
  const auto table = table_of(2500, 1e3, 5);
  const double expected = objective_of(moments_of(table, {})).value(Items{1, 4});
  for (const std::size_t cut : {10U, 1024U, 2000U}) {
    Moments first(features, 1);
    update(first, table, 0, cut);
    Moments second(features, 1);
    update(second, table, cut, 2500);
    first.merge(second);
    EXPECT_EQ(first.rows(), 2500U);
    EXPECT_NEAR(objective_of(first).value(Items{1, 4}), expected, 1e-9 * expected);
  }
}

TEST(Moments, ColumnsThatAreConstantOrDependent) {
  auto table = table_of(1500, 0.0, 6);
  table[1] = table[0];
  std::ranges::fill(table[2], 1e6 + 0.1);
  const LinearObjective found = objective_of(moments_of(table, {}));
  const holdfast::Run run;
  EXPECT_EQ(found.start_at(run, Items{0})->gains(Items{1, 2}), (std::vector<double>{0.0, 0.0}));
  EXPECT_NEAR(found.value(Items{0, 1, 2}), found.value(Items{0}), 1e-9 * *found.largest_value());
}

TEST(Moments, NameTheCellThatIsNotFinite) {
  auto table = table_of(3000, 0.0, 7);
  for (const std::size_t row : {5U, 1500U}) {
    table[3][row] = std::numeric_limits<double>::quiet_NaN();
    support::expect_refusal([&] { moments_of(table, {900}); },
                            {"row " + std::to_string(row), "column 3", "nan"});
    table[3][row] = 0.0;
  }
  table[5][2999] = std::numeric_limits<double>::infinity();
  support::expect_refusal([&] { objective_of(moments_of(table, {})); }, {"row 2999", "response 0"});
}

TEST(Moments, RefuseWhatDoesNotFit) {
  support::expect_refusal([] { Moments(2, 1, 1000, {1, 2, 3}); }, {"first_row", "1024"});
  support::expect_refusal([] { Moments(2, 1, 1024); }, {"shift"});
  support::expect_refusal([] { Moments(0, 1); }, {"column"});
  support::expect_refusal([] { Moments(2, 1).compressed(true, false); }, {"no rows"});
  Moments moments(2, 1);
  support::expect_refusal([&] { moments.merge(Moments(3, 1)); }, {"merged"});
  support::expect_refusal([] { Moments::from_bytes("short"); }, {"break off"});
}

}  // namespace
}  // namespace holdfast
