#pragma once

#include <span>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"

/// Facility location in terms of distances and costs.
namespace holdfast {

enum class Metric {
  euclidean,
  haversine,  ///< kilometres between points given as latitude and longitude in degrees
};

/// The distance of each customer (a row) from each site (a column). Both have a point a row, with
/// the same coordinates. Throws InvalidInput for a latitude or longitude that is none.
HOLDFAST_EXPORT Matrix distances_between(const Matrix& customers, const Matrix& sites,
                                         Metric metric);

/// What a distance saves against the farthest site, in terms of the row's weight:
///   s_ij = w_i (max over sites l of d_il - d_ij).
/// So the weighted sum of distances to the nearest member of S is `farthest` - f(S), where f is
/// facility location with these similarities.
struct Savings {
  Matrix similarity;
  double farthest = 0.0;  ///< the cost if every row were served by its farthest site
};

/// Without weights, each row counts once. Throws InvalidInput, naming the cell, for a distance or
/// weight that is negative or not finite, and std::invalid_argument unless there is a weight for
/// each row.
HOLDFAST_EXPORT Savings savings_of(const Matrix& distances, std::span<const double> weights);

/// Similarities times the weights of their rows.
HOLDFAST_EXPORT Matrix weighted_rows(const Matrix& similarity, std::span<const double> weights);
HOLDFAST_EXPORT SparseMatrix weighted_rows(const SparseMatrix& similarity,
                                           std::span<const double> weights);

}  // namespace holdfast
