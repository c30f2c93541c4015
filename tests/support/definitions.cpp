#include "tests/support/definitions.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

Eigen::MatrixXd dense(const Matrix& matrix) {
  return Eigen::Map<const Eigen::MatrixXd>(matrix.data(), static_cast<Eigen::Index>(matrix.rows()),
                                           static_cast<Eigen::Index>(matrix.cols()));
}

std::vector<Eigen::Index> indices(std::span<const Item> set) { return {set.begin(), set.end()}; }

struct LeastSquares {
  Eigen::MatrixXd design;
  Eigen::VectorXd response;
  double ridge;

  explicit LeastSquares(const LinearModel& model)
      : design(dense(model.design)),
        response(Eigen::Map<const Eigen::VectorXd>(
            model.response.data(), static_cast<Eigen::Index>(model.response.size()))),
        ridge(model.ridge) {
    if (!model.intercept) return;
    design.rowwise() -= design.colwise().mean().eval();
    response.array() -= response.mean();
    // Centering leaves only rounding of a constant column.
    for (Eigen::Index j = 0; j < design.cols(); ++j) {
      const double original = dense(model.design).col(j).norm();
      if (design.col(j).norm() <= 1e-12 * original) design.col(j).setZero();
    }
  }

  /// The best weights for S; a minimum-norm choice where they are not unique. The ridge is written
  /// as further rows of data; columns are brought to unit length so that rank does not depend on
  /// scale.
  Eigen::VectorXd weights(std::span<const Item> set) const {
    const auto size = static_cast<Eigen::Index>(set.size());
    const auto rows = design.rows();
    Eigen::MatrixXd augmented = Eigen::MatrixXd::Zero(rows + size, size);
    augmented.topRows(rows) = design(Eigen::indexing::all, indices(set));
    augmented.bottomRows(size).diagonal().setConstant(std::sqrt(ridge));
    Eigen::VectorXd target = Eigen::VectorXd::Zero(rows + size);
    target.head(rows) = response;
    Eigen::VectorXd lengths = augmented.colwise().norm();
    for (double& length : lengths) length = length > 0.0 ? length : 1.0;
    augmented = augmented * lengths.cwiseInverse().asDiagonal();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-8);
    decomposition.compute(augmented);
    return decomposition.solve(target).cwiseQuotient(lengths);
  }
};

}  // namespace

Definition linear_definition(const LinearModel& model) {
  return [problem = LeastSquares(model)](std::span<const Item> set) {
    if (set.empty()) return 0.0;
    const Eigen::VectorXd weights = problem.weights(set);
    const Eigen::VectorXd fitted = problem.design(Eigen::indexing::all, indices(set)) * weights;
    // l(w) - l(0), multiplied out so that ||y||^2 does not swallow a small value.
    return 2.0 * problem.response.dot(fitted) - fitted.squaredNorm() -
           problem.ridge * weights.squaredNorm();
  };
}

std::vector<double> linear_gradients(const LinearModel& model, std::span<const Item> set) {
  const LeastSquares problem(model);
  Eigen::VectorXd residual = problem.response;
  Eigen::VectorXd all_weights = Eigen::VectorXd::Zero(problem.design.cols());
  if (!set.empty()) {
    all_weights(indices(set)) = problem.weights(set);
    residual -= problem.design * all_weights;
  }
  const Eigen::VectorXd gradient =
      2.0 * problem.design.transpose() * residual - 2.0 * problem.ridge * all_weights;
  std::vector<double> sizes;
  for (const double entry : gradient) sizes.push_back(std::abs(entry));
  return sizes;
}

Definition variance_reduction_definition(const Matrix& candidates,
                                         const Matrix& targets_by_candidates, double noise) {
  return [kernel = dense(candidates), cross = dense(targets_by_candidates),
          noise](std::span<const Item> set) {
    const auto chosen = indices(set);
    Eigen::MatrixXd observed = kernel(chosen, chosen);
    observed.diagonal().array() += noise;
    const auto factor = observed.partialPivLu();
    double reduction = 0.0;
    for (Eigen::Index x = 0; x < cross.rows() && !set.empty(); ++x) {
      const Eigen::VectorXd covariances = cross(x, chosen).transpose();
      // Posterior variance = k(x,x) - this; k(x,x) cancels.
      reduction += covariances.dot(factor.solve(covariances));
    }
    return reduction;
  };
}

Definition logdet_definition(const Matrix& kernel, double noise) {
  return [covariances = dense(kernel), noise](std::span<const Item> set) {
    if (set.empty()) return 0.0;
    const auto chosen = indices(set);
    Eigen::MatrixXd scaled = covariances(chosen, chosen) / noise;
    scaled.diagonal().array() += 1.0;
    const auto factor = scaled.partialPivLu();
    return factor.matrixLU().diagonal().array().abs().log().sum();
  };
}

Definition facility_location_definition(const Matrix& similarity) {
  return [similarity](std::span<const Item> set) {
    double total = 0.0;
    for (std::size_t row = 0; row < similarity.rows(); ++row) {
      double best = 0.0;
      for (const Item item : set) best = std::max(best, similarity(row, at(item)));
      total += best;
    }
    return total;
  };
}

Definition coverage_definition(const SparseMatrix& sets, std::vector<double> weights) {
  return [dense_sets = sets.to_dense(), weights = std::move(weights)](std::span<const Item> set) {
    std::set<std::size_t> covered;
    for (const Item item : set) {
      for (std::size_t element = 0; element < dense_sets.rows(); ++element) {
        if (dense_sets(element, at(item)) != 0.0) covered.insert(element);
      }
    }
    double total = 0.0;
    for (const std::size_t element : covered) total += weights.empty() ? 1.0 : weights[element];
    return total;
  };
}

}  // namespace holdfast::support
