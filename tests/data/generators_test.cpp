#include "holdfast/data/generators.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double mean_product(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum / static_cast<double>(a.size());
}

std::vector<double> row_products(const Matrix& design, const std::vector<double>& weights) {
  std::vector<double> products(design.rows(), 0.0);
  for (std::size_t i = 0; i < design.rows(); ++i) {
    for (std::size_t j = 0; j < design.cols(); ++j) products[i] += design(i, j) * weights[j];
  }
  return products;
}

std::size_t nonzeros(const std::vector<double>& weights) {
  std::size_t count = 0;
  for (const double weight : weights) count += weight != 0.0 ? 1 : 0;
  return count;
}

std::vector<double> numbers_of(const Matrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.rows() * matrix.cols()};
}

/// FNV-1a over the bits of the numbers, low byte first.
class Fingerprint {
 public:
  void add(std::span<const double> numbers) {
    for (const double number : numbers) {
      const auto bits = std::bit_cast<std::uint64_t>(number);
      for (unsigned shift = 0; shift < 64; shift += 8) add_byte((bits >> shift) & 0xFFU);
    }
  }
  void add(const Matrix& matrix) { add(numbers_of(matrix)); }
  void add(const Items& items) {
    for (const Item item : items) add_byte(static_cast<std::uint64_t>(item) & 0xFFU);
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(std::uint64_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3ULL; }
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

std::uint64_t fingerprint(const RegressionData& data) {
  Fingerprint print;
  print.add(data.train);
  print.add(data.train_target);
  print.add(data.test);
  print.add(data.test_target);
  print.add(data.weights);
  return print.value();
}

std::uint64_t fingerprint(const VarianceReductionData& data) {
  Fingerprint print;
  print.add(data.points);
  print.add(data.targets);
  print.add(data.candidates);
  return print.value();
}

TEST(Generators, DesignFollowsItsDefinition) {
  Random ours(1, 2);
  const double alpha = 0.3;
  const Matrix design = generate_ar_design(5, 7, alpha, ours);
  Random again(1, 2);
  for (std::size_t i = 0; i < 5; ++i) {
    double x = again.normal();
    EXPECT_EQ(design(i, 0), x);
    for (std::size_t t = 0; t + 1 < 7; ++t) {
      x = std::sqrt(1 - alpha * alpha) * x + alpha * again.normal();
      EXPECT_NEAR(design(i, t + 1), x, 1e-12);
    }
  }
}

/// The variance of each column, by the recursion v' = (1 - alpha^2) v + variance of the noise.
std::vector<double> variances_of(const ArProcess& process, double alpha, std::size_t columns) {
  const double square = alpha * alpha;
  const double noise = process.noise == ArNoise::literal ? square * square : square;
  double variance = 1.0;
  if (process.start == ArStart::zero) variance = 0.0;
  if (process.start == ArStart::stationary) variance = noise / square;
  std::vector<double> variances;
  for (std::size_t j = 0; j < columns; ++j) {
    variances.push_back(variance);
    variance = (1.0 - square) * variance + noise;
  }
  return variances;
}

TEST(Generators, EveryProcessHasItsVariancesAtEveryColumn) {
  constexpr std::size_t rows = 20000;
  // A mean square of n normals has the relative standard error sqrt(2/n).
  const double width = 5.0 * std::sqrt(2.0 / rows);
  for (const auto noise : {ArNoise::standard, ArNoise::literal}) {
    for (const auto start : {ArStart::standard, ArStart::stationary, ArStart::zero}) {
      for (const double alpha : {0.05, 0.3, std::sqrt(0.5)}) {
        const ArProcess process{noise, start};
        Random random(5);
        const Matrix design = generate_ar_design(rows, 8, alpha, random, process);
        const auto expected = variances_of(process, alpha, 8);
        for (std::size_t j = 0; j < 8; ++j) {
          EXPECT_NEAR(mean(design.column(j)), 0.0, 5.0 * std::sqrt(expected[j] / rows));
          EXPECT_NEAR(mean_product(design.column(j), design.column(j)), expected[j],
                      width * expected[j]);
        }
      }
    }
  }
}

TEST(Generators, AStationaryProcessKeepsItsVariance) {
  const auto variances = variances_of({ArNoise::literal, ArStart::stationary}, 0.3, 20);
  EXPECT_NEAR(variances.front(), 0.09, 1e-12);
  EXPECT_NEAR(variances.back(), 0.09, 1e-12);
}

TEST(Generators, ProcessesOfOneDrawShareTheirNumbers) {
  const auto design = [](const ArProcess& process) {
    Random random(3);
    return generate_ar_design(4, 6, 0.3, random, process);
  };
  const Matrix headline = design({});
  EXPECT_EQ(numbers_of(design({ArNoise::standard, ArStart::stationary})), numbers_of(headline));
  const Matrix zero = design({ArNoise::standard, ArStart::zero});
  const Matrix literal = design({ArNoise::literal, ArStart::zero});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(zero(i, 0), 0.0);
    for (std::size_t j = 0; j < 6; ++j) {
      const double decayed = headline(i, 0) * std::pow(std::sqrt(1.0 - 0.09), j);
      EXPECT_NEAR(zero(i, j), headline(i, j) - decayed, 1e-12);
      EXPECT_NEAR(literal(i, j), 0.3 * zero(i, j), 1e-12);
    }
  }
}

TEST(Generators, TheProcessReachesEveryKindOfData) {
  const ArProcess zero{ArNoise::literal, ArStart::zero};
  const auto is_zero = [](std::span<const double> column) {
    return std::ranges::all_of(column, [](double number) { return number == 0.0; });
  };
  const auto linear = generate_linear(
      {.train_rows = 5, .test_rows = 5, .columns = 6, .nonzeros = 3, .process = zero});
  EXPECT_TRUE(is_zero(linear.train.column(0)) && is_zero(linear.test.column(0)));
  EXPECT_FALSE(is_zero(linear.train.column(1)));
  const auto logistic = generate_logistic(
      {.train_rows = 5, .test_rows = 5, .columns = 6, .nonzeros = 3, .process = zero});
  EXPECT_TRUE(is_zero(logistic.train.column(0)) && is_zero(logistic.test.column(0)));
  const auto points = generate_variance_reduction({.points = 6, .dimensions = 3, .process = zero});
  EXPECT_TRUE(is_zero(points.points.column(0)));
}

TEST(Generators, DrawnLabelsHaveTheModelsProbabilityAndLeaveTheRowsAlone) {
  LogisticDataOptions options{.train_rows = 20000, .test_rows = 50, .columns = 8, .nonzeros = 8};
  const RegressionData sure = generate_logistic(options);
  options.labels = Labels::drawn;
  const RegressionData drawn = generate_logistic(options);
  EXPECT_EQ(numbers_of(drawn.train), numbers_of(sure.train));
  EXPECT_EQ(numbers_of(drawn.test), numbers_of(sure.test));
  EXPECT_EQ(drawn.weights, sure.weights);
  EXPECT_NE(drawn.train_target, sure.train_target);
  const auto products = row_products(drawn.train, drawn.weights);
  // Rows of similar probability: their labels have it as their mean.
  for (int bin = -3; bin < 3; ++bin) {
    double expected = 0.0;
    double ones = 0.0;
    double rows = 0.0;
    double variance = 0.0;
    for (std::size_t i = 0; i < products.size(); ++i) {
      if (products[i] < bin || products[i] >= bin + 1) continue;
      const double probability = 1.0 / (1.0 + std::exp(products[i]));
      expected += probability;
      variance += probability * (1.0 - probability);
      ones += drawn.train_target[i];
      ++rows;
    }
    ASSERT_GT(rows, 100.0);
    EXPECT_NEAR(ones, expected, 5.0 * std::sqrt(variance)) << bin;
  }
}

TEST(Generators, DesignHasUnitColumnsAndTheStatedCorrelation) {
  constexpr std::size_t rows = 20000;
  // Five standard errors of a mean, of a mean square, and of a mean product of standard normals.
  const double width = 5.0 / std::sqrt(static_cast<double>(rows));
  for (const double alpha : {0.0, 0.05, 0.3, std::sqrt(0.5), 1.0}) {
    Random random(11);
    const Matrix design = generate_ar_design(rows, 5, alpha, random);
    const double correlation = std::sqrt(1 - alpha * alpha);
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_NEAR(mean(design.column(j)), 0.0, width);
      EXPECT_NEAR(mean_product(design.column(j), design.column(j)), 1.0, width * std::sqrt(2.0));
      if (j == 0) continue;
      EXPECT_NEAR(mean_product(design.column(j - 1), design.column(j)), correlation,
                  width * std::sqrt(1 + correlation * correlation));
    }
  }
}

