#include "holdfast/data/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

// Built with -ffp-contract=off: a fused multiply-add would give other bits.

namespace holdfast {
namespace {

/// Keeps the data apart from what algorithms draw from the same seed.
Random random_for(const Draw& draw) {
  constexpr std::uint64_t streams_of_data = 0x6461746100000000ULL;
  return Random(draw.seed, streams_of_data ^ draw.trial);
}

void require_positive(const char* name, std::size_t value) {
  constexpr auto largest = static_cast<std::size_t>(std::numeric_limits<Item>::max());
  if (value >= 1 && value <= largest) return;
  throw std::invalid_argument(
      fmt::format("{} must be between 1 and {}, got {}", name, largest, value));
}

void require_nonzeros(std::size_t nonzeros, std::size_t columns) {
  if (nonzeros <= columns) return;
  throw std::invalid_argument(
      fmt::format("nonzeros must be at most the number of columns, {}, got {}", columns, nonzeros));
}

void require_within_unit(const char* name, double value) {
  if (value >= 0.0 && value <= 1.0) return;
  throw std::invalid_argument(fmt::format("{} must be between 0 and 1, got {}", name, value));
}

Items first_items(std::size_t count) {
  Items items(count);
  std::iota(items.begin(), items.end(), Item{0});
  return items;
}

/// `nonzeros` random entries, each drawn by `draw_entry`, the others 0.
template <class DrawEntry>
std::vector<double> sparse_weights(std::size_t columns, std::size_t nonzeros, Random& random,
                                   const DrawEntry& draw_entry) {
  std::vector<double> weights(columns, 0.0);
  for (const Item entry : random.sample(first_items(columns), nonzeros)) {
    weights[static_cast<std::size_t>(entry)] = draw_entry();
  }
  return weights;
}

/// Xw, with the sum in the order of the columns.
std::vector<double> product(const Matrix& design, const std::vector<double>& weights) {
  std::vector<double> sums(design.rows(), 0.0);
  for (std::size_t j = 0; j < design.cols(); ++j) {
    if (weights[j] == 0.0) continue;
    const auto column = design.column(j);
    for (std::size_t i = 0; i < design.rows(); ++i) sums[i] += weights[j] * column[i];
  }
  return sums;
}

/// Standard deviation of the first column.
double deviation_of_start(ArStart start, double alpha, double noise) {
  if (start == ArStart::zero) return 0.0;
  // A variance v stays the same if v = (1 - alpha^2) v + noise^2. Without noise every v does.
  return start == ArStart::standard || alpha == 0.0 ? 1.0 : noise / alpha;
}

/// Labels of rows whose x'w is given.
class Labeller {
 public:
  explicit Labeller(const LogisticDataOptions& options)
      : labels_(options.labels),
        random_(options.draw.seed, streams_of_labels ^ options.draw.trial) {}

  /// x'w plus noise of the logistic distribution is negative with probability 1/(1+exp(x'w)).
  double operator()(double product) {
    if (labels_ == Labels::drawn) product += logistic_noise();
    return product < 0.0 ? 1.0 : 0.0;
  }

 private:
  static constexpr std::uint64_t streams_of_labels = 0x6c6162656c000000ULL;

  double logistic_noise() {
    double uniform = 0.0;
    while (uniform == 0.0) uniform = random_.uniform();
    return portable_log(uniform) - portable_log(1.0 - uniform);
  }

  Labels labels_;
  Random random_;
};

}  // namespace

Matrix generate_ar_design(std::size_t rows, std::size_t cols, double alpha, Random& random,
                          const ArProcess& process) {
  require_positive("rows", rows);
  require_positive("columns", cols);
  require_within_unit("alpha", alpha);
  const double keep = std::sqrt(1.0 - alpha * alpha);
  const double noise = process.noise == ArNoise::literal ? alpha * alpha : alpha;
  const double start = deviation_of_start(process.start, alpha, noise);
  std::vector<double> numbers(rows * cols);
  for (std::size_t i = 0; i < rows; ++i) {
    const double first = random.normal();
    double current = start > 0.0 ? start * first : 0.0;
    numbers[i] = current;
    for (std::size_t j = 1; j < cols; ++j) {
      current = keep * current + noise * random.normal();
      numbers[j * rows + i] = current;
    }
  }
  return Matrix(rows, cols, std::move(numbers));
}

RegressionData generate_linear(const LinearDataOptions& options) {
  require_positive("train_rows", options.train_rows);
  require_positive("columns", options.columns);
  require_nonzeros(options.nonzeros, options.columns);
  require_within_unit("alpha_squared", options.alpha_squared);
  if (!(options.noise_variance >= 0.0) || std::isinf(options.noise_variance)) {
    throw std::invalid_argument(fmt::format("noise_variance must be finite and at least 0, got {}",
                                            options.noise_variance));
  }
  Random random = random_for(options.draw);
  const double offset = 5.0 * std::sqrt(portable_log(static_cast<double>(options.columns)) /
                                        static_cast<double>(options.train_rows));
  RegressionData data;
  data.weights = sparse_weights(options.columns, options.nonzeros, random, [&] {
    const double sign = random.below(2) == 0 ? 1.0 : -1.0;
    return sign * (offset + random.normal());
  });
  const double alpha = std::sqrt(options.alpha_squared);
  const double noise = std::sqrt(options.noise_variance);
  const auto observe = [&](std::size_t rows, Matrix& design, std::vector<double>& target) {
    if (rows == 0) return;
    design = generate_ar_design(rows, options.columns, alpha, random, options.process);
    target = product(design, data.weights);
    for (double& response : target) response += noise * random.normal();
  };
  observe(options.train_rows, data.train, data.train_target);
  observe(options.test_rows, data.test, data.test_target);
  return data;
}

RegressionData generate_logistic(const LogisticDataOptions& options) {
  require_positive("train_rows", options.train_rows);
  require_positive("columns", options.columns);
  require_nonzeros(options.nonzeros, options.columns);
  require_within_unit("alpha_squared", options.alpha_squared);
  Random random = random_for(options.draw);
  RegressionData data;
  data.weights = sparse_weights(options.columns, options.nonzeros, random,
                                [&] { return random.uniform(-1.0, 1.0); });
  Labeller label_of(options);
  const double alpha = std::sqrt(options.alpha_squared);
  const auto observe = [&](std::size_t rows, Matrix& design, std::vector<double>& target) {
    if (rows == 0) return;
    design = generate_ar_design(rows, options.columns, alpha, random, options.process);
    target = product(design, data.weights);
    std::ranges::transform(target, target.begin(), std::ref(label_of));
  };
  observe(options.train_rows, data.train, data.train_target);
  observe(options.test_rows, data.test, data.test_target);
  return data;
}

VarianceReductionData generate_variance_reduction(const VarianceReductionDataOptions& options) {
  require_positive("points", options.points);
  require_positive("dimensions", options.dimensions);
  Random random = random_for(options.draw);
  VarianceReductionData data;
  data.points = generate_ar_design(options.points, options.dimensions, options.alpha, random,
                                   options.process);
  const Items all = first_items(options.points);
  data.targets = random.sample(all, options.points / 2);
  std::sort(data.targets.begin(), data.targets.end());
  std::set_difference(all.begin(), all.end(), data.targets.begin(), data.targets.end(),
                      std::back_inserter(data.candidates));
  return data;
}

}  // namespace holdfast
