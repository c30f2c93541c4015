#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "holdfast/core/random.hpp"
#include "holdfast/core/trace_oracle.hpp"

namespace holdfast::support {

/// A = X'X + ridge I and responses B for random X, some columns of which may depend on others.
class DenseProblem : public TraceOracle {
 public:
  DenseProblem(Eigen::Index rows, Eigen::Index items, Eigen::Index responses, double ridge,
               std::uint64_t seed) {
    Random random(seed, 21);
    Eigen::MatrixXd x(rows, items);
    for (double& entry : x.reshaped()) entry = random.normal();
    Eigen::MatrixXd y(rows, responses);
    for (double& entry : y.reshaped()) entry = random.normal();
    finish(x, y, ridge);
  }
  DenseProblem(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, double ridge) {
    finish(x, y, ridge);
  }

  void entries(Item item, std::span<const Item> rows, std::span<double> out) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = a(item, rows[i]);
  }
  std::span<const double> diagonal() const override { return diagonal_; }
  std::span<const double> response(Item item) const override {
    return {b.col(item).data(), static_cast<std::size_t>(b.rows())};
  }
  std::size_t responses() const override { return static_cast<std::size_t>(b.rows()); }
  Column column(Item item, const std::function<Items()>& /*likely*/,
                Workers& /*workers*/) const override {
    return {{a.col(item).data(), static_cast<std::size_t>(a.rows())}, nullptr};
  }
  double dependent() const override { return 1e-10; }

  /// tr(B_S' A_SS^-1 B_S), by a pseudo-inverse.
  double value(const std::vector<int>& set) const {
    if (set.empty()) return 0.0;
    const std::vector<Eigen::Index> chosen(set.begin(), set.end());
    const Eigen::MatrixXd own = a(chosen, chosen);
    const Eigen::MatrixXd part = b(Eigen::indexing::all, chosen).transpose();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-9);
    decomposition.compute(own);
    return part.cwiseProduct(decomposition.solve(part)).sum();
  }

  Eigen::MatrixXd a;
  Eigen::MatrixXd b;  ///< responses x items

 private:
  void finish(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, double ridge) {
    a = x.transpose() * x;
    a.diagonal().array() += ridge;
    b = y.transpose() * x;
    diagonal_.assign(a.diagonal().begin(), a.diagonal().end());
  }

  std::vector<double> diagonal_;
};

}  // namespace holdfast::support