TEST(Generators, LinearHasThePapersSizes) {
  const RegressionData data = generate_linear();
  EXPECT_EQ(data.train.rows(), 800U);
  EXPECT_EQ(data.train.cols(), 1000U);
  EXPECT_EQ(data.train_target.size(), 800U);
  EXPECT_EQ(data.test.rows(), 2400U);
  EXPECT_EQ(data.test.cols(), 1000U);
  EXPECT_EQ(data.test_target.size(), 2400U);
  EXPECT_EQ(data.weights.size(), 1000U);
  EXPECT_EQ(nonzeros(data.weights), 100U);
}

TEST(Generators, LinearTargetIsTheProductAndNoiseOfVarianceFive) {
  LinearDataOptions options;
  options.columns = 30;
  options.nonzeros = 10;
  options.train_rows = 4000;
  options.test_rows = 4000;
  const RegressionData data = generate_linear(options);
  std::vector<double> noise;
  const auto collect = [&](const Matrix& design, const std::vector<double>& target) {
    const auto products = row_products(design, data.weights);
    for (std::size_t i = 0; i < target.size(); ++i) noise.push_back(target[i] - products[i]);
  };
  collect(data.train, data.train_target);
  collect(data.test, data.test_target);
  const double count = static_cast<double>(noise.size());
  EXPECT_NEAR(mean(noise), 0.0, 5.0 * std::sqrt(5.0 / count));
  EXPECT_NEAR(mean_product(noise, noise), 5.0, 5.0 * 5.0 * std::sqrt(2.0 / count));

  options.noise_variance = 0.0;
  const RegressionData exact = generate_linear(options);
  const auto products = row_products(exact.train, exact.weights);
  for (std::size_t i = 0; i < 4000; ++i) EXPECT_NEAR(exact.train_target[i], products[i], 1e-10);
}

