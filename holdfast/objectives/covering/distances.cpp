#include "holdfast/objectives/covering/distances.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

constexpr double earth_radius = 6371.0088;  // kilometres, the mean one

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

void require_places(const Matrix& points, const char* what) {
  for (std::size_t i = 0; i < points.rows(); ++i) {
    const double latitude = points(i, 0);
    const double longitude = points(i, 1);
    if (std::abs(latitude) <= 90.0 && std::abs(longitude) <= 360.0) continue;
    throw InvalidInput(fmt::format(
        "{}: row {} is ({}, {}); haversine needs latitude (-90 to 90) and longitude in degrees",
        what, i, latitude, longitude));
  }
}

double haversine(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j) {
  const double north = std::sin(radians(a(i, 0) - b(j, 0)) / 2.0);
  const double east = std::sin(radians(a(i, 1) - b(j, 1)) / 2.0);
  const double chord =
      north * north + std::cos(radians(a(i, 0))) * std::cos(radians(b(j, 0))) * east * east;
  return 2.0 * earth_radius * std::asin(std::min(1.0, std::sqrt(chord)));
}

double euclidean(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j) {
  double sum = 0.0;
  for (std::size_t c = 0; c < a.cols(); ++c) sum += (a(i, c) - b(j, c)) * (a(i, c) - b(j, c));
  return std::sqrt(sum);
}

void require_weights(std::span<const double> weights, std::size_t rows) {
  require(weights.empty() || weights.size() == rows,
          "weights: there are {} of them, but {} rows; give one for each row", weights.size(),
          rows);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (std::isfinite(weights[i]) && weights[i] >= 0.0) continue;
    throw InvalidInput(fmt::format(
        "weights: entry {} is {}; every weight must be finite and 0 or more", i, weights[i]));
  }
}

double weight_of(std::span<const double> weights, std::size_t row) {
  return weights.empty() ? 1.0 : weights[row];
}

}  // namespace

Matrix distances_between(const Matrix& customers, const Matrix& sites, Metric metric) {
  require(customers.cols() == sites.cols(),
          "customers have {} coordinates, but the points have {}; they must have the same columns",
          customers.cols(), sites.cols());
  const bool on_earth = metric == Metric::haversine;
  if (on_earth) {
    require(sites.cols() == 2, "haversine needs two columns, latitude and longitude, not {}",
            sites.cols());
    require_places(sites, "points");
    require_places(customers, "customers");
  }
  std::vector<double> distances;
  distances.reserve(customers.rows() * sites.rows());
  for (std::size_t j = 0; j < sites.rows(); ++j) {
    for (std::size_t i = 0; i < customers.rows(); ++i) {
      distances.push_back(on_earth ? haversine(customers, i, sites, j)
                                   : euclidean(customers, i, sites, j));
    }
  }
  return {customers.rows(), sites.rows(), std::move(distances)};
}

Savings savings_of(const Matrix& distances, std::span<const double> weights) {
  require_weights(weights, distances.rows());
  std::vector<double> farthest(distances.rows(), 0.0);
  for (std::size_t j = 0; j < distances.cols(); ++j) {
    for (std::size_t i = 0; i < distances.rows(); ++i) {
      const double distance = distances(i, j);
      if (!std::isfinite(distance) || distance < 0.0) {
        throw InvalidInput(fmt::format(
            "distances: row {}, column {} is {}; every distance must be finite and 0 or more", i, j,
            distance));
      }
      farthest[i] = std::max(farthest[i], distance);
    }
  }
  std::vector<double> savings;
  savings.reserve(distances.rows() * distances.cols());
  for (std::size_t j = 0; j < distances.cols(); ++j) {
    for (std::size_t i = 0; i < distances.rows(); ++i)
      savings.push_back(weight_of(weights, i) * (farthest[i] - distances(i, j)));
  }
  Savings made{{distances.rows(), distances.cols(), std::move(savings)}};
  for (std::size_t i = 0; i < farthest.size(); ++i)
    made.farthest += weight_of(weights, i) * farthest[i];
  return made;
}

Matrix weighted_rows(const Matrix& similarity, std::span<const double> weights) {
  require_weights(weights, similarity.rows());
  if (weights.empty()) return similarity;
  std::vector<double> weighted;
  weighted.reserve(similarity.rows() * similarity.cols());
  for (std::size_t j = 0; j < similarity.cols(); ++j) {
    for (std::size_t i = 0; i < similarity.rows(); ++i)
      weighted.push_back(weights[i] * similarity(i, j));
  }
  return {similarity.rows(), similarity.cols(), std::move(weighted)};
}

SparseMatrix weighted_rows(const SparseMatrix& similarity, std::span<const double> weights) {
  require_weights(weights, similarity.rows());
  if (weights.empty()) return similarity;
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> weighted;
  rows.reserve(similarity.nonzeros());
  weighted.reserve(similarity.nonzeros());
  for (std::size_t j = 0; j < similarity.cols(); ++j) {
    const auto values = similarity.column_values(j);
    for (std::size_t p = 0; p < values.size(); ++p) {
      rows.push_back(similarity.column_rows(j)[p]);
      weighted.push_back(weights[static_cast<std::size_t>(rows.back())] * values[p]);
    }
    starts.push_back(static_cast<std::int64_t>(rows.size()));
  }
  return {similarity.rows(), similarity.cols(), std::move(starts), std::move(rows),
          std::move(weighted)};
}

}  // namespace holdfast
