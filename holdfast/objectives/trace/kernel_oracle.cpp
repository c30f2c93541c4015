#include "holdfast/objectives/trace/kernel_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

/// The rounding error allowed in an entry, relative to the largest variance. Needed for covariances
/// that are computed themselves, such as those of a posterior.
constexpr double tolerance = 1e-9;

void require_symmetric(const Matrix& kernel, double largest) {
  for (std::size_t j = 0; j < kernel.cols(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      require<InvalidInput>(
          std::abs(kernel(i, j) - kernel(j, i)) <= tolerance * largest,
          "kernel matrix: entry ({}, {}) is {} but ({}, {}) is {}; it must be symmetric", i, j,
          kernel(i, j), j, i, kernel(j, i));
      // |k_ij|^2 <= k_ii k_jj is necessary for a positive semidefinite matrix, and cheap to check.
      const double product = std::max(kernel(i, i), 0.0) * std::max(kernel(j, j), 0.0);
      require<InvalidInput>(std::abs(kernel(i, j)) <= std::sqrt(product) + tolerance * largest,
                            "kernel matrix: entry ({}, {}) is {}, beyond sqrt({} * {}); it is not "
                            "positive semidefinite",
                            i, j, kernel(i, j), kernel(i, i), kernel(j, j));
    }
  }
}

}  // namespace

KernelOracle::KernelOracle(Matrix kernel, Matrix responses, double noise)
    : kernel_(std::move(kernel)),
      responses_(std::move(responses)),
      noise_(noise),
      diagonal_(kernel_.cols()) {
  require<InvalidInput>(kernel_.rows() == kernel_.cols(), "kernel matrix: {} x {} is not square",
                        kernel_.rows(), kernel_.cols());
  require_finite(kernel_, "kernel matrix");
  require_finite(responses_, "covariances with the targets");
  double largest = 0.0;
  for (std::size_t i = 0; i < diagonal_.size(); ++i) largest = std::max(largest, kernel_(i, i));
  for (std::size_t i = 0; i < diagonal_.size(); ++i) {
    require<InvalidInput>(kernel_(i, i) >= -tolerance * largest,
                          "kernel matrix: the variance of item {} is {}; it must not be negative",
                          i, kernel_(i, i));
    diagonal_[i] = std::max(kernel_(i, i), 0.0) + noise;
  }
  // Next to a variance of 1, rounding adds 1e-16 per step: a noise below this share would be lost
  // in it.
  const double smallest = 1e-11 * largest;
  require(std::isfinite(noise) && noise > 0.0 && noise >= smallest,
          "noise must be above 0 and at least 1e-11 of the largest variance ({}), got {}", largest,
          noise);
  require_symmetric(kernel_, largest);
}

TraceOracle::Column KernelOracle::column(Item item, const std::function<Items()>& /*likely*/,
                                         Workers& /*workers*/) const {
  return {kernel_.column(static_cast<std::size_t>(item)), nullptr};
}

void KernelOracle::entries(Item item, std::span<const Item> rows, std::span<double> out) const {
  const auto column = kernel_.column(static_cast<std::size_t>(item));
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = column[static_cast<std::size_t>(rows[i])];
}

}  // namespace holdfast