TEST(Generators, LinearWeightsHaveAnOffsetAndAFairSign) {
  LinearDataOptions options;
  options.test_rows = 0;
  options.columns = 1000;
  options.nonzeros = 1000;
  options.train_rows = 10;
  const double offset = 5.0 * std::sqrt(std::log(1000.0) / 10.0);
  std::vector<double> weights;
  for (options.draw.trial = 0; options.draw.trial < 5; ++options.draw.trial) {
    const auto data = generate_linear(options);
    EXPECT_EQ(data.test.rows(), 0U);
    weights.insert(weights.end(), data.weights.begin(), data.weights.end());
  }
  const double count = static_cast<double>(weights.size());
  // The offset exceeds 4 here, so that the sign of a weight is practically that of the coin.
  double absolute = 0.0;
  for (const double weight : weights) absolute += std::abs(weight) / count;
  EXPECT_NEAR(absolute, offset, 5.0 / std::sqrt(count));
  EXPECT_NEAR(mean_product(weights, weights), offset * offset + 1.0,
              5.0 * std::sqrt((4.0 * offset * offset + 2.0) / count));
  EXPECT_NEAR(mean(weights), 0.0, 5.0 * std::sqrt((offset * offset + 1.0) / count));
}

TEST(Generators, LogisticHasThePapersSizes) {
  const RegressionData data = generate_logistic();
  EXPECT_EQ(data.train.rows(), 600U);
  EXPECT_EQ(data.train.cols(), 200U);
  EXPECT_EQ(data.test.rows(), 1800U);
  EXPECT_EQ(data.test_target.size(), 1800U);
  EXPECT_EQ(nonzeros(data.weights), 100U);
}

TEST(Generators, LogisticLabelsFollowTheModel) {
  const RegressionData data = generate_logistic();
  const auto expect_labels = [&](const Matrix& design, const std::vector<double>& labels) {
    const auto products = row_products(design, data.weights);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (std::abs(products[i]) < 1e-9) continue;  // the order of summation may decide
      EXPECT_EQ(labels[i], 1.0 / (1.0 + std::exp(products[i])) > 0.5 ? 1.0 : 0.0);
    }
  };
  expect_labels(data.train, data.train_target);
  expect_labels(data.test, data.test_target);
}

TEST(Generators, LogisticWeightsAreUniformAndLabelsBalanced) {
  LogisticDataOptions options;
  options.test_rows = 0;
  std::vector<double> weights;
  std::vector<double> labels;
  for (options.draw.trial = 0; options.draw.trial < 10; ++options.draw.trial) {
    const auto data = generate_logistic(options);
    for (const double weight : data.weights) {
      if (weight != 0.0) weights.push_back(weight);
    }
    labels.insert(labels.end(), data.train_target.begin(), data.train_target.end());
  }
  const double count = static_cast<double>(weights.size());
  EXPECT_EQ(weights.size(), 1000U);
  EXPECT_LE(*std::max_element(weights.begin(), weights.end()), 1.0);
  EXPECT_GE(*std::min_element(weights.begin(), weights.end()), -1.0);
  EXPECT_NEAR(mean(weights), 0.0, 5.0 * std::sqrt(1.0 / 3.0 / count));
  EXPECT_NEAR(mean_product(weights, weights), 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / count));
  EXPECT_NEAR(mean(labels), 0.5, 5.0 * 0.5 / std::sqrt(static_cast<double>(labels.size())));
}

