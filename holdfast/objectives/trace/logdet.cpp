#include "holdfast/objectives/trace/logdet.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/run.hpp"
#include "holdfast/objectives/item_names.hpp"
#include "holdfast/objectives/trace/kernel_oracle.hpp"

namespace holdfast {

class LogDetObjective::LogDetState final : public SpanState {
 public:
  LogDetState(const LogDetObjective& objective, const Run& run)
      : SpanState(objective, *objective.oracle_, objective.oracle_->walk(), run),
        log_noise_(std::log(objective.oracle_->noise())) {}

 private:
  double value_by_rows() const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < rows().rank(); ++i) {
      const double pivot = rows().row(i)[static_cast<std::size_t>(rows().basis()[i])];
      sum += 2.0 * std::log(pivot) - log_noise_;
    }
    return sum;
  }
  double value_by_set() const override {
    return set().log_determinant() - static_cast<double>(size()) * log_noise_;
  }
  void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const override {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      out[i] = std::max(0.0, std::log(rows().remaining(candidates[i])) - log_noise_);
    }
  }
  void losses_by_set(std::span<double> out) const override {
    set().pivots(items(), out);
    for (double& loss : out) loss = std::max(0.0, std::log(loss) - log_noise_);
  }
  void row_entered(std::span<const double> /*row*/) const override {}
  void row_left(std::span<const double> /*row*/) const override {}
  void rows_cleared() const override {}

  std::unique_ptr<State> do_clone() const override { return std::make_unique<LogDetState>(*this); }

  double log_noise_;
};

LogDetObjective::LogDetObjective(Matrix kernel, double noise, std::vector<std::string> names)
    : names_(std::move(names)) {
  require_item_names(names_, kernel.cols());
  const Matrix no_responses(0, kernel.cols(), std::vector<double>{});
  oracle_ = std::make_unique<KernelOracle>(std::move(kernel), no_responses, noise);
}

LogDetObjective::~LogDetObjective() = default;

Item LogDetObjective::size() const { return static_cast<Item>(oracle_->kernel().cols()); }

const TraceOracle& LogDetObjective::matrix() const { return *oracle_; }

double LogDetObjective::noise() const { return oracle_->noise(); }

std::string LogDetObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

double LogDetObjective::do_value(std::span<const Item> set) const {
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd scaled = Eigen::MatrixXd::Identity(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      const auto row = static_cast<std::size_t>(set[static_cast<std::size_t>(i)]);
      const auto column = static_cast<std::size_t>(set[static_cast<std::size_t>(j)]);
      scaled(i, j) += oracle_->kernel()(row, column) / oracle_->noise();
    }
  }
  return 2.0 * scaled.llt().matrixLLT().diagonal().array().log().sum();
}

std::unique_ptr<State> LogDetObjective::do_start(const Run& run) const {
  return std::make_unique<LogDetState>(*this, run);
}

}  // namespace holdfast
