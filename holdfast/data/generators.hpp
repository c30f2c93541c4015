#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/random.hpp"

/// The synthetic data of the paper's experiments (section 5). The defaults are the paper's sizes.
/// Equal options give the same bits on every machine: only Random, + - * / and sqrt are used.
namespace holdfast {

/// Which draw of the data: trials of one seed are unrelated, and also unrelated to what algorithms
/// draw from that seed.
struct Draw {
  std::uint64_t seed = 0;
  std::uint64_t trial = 0;
};

/// An autoregressive design, each row by itself: X(i,0) ~ N(0,1), X(i,t+1) = sqrt(1-alpha^2) X(i,t)
/// + alpha N(0,1). Every column is N(0,1); neighbouring columns have correlation sqrt(1-alpha^2).
/// Needs 0 <= alpha <= 1.
HOLDFAST_EXPORT Matrix generate_ar_design(std::size_t rows, std::size_t cols, double alpha,
                                          Random& random);

/// Rows to fit on, rows to test on, and the weights behind both.
struct RegressionData {
  Matrix train;
  std::vector<double> train_target;
  Matrix test;
  std::vector<double> test_target;
  std::vector<double> weights;  ///< one a column, mostly zero
};

/// Figure 2: `nonzeros` random entries of w are +-(5 sqrt(ln(columns)/train_rows) + N(0,1)), the
/// sign being fair; the others 0; y = Xw + N(0, noise_variance).
struct LinearDataOptions {
  std::size_t train_rows = 800;
  std::size_t test_rows = 2400;
  std::size_t columns = 1000;
  std::size_t nonzeros = 100;
  double alpha_squared = 0.5;
  double noise_variance = 5.0;
  Draw draw;
};
HOLDFAST_EXPORT RegressionData generate_linear(const LinearDataOptions& options = {});

/// Figure 3: `nonzeros` random entries of w are uniform on (-1,1), the others 0; the label of a row
/// x is 1 if 1/(1+exp(x'w)) > 1/2, which is x'w < 0, and 0 otherwise. Labels are the numbers 0
/// and 1.
struct LogisticDataOptions {
  std::size_t train_rows = 600;
  std::size_t test_rows = 1800;
  std::size_t columns = 200;
  std::size_t nonzeros = 100;
  double alpha_squared = 0.09;
  Draw draw;
};
HOLDFAST_EXPORT RegressionData generate_logistic(const LogisticDataOptions& options = {});

/// Points, one a row, with a random half as targets M and the other half as candidates. Both lists
/// ascend; of an odd number of points the candidates get one more.
struct VarianceReductionData {
  Matrix points;
  Items targets;
  Items candidates;
};

/// Figure 5: the points are an autoregressive design.
struct VarianceReductionDataOptions {
  std::size_t points = 600;
  std::size_t dimensions = 20;
  double alpha = 0.1;
  Draw draw;
};
HOLDFAST_EXPORT VarianceReductionData
generate_variance_reduction(const VarianceReductionDataOptions& options = {});

}  // namespace holdfast