TEST(Generators, VarianceReductionSplitsThePointsInHalves) {
  const VarianceReductionData data = generate_variance_reduction();
  EXPECT_EQ(data.points.rows(), 600U);
  EXPECT_EQ(data.points.cols(), 20U);
  EXPECT_EQ(data.targets.size(), 300U);
  EXPECT_EQ(data.candidates.size(), 300U);
  EXPECT_TRUE(std::is_sorted(data.targets.begin(), data.targets.end()));
  EXPECT_TRUE(std::is_sorted(data.candidates.begin(), data.candidates.end()));
  std::set<Item> all(data.targets.begin(), data.targets.end());
  all.insert(data.candidates.begin(), data.candidates.end());
  EXPECT_EQ(all.size(), 600U);
  EXPECT_EQ(*all.begin(), 0);
  EXPECT_EQ(*all.rbegin(), 599);
}

TEST(Generators, EveryPointIsATargetHalfOfTheTime) {
  VarianceReductionDataOptions options;
  options.points = 7;
  options.dimensions = 1;
  std::vector<double> times(7, 0.0);
  constexpr int trials = 3000;
  for (int trial = 0; trial < trials; ++trial) {
    options.draw.trial = static_cast<std::uint64_t>(trial);
    const auto data = generate_variance_reduction(options);
    EXPECT_EQ(data.targets.size(), 3U);
    EXPECT_EQ(data.candidates.size(), 4U);
    for (const Item item : data.targets) times[static_cast<std::size_t>(item)] += 1.0 / trials;
  }
  for (const double share : times) EXPECT_NEAR(share, 3.0 / 7.0, 2.5 / std::sqrt(trials));
}

TEST(Generators, DrawsAreRepeatableAndDifferent) {
  LinearDataOptions options;
  options.columns = 20;
  options.nonzeros = 5;
  options.train_rows = 30;
  options.test_rows = 10;
  std::set<std::uint64_t> prints;
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    for (const std::uint64_t trial : {0U, 1U, 2U}) {
      options.draw = {seed, trial};
      const auto data = generate_linear(options);
      EXPECT_EQ(fingerprint(data), fingerprint(generate_linear(options)));
      prints.insert(fingerprint(data));
      Random plain(seed, trial);
      EXPECT_NE(data.train(0, 0), plain.normal());
    }
  }
  EXPECT_EQ(prints.size(), 9U);
}

TEST(Generators, TestRowsDoNotChangeTheTrainingRows) {
  LogisticDataOptions options;
  options.test_rows = 0;
  const auto without = generate_logistic(options);
  options.test_rows = 17;
  const auto with = generate_logistic(options);
  EXPECT_EQ(numbers_of(without.train), numbers_of(with.train));
  EXPECT_EQ(without.train_target, with.train_target);
  EXPECT_EQ(without.weights, with.weights);
}

/// The one kind of stored number that makes sense: it must be the same on every machine.
TEST(Generators, BitsAreTheSameEverywhere) {
  LinearDataOptions linear;
  linear.draw = {42, 7};
  LogisticDataOptions logistic;
  logistic.draw = {42, 7};
  VarianceReductionDataOptions points;
  points.draw = {42, 7};
  EXPECT_EQ(fingerprint(generate_linear(linear)), 0x33640656D1D00A69ULL);
  EXPECT_EQ(fingerprint(generate_logistic(logistic)), 0x55A3310552BF07C0ULL);
  EXPECT_EQ(fingerprint(generate_variance_reduction(points)), 0x015CFA81851C8ED9ULL);
}

TEST(Generators, LogarithmAgreesWithTheLibrary) {
  for (double x = 1e-300; x < 1e300; x *= 1.7) {
    EXPECT_NEAR(portable_log(x), std::log(x), 4e-16 * (1.0 + std::abs(std::log(x))));
  }
}

TEST(Generators, WrongSizesAreErrors) {
  LinearDataOptions linear;
  linear.nonzeros = 1001;
  EXPECT_THAT(error_of<std::invalid_argument>([&] { generate_linear(linear); }),
              HasSubstr("nonzeros must be at most the number of columns, 1000, got 1001"));
  linear = {};
  linear.train_rows = 0;
  EXPECT_THAT(error_of<std::invalid_argument>([&] { generate_linear(linear); }),
              HasSubstr("train_rows must be between 1"));
  linear = {};
  linear.alpha_squared = 1.5;
  EXPECT_THAT(error_of<std::invalid_argument>([&] { generate_linear(linear); }),
              HasSubstr("alpha_squared must be between 0 and 1, got 1.5"));
  linear = {};
  linear.noise_variance = std::nan("");
  EXPECT_THAT(error_of<std::invalid_argument>([&] { generate_linear(linear); }),
              HasSubstr("noise_variance"));
  LogisticDataOptions logistic;
  logistic.columns = 0;
  EXPECT_THROW(generate_logistic(logistic), std::invalid_argument);
  VarianceReductionDataOptions points;
  points.points = 0;
  EXPECT_THROW(generate_variance_reduction(points), std::invalid_argument);
  points = {};
  points.alpha = -0.1;
  EXPECT_THROW(generate_variance_reduction(points), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
