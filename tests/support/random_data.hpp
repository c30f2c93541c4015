#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holdfast/core/matrix.hpp"
#include "holdfast/objectives/trace/kernel.hpp"

/// Random data of the shapes that objectives take. A seed gives the same data everywhere.
namespace holdfast::support {

/// What random regression data look like.
struct LinearShape {
  std::size_t rows = 40;
  std::size_t cols = 10;
  double correlation = 0.0;   ///< of neighbouring columns
  bool duplicated = false;    ///< the last column repeats the first
  bool dependent = false;     ///< the column before it is the sum of columns 1 and 2
  bool constant = false;      ///< column 3 is 0.1 everywhere, which is not exact in binary
  bool zero = false;          ///< column 4 is 0
  bool sparse = false;        ///< two of three entries are 0
  bool integers = false;      ///< entries are -2 to 2: sets are exactly dependent or clearly not
  double scale_spread = 1.0;  ///< column j is multiplied by this to the power j mod 3
};

struct LinearData {
  Matrix design;
  std::vector<double> response;
};

LinearData random_linear_data(const LinearShape& shape, std::uint64_t seed);
SparseMatrix to_sparse(const Matrix& dense);
/// `count` points of `dimensions` standard normal coordinates, one per row.
Matrix random_points(std::size_t count, std::size_t dimensions, std::uint64_t seed);
/// Similarities exp(-||x - y||^2 / 4) between two sets of random points.
Matrix random_similarity(std::size_t rows, std::size_t items, std::uint64_t seed);
/// Each item covers each element with the given probability.
SparseMatrix random_cover(std::size_t elements, std::size_t items, double probability,
                          std::uint64_t seed);
/// Numbers in [0, 3).
std::vector<double> random_weights(std::size_t count, std::uint64_t seed);

/// k(a, b) by the textbook formula.
double kernel_by_definition(const Kernel& kernel, std::span<const double> a,
                            std::span<const double> b);
Matrix kernel_matrix_by_definition(const Kernel& kernel, const Matrix& points,
                                   const Matrix& others);

}  // namespace holdfast::support
