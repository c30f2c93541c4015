#include "holdfast/objectives/trace/variance_reduction.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/linalg/columns.hpp"
#include "holdfast/linalg/inner_products.hpp"
#include "holdfast/objectives/item_names.hpp"
#include "holdfast/objectives/trace/kernel_oracle.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"

namespace holdfast {
namespace {

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

struct VarianceReductionObjective::Problem {
  Problem(Matrix candidates, const Matrix& targets_by_candidates, double noise)
      : oracle(std::move(candidates), targets_by_candidates, noise),
        squared_covariances(targets_by_candidates.cols()) {
    Workers alone(1);
    covariances = linalg::make_columns(targets_by_candidates, false, alone);
    for (std::size_t v = 0; v < squared_covariances.size(); ++v) {
      squared_covariances[v] = linalg::squared_norm(targets_by_candidates.column(v));
    }
  }

  KernelOracle oracle;
  std::unique_ptr<linalg::Columns> covariances;  // k(M, v)
  std::vector<double> squared_covariances;       // ||k(M, v)||^2
};

/// The targets are attached to the rows: the attached part u of a row t says how much of each
/// target that direction explains. Then a_v = k(M, v) - sum_i t_iv u_i, of which only the squared
/// length is kept.
class VarianceReductionObjective::VarianceReductionState final : public SpanState {
 public:
  VarianceReductionState(const VarianceReductionObjective& objective, const Run& run)
      : SpanState(objective, objective.problem_->oracle, objective.problem_->oracle.walk(), run),
        problem_(objective.problem_.get()),
        squared_lengths_(problem_->squared_covariances) {}

 private:
  double value_by_rows() const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < rows().rank(); ++i)
      sum += linalg::squared_norm(rows().attached_of(rows().row(i)));
    return sum;
  }
  double value_by_set() const override { return set().value(); }

  void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const override {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const double square = squared_lengths_[static_cast<std::size_t>(candidates[i])];
      out[i] = std::max(0.0, square) / rows().remaining(candidates[i]);
    }
  }
  void losses_by_set(std::span<double> out) const override { set().losses(items(), out, oracle()); }

  /// u'a_v for every v, with the a_v of the present rows.
  Eigen::VectorXd agreement(std::span<const double> explained) const {
    std::vector<double> raw(squared_lengths_.size());
    problem_->covariances->products_with(explained, raw, workers());
    Eigen::VectorXd overlaps(static_cast<Eigen::Index>(rows().rank()));
    for (std::size_t i = 0; i < rows().rank(); ++i) {
      overlaps[static_cast<Eigen::Index>(i)] =
          linalg::inner_product(rows().attached_of(rows().row(i)), explained);
    }
    return as_vector(raw) - rows().combine_items(overlaps, workers());
  }

  /// ||a - t u||^2 = ||a||^2 - 2 t u'a + t^2 ||u||^2, and the a_v available are those after the
  /// step: u'a_before = u'a_after + t ||u||^2.
  void row_entered(std::span<const double> row) const override { change_lengths(row, -1.0); }
  void row_left(std::span<const double> row) const override { change_lengths(row, 1.0); }
  void change_lengths(std::span<const double> row, double sign) const {
    const auto explained = rows().attached_of(row);
    const double square = linalg::squared_norm(explained);
    const Eigen::VectorXd after = agreement(explained);
    for (std::size_t v = 0; v < squared_lengths_.size(); ++v) {
      const double t = row[v];
      // entered: before - 2 t (after + t s) + t^2 s; left: before + 2 t after - t^2 s.
      squared_lengths_[v] += sign * 2.0 * t * after[static_cast<Eigen::Index>(v)] - t * t * square;
    }
  }
  void rows_cleared() const override { squared_lengths_ = problem_->squared_covariances; }

  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<VarianceReductionState>(*this);
  }

  const Problem* problem_;
  mutable std::vector<double> squared_lengths_;  // ||a_v||^2
};

