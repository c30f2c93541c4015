#include "holdfast/linalg/dependent_rows.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace holdfast::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Whether a row has a component in the null space.
std::vector<bool> dependent_rows(const MatrixXd& a) {
  constexpr double null_eigenvalue = 1e-8;
  constexpr double part = 1e-6;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  VectorXd share = VectorXd::Zero(a.cols());
  for (Index i = 0; i < a.cols() && solver.eigenvalues()[i] < null_eigenvalue; ++i)
    share += solver.eigenvectors().col(i).cwiseAbs2();
  std::vector<bool> takes_part;
  for (const double x : share) takes_part.push_back(x > part);
  return takes_part;
}

/// What is left of A and B while rows are taken as given, one at a time.
class Elimination {
 public:
  Elimination(MatrixXd a, MatrixXd b) : a_(std::move(a)), b_(std::move(b)) {}

  double left_of(Index row) const { return a_(row, row); }
  void give(Index row) {
    const VectorXd column = a_.col(row) / a_(row, row);
    const Eigen::RowVectorXd response = b_.row(row);
    base_ += response.squaredNorm() / a_(row, row);
    const Eigen::RowVectorXd pivot = a_.row(row);
    b_.noalias() -= column * response;
    a_.noalias() -= column * pivot;
  }

  const MatrixXd& a() const { return a_; }
  const MatrixXd& b() const { return b_; }
  double base() const { return base_; }

 private:
  MatrixXd a_;
  MatrixXd b_;
  double base_ = 0.0;
};

}  // namespace

GivenRows give_dependent_rows(const MatrixXd& quadratic, const MatrixXd& responses) {
  constexpr double dependent = 1e-10;
  const auto takes_part = dependent_rows(quadratic);
  GivenRows result;
  std::vector<Index> candidates;
  for (std::size_t j = 0; j < takes_part.size(); ++j) {
    if (takes_part[j]) {
      candidates.push_back(static_cast<Index>(j));
    } else {
      result.rows.push_back(j);
    }
  }
  if (result.rows.empty()) return result;
  Elimination left(quadratic, responses);
  while (!candidates.empty()) {
    const auto most =
        std::ranges::max_element(candidates, {}, [&](Index row) { return left.left_of(row); });
    if (left.left_of(*most) <= dependent) break;
    left.give(*most);
    candidates.erase(most);
  }
  result.base = left.base();
  result.quadratic = left.a()(result.rows, result.rows);
  result.responses = left.b()(result.rows, Eigen::indexing::all);
  return result;
}

}  // namespace holdfast::linalg
