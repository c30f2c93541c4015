#include "holdfast/objectives/combined/fixed_weights.hpp"

#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

class FixedWeightsObjective::FixedWeightsState final : public State {
 public:
  FixedWeightsState(const FixedWeightsObjective& objective, const Run& run)
      : State(objective, run), fixed_(&objective), scores_(objective.start_scores()) {
    evaluate();
  }

 private:
  double do_value() const override { return value_; }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    const double before = value();
    changed_values(candidates, 1.0, out);
    for (double& gain : out) gain -= before;
  }

  void do_losses(std::span<double> out) override {
    changed_values(items(), -1.0, out);
    if (size() == 1) out[0] = 0.0;
    for (double& loss : out) loss = value() - loss;
  }

  /// The value after each of the items, by itself, has joined (sign 1) or left (sign -1).
  void changed_values(std::span<const Item> items, double sign, std::span<double> out) const {
    run().workers().share(items.size(), [&](std::size_t k) {
      std::vector<double> scores = scores_;
      fixed_->add_to(scores, items[k], sign);
      out[k] = fixed_->value_at(scores, squares_ + sign * fixed_->squared_weights(items[k]));
    });
  }

  void do_add(Item item) override { move(item, 1.0); }
  void do_remove(std::size_t where) override { move(items()[where], -1.0); }
  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<FixedWeightsState>(*this);
  }

  void move(Item item, double sign) {
    fixed_->add_to(scores_, item, sign);
    squares_ += sign * fixed_->squared_weights(item);
    evaluate();
  }

  void evaluate() { value_ = fixed_->value_at(scores_, squares_); }

  const FixedWeightsObjective* fixed_;
  std::vector<double> scores_;  // rows x outputs
  double squares_ = 0.0;        // of the members' weights
  double value_ = 0.0;
};

FixedWeightsObjective::FixedWeightsObjective(std::shared_ptr<const ModelObjective> model,
                                             std::span<const Item> set)
    : model_(std::move(model)) {
  require(model_ != nullptr, "fixed weights need a model to take the weights from");
  fitted_ = model_->weights(set);
  place_.assign(static_cast<std::size_t>(model_->size()), -1);
  for (std::size_t i = 0; i < set.size(); ++i) {
    place_[static_cast<std::size_t>(set[i])] = static_cast<std::ptrdiff_t>(i);
    model_->copy_column(set[i], columns_.emplace_back(model_->rows()));
  }
  promise_.report("weights stay as they were fitted, so that an added item may do harm");
}

double FixedWeightsObjective::gain_cost() const {
  // An exponential is worth about ten multiplications.
  return 10.0 * static_cast<double>(model_->rows() * outputs());
}

std::vector<double> FixedWeightsObjective::start_scores() const {
  std::vector<double> scores;
  for (const double intercept : fitted_.intercepts)
    scores.insert(scores.end(), model_->rows(), intercept);
  return scores;
}

void FixedWeightsObjective::add_to(std::span<double> scores, Item item, double factor) const {
  if (place_of(item) < 0) return;
  const auto place = static_cast<std::size_t>(place_of(item));
  const auto& column = columns_[place];
  for (std::size_t c = 0; c < outputs(); ++c) {
    const double weight = factor * fitted_.weights[place * outputs() + c];
    const auto own = scores.subspan(c * column.size(), column.size());
    for (std::size_t i = 0; i < column.size(); ++i) own[i] += weight * column[i];
  }
}

double FixedWeightsObjective::squared_weights(Item item) const {
  if (place_of(item) < 0) return 0.0;
  const auto place = static_cast<std::size_t>(place_of(item));
  double sum = 0.0;
  for (std::size_t c = 0; c < outputs(); ++c) {
    const double weight = fitted_.weights[place * outputs() + c];
    sum += weight * weight;
  }
  return sum;
}

double FixedWeightsObjective::value_at(std::span<const double> scores, double squares) const {
  return model_->fit_of(scores) - model_->penalty() * squares;
}

double FixedWeightsObjective::do_value(std::span<const Item> set) const {
  std::vector<double> scores = start_scores();
  double squares = 0.0;
  for (const Item item : set) {
    add_to(scores, item, 1.0);
    squares += squared_weights(item);
  }
  return value_at(scores, squares);
}

std::unique_ptr<State> FixedWeightsObjective::do_start(const Run& run) const {
  return std::make_unique<FixedWeightsState>(*this, run);
}

}  // namespace holdfast