VarianceReductionObjective::VarianceReductionObjective(Matrix candidates,
                                                       Matrix targets_by_candidates,
                                                       std::vector<double> target_variances,
                                                       double noise, std::vector<std::string> names,
                                                       Items given)
    : total_variance_(std::accumulate(target_variances.begin(), target_variances.end(), 0.0)),
      names_(std::move(names)),
      given_(std::move(given)) {
  if (targets_by_candidates.cols() != candidates.cols() ||
      targets_by_candidates.rows() != target_variances.size()) {
    throw std::invalid_argument(
        fmt::format("variance-reduction: {} x {} covariances of targets with candidates do not fit "
                    "{} candidates and {} targets",
                    targets_by_candidates.rows(), targets_by_candidates.cols(), candidates.cols(),
                    target_variances.size()));
  }
  require_finite(target_variances, "variances of the targets");
  require_item_names(names_, candidates.cols());
  if (!given_.empty() && given_.size() != candidates.cols()) {
    throw std::invalid_argument(fmt::format("variance-reduction: {} numbers for {} candidates",
                                            given_.size(), candidates.cols()));
  }
  problem_ = std::make_unique<Problem>(std::move(candidates), targets_by_candidates, noise);
}

VarianceReductionObjective::~VarianceReductionObjective() = default;

Item VarianceReductionObjective::size() const {
  return static_cast<Item>(problem_->oracle.kernel().cols());
}

std::string VarianceReductionObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

Item VarianceReductionObjective::given_index(Item item) const {
  return given_.empty() ? item : given_.at(static_cast<std::size_t>(item));
}

std::optional<double> VarianceReductionObjective::largest_value() const { return total_variance_; }

double VarianceReductionObjective::do_value(std::span<const Item> set) const {
  const auto& oracle = problem_->oracle;
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd observed(size, size);
  Eigen::MatrixXd with_targets(size, static_cast<Eigen::Index>(oracle.responses()));
  for (Eigen::Index i = 0; i < size; ++i) {
    const Item item = set[static_cast<std::size_t>(i)];
    with_targets.row(i) = as_vector(oracle.response(item)).transpose();
    for (Eigen::Index j = 0; j < size; ++j) {
      const auto other = static_cast<std::size_t>(set[static_cast<std::size_t>(j)]);
      observed(i, j) =
          oracle.kernel()(static_cast<std::size_t>(item), other) + (i == j ? oracle.noise() : 0.0);
    }
  }
  return with_targets.cwiseProduct(observed.llt().solve(with_targets)).sum();
}

ItemStructure VarianceReductionObjective::structure() const { return {&problem_->oracle}; }

std::unique_ptr<State> VarianceReductionObjective::do_start(const Run& run) const {
  return std::make_unique<VarianceReductionState>(*this, run);
}

void VarianceReductionObjective::do_prove_ratios(const Run& /*run*/, Item largest_set,
                                                 RatioBounds& bounds) const {
  const auto& oracle = problem_->oracle;
  prove_quadratic_ratios(oracle.kernel(), oracle.noise(), "the kernel matrix + noise", largest_set,
                         bounds);
}

VarianceGain VarianceReductionObjective::gain_expression(Item item,
                                                         std::span<const Item> set) const {
  Items together(set.begin(), set.end());
  together.push_back(item);
  require_set(together);
  const auto& oracle = problem_->oracle;
  const auto covariance = [&](Item a, Item b) {
    return oracle.kernel()(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  };
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd observed(size, size);
  Eigen::VectorXd with_item(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j)
      observed(i, j) =
          covariance(set[static_cast<std::size_t>(i)], set[static_cast<std::size_t>(j)]);
    observed(i, i) += oracle.noise();
    with_item[i] = covariance(set[static_cast<std::size_t>(i)], item);
  }
  const Eigen::VectorXd weights = observed.llt().solve(with_item);
  Eigen::VectorXd a = as_vector(oracle.response(item));
  for (Eigen::Index i = 0; i < size; ++i)
    a -= weights[i] * as_vector(oracle.response(set[static_cast<std::size_t>(i)]));
  double largest_variance = 0.0;
  for (Item v = 0; v < this->size(); ++v)
    largest_variance = std::max(largest_variance, covariance(v, v));

  VarianceGain result;
  result.covariances.assign(a.begin(), a.end());
  result.observation_variance = oracle.noise() + covariance(item, item) - with_item.dot(weights);
  result.gain = a.squaredNorm() / result.observation_variance;
  result.least = a.squaredNorm() / (oracle.noise() + largest_variance);
  result.most = a.squaredNorm() / oracle.noise();
  return result;
}

}  // namespace holdfast
