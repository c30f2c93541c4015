#include "holdfast/objectives/trace/variance_reduction.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/objectives/item_names.hpp"
#include "holdfast/objectives/trace/kernel_oracle.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"
#include "holdfast/objectives/trace/variance_gains.hpp"

namespace holdfast {
namespace {

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

struct VarianceReductionObjective::Problem {
  Problem(Matrix candidates, const Matrix& targets_by_candidates, double noise)
      : oracle(std::move(candidates), targets_by_candidates, noise),
        covariances(targets_by_candidates) {}

  KernelOracle oracle;
  TargetCovariances covariances;
};

class VarianceReductionObjective::VarianceReductionState final : public SpanState {
 public:
  VarianceReductionState(const VarianceReductionObjective& objective, const Run& run)
      : SpanState(objective, objective.problem_->oracle, shape(objective.problem_->covariances),
                  objective.problem_->oracle.walk(), run),
        problem_(objective.problem_.get()),
        gains_(problem_->covariances) {}

 private:
  /// Guesses as for linear regression: most of those named may be known already.
  static Shape shape(const TargetCovariances& covariances) {
    const std::size_t guesses = 4 * (covariances.products.at_once() - 1);
    return {covariances.attached(), covariances.carries_products() ? guesses : 0};
  }

  std::span<const double> attachment(Item item,
                                     const std::function<Items()>& likely) const override {
    const auto response = oracle().response(item);
    if (!problem_->covariances.carries_products()) return response;
    const auto products =
        problem_->covariances.products.column(static_cast<std::size_t>(item), likely, workers());
    attached_.assign(response.begin(), response.end());
    attached_.insert(attached_.end(), products->begin(), products->end());
    return attached_;
  }

  linalg::CandidateRows::Combination* combination() const override {
    combination_.weigh = [this](std::span<const double> attached) {
      return gains_.overlaps(rows(), attached, rows().rank() + 1);
    };
    return &combination_;
  }

  double value_by_rows() const override { return gains_.value(); }
  double value_by_set() const override { return set().value(); }

  void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const override {
    gains_.gains(rows(), candidates, out);
  }
  void losses_by_set(std::span<double> out) const override { set().losses(items(), out, oracle()); }

  void row_entered(std::span<const double> row) const override {
    const bool known = combination_.sum.size() > 0;
    gains_.row_entered(rows(), row, workers(), known ? &combination_.sum : nullptr);
    combination_.sum.resize(0);
  }
  void row_left(std::span<const double> row) const override {
    gains_.row_left(rows(), row, workers());
  }
  void rows_cleared() const override { gains_ = VarianceGains(problem_->covariances); }

  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<VarianceReductionState>(*this);
  }

  const Problem* problem_;
  mutable VarianceGains gains_;
  mutable std::vector<double> attached_;
  mutable linalg::CandidateRows::Combination combination_;
};

VarianceReductionObjective::VarianceReductionObjective(Matrix candidates,
                                                       Matrix targets_by_candidates,
                                                       std::vector<double> target_variances,
                                                       double noise, std::vector<std::string> names,
                                                       Items given)
    : total_variance_(std::accumulate(target_variances.begin(), target_variances.end(), 0.0)),
      names_(std::move(names)),
      given_(std::move(given)) {
  require(targets_by_candidates.cols() == candidates.cols() &&
              targets_by_candidates.rows() == target_variances.size(),
          "variance-reduction: {} x {} covariances of targets with candidates do not fit "
          "{} candidates and {} targets",
          targets_by_candidates.rows(), targets_by_candidates.cols(), candidates.cols(),
          target_variances.size());
  require_finite(target_variances, "variances of the targets");
  require_item_names(names_, candidates.cols());
  require(given_.empty() || given_.size() == candidates.cols(),
          "variance-reduction: {} numbers for {} candidates", given_.size(), candidates.cols());
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
  return variance_explained(problem_->oracle, set);
}

ItemStructure VarianceReductionObjective::structure() const { return {&problem_->oracle}; }

double VarianceReductionObjective::gain_cost() const {
  return 64.0 + static_cast<double>(problem_->oracle.responses());
}

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
