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

/// What is added at each step of an autoregressive process.
enum class ArNoise {
  standard,  ///< alpha N(0,1)
  literal    ///< alpha N(0, alpha^2), as the paper's text has it
};

/// The first column of an autoregressive process.
enum class ArStart {
  standard,    ///< N(0,1)
  stationary,  ///< with the variance that the process tends to; with standard noise that is 1
  zero
};

/// The paper leaves open what drives the process and how it starts. The same numbers are drawn for
/// every choice, so that data sets of one draw can be compared.
struct ArProcess {
  ArNoise noise = ArNoise::standard;
  ArStart start = ArStart::standard;
};

/// An autoregressive design, each row by itself: X(i,t+1) = sqrt(1-alpha^2) X(i,t) + noise. With
/// the defaults every column is N(0,1), and neighbouring columns have correlation sqrt(1-alpha^2).
/// Needs 0 <= alpha <= 1.
HOLDFAST_EXPORT Matrix generate_ar_design(std::size_t rows, std::size_t cols, double alpha,
                                          Random& random, const ArProcess& process = {});

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
  ArProcess process = {};
  Draw draw = {};
};
HOLDFAST_EXPORT RegressionData generate_linear(const LinearDataOptions& options = {});

/// Of a row x whose class is 1 with probability 1/(1+exp(x'w)).
enum class Labels {
  likelier,  ///< 1 if that probability is above 1/2, which is x'w < 0
  drawn      ///< 1 with that probability; the rows and weights of a draw stay the same
};

/// Figure 3: `nonzeros` random entries of w are uniform on (-1,1), the others 0. Labels are the
/// numbers 0 and 1.
struct LogisticDataOptions {
  std::size_t train_rows = 600;
  std::size_t test_rows = 1800;
  std::size_t columns = 200;
  std::size_t nonzeros = 100;
  double alpha_squared = 0.09;
  Labels labels = Labels::likelier;
  ArProcess process = {};
  Draw draw = {};
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
  ArProcess process = {};
  Draw draw = {};
};
HOLDFAST_EXPORT VarianceReductionData
generate_variance_reduction(const VarianceReductionDataOptions& options = {});

}  // namespace holdfast
