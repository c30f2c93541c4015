#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/linalg/near_inverse.hpp"
#include "holdfast/linalg/softmax_inverse_updates.hpp"
#include "holdfast/linalg/softmax_losses.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {
namespace {

using linalg::Index;

/// The model is fitted only when it is needed, so that adding many items costs one fit.
class ClassificationState final : public State {
 public:
  ClassificationState(const Objective& objective, const Run& run,
                      const ClassificationProblem& problem)
      : State(objective, run),
        data_(&problem.data),
        gradient_scale_(problem.logistic ? std::sqrt(0.5) : 1.0),
        goal_(problem.goal) {
    model_.columns = linalg::SoftmaxColumns::gather(*data_, {});
    model_.point.weights = linalg::weights_of_no_feature(*data_, model_.columns.count());
  }

 private:
  ClassificationState(const ClassificationState&) = default;

  double do_value() const override {
    fit();
    return model_.point.objective - data_->base_likelihood;
  }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    fit_with_inverse();
    linalg::GainSearch search(*data_, model_, goal_, value(), run().workers());
    const std::vector<Index> features(candidates.begin(), candidates.end());
    const auto gains = search.all(features);
    std::copy(gains.begin(), gains.end(), out.begin());
  }

  void do_losses(std::span<double> out) override {
    fit_with_near_inverse();
    linalg::LossSearch search(*data_, model_, goal_, value(), run().workers());
    std::vector<Index> columns(size());
    for (std::size_t i = 0; i < size(); ++i) columns[i] = column_of(i);
    const auto losses = search.all(columns);
    std::copy(losses.begin(), losses.end(), out.begin());
  }

  std::vector<Scored> do_largest_gains(std::span<const Item> candidates,
                                       std::size_t count) override {
    fit_with_inverse();
    linalg::GainSearch search(*data_, model_, goal_, value(), run().workers());
    const std::vector<Index> features(candidates.begin(), candidates.end());
    auto solved = search.largest(features, count, guesses_);
    count_evaluations(search.solved());
    std::vector<Scored> scores;
    ready_.clear();
    for (auto& column : solved) {
      const auto item = static_cast<Item>(column.feature);
      scores.push_back({item, column.gain});
      ready_.push_back({item, std::move(column.weights)});
    }
    return largest_scores(std::move(scores), count, value());
  }

  Scored do_smallest_gain(std::span<const Item> candidates) override {
    fit_with_inverse();
    linalg::GainSearch search(*data_, model_, goal_, value(), run().workers());
    const std::vector<Index> features(candidates.begin(), candidates.end());
    auto solved = search.smallest(features, guesses_);
    count_evaluations(search.solved());
    Items items;
    std::vector<double> gains;
    for (const auto& column : solved) {
      items.push_back(static_cast<Item>(column.feature));
      gains.push_back(column.gain);
    }
    const Scored least = smallest_score(items, gains, value());
    const auto chosen =
        std::ranges::find(solved, Index{least.item}, &linalg::SolvedColumn::feature);
    ready_.clear();
    ready_.push_back({least.item, std::move(chosen->weights)});
    return least;
  }

  std::vector<Scored> do_largest_losses(std::span<const Item> members, std::size_t count) override {
    fit_with_near_inverse();
    linalg::LossSearch search(*data_, model_, goal_, value(), run().workers());
    auto solved = search.largest(columns_of(members), count);
    count_evaluations(search.solved());
    std::vector<Scored> scores;
    ready_.clear();
    for (auto& column : solved) {
      const auto where = static_cast<std::size_t>(column.column - column_of(0));
      scores.push_back({items()[where], column.loss});
      ready_.push_back({items()[where], std::move(column.weights)});
    }
    return largest_scores(std::move(scores), count, value());
  }

  Item do_first_of_largest_losses(std::span<const Item> members, std::size_t count) override {
    fit_with_near_inverse();
    linalg::LossSearch search(*data_, model_, goal_, value(), run().workers());
    auto first = search.first_of_largest(columns_of(members), count);
    count_evaluations(search.solved());
    const Item item = items()[static_cast<std::size_t>(first.column - column_of(0))];
    ready_.clear();
    if (first.weights.size() > 0) ready_.push_back({item, std::move(first.weights)});
    return item;
  }

  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    // An error in the objective shows in a gradient as its square root.
    fit();
    linalg::NewtonGoal goal = goal_;
    goal.negligible *= 1e-8;
    const auto polished =
        linalg::maximize(*data_, model_.columns, model_.point, nullptr, goal, &run().workers());
    const Eigen::MatrixXd open = data_->indicators - polished.point.probabilities;
    run().workers().share_range(candidates.size(), 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const Eigen::VectorXd slope = open.transpose() * data_->columns.col(candidates[k]);
        out[k] = gradient_scale_ * data_->scales[candidates[k]] *
                 std::sqrt(linalg::square_k_inverse(slope));
      }
    });
  }

  void do_add(Item item) override {
    model_.columns = model_.columns.with(*data_, item);
    const auto weights = ready_weights(item);
    const Index last = model_.columns.count() - 1;
    move_to(weights ? *weights : linalg::with_zero_row(model_.point.weights, last),
            weights != nullptr);
  }

  void do_remove(std::size_t where) override {
    auto& columns = model_.columns;
    const Index column = column_of(where);
    const auto weights = ready_weights(items()[where]);
    Eigen::MatrixXd start = weights ? *weights : linalg::without_row(model_.point.weights, column);
    const bool near = inverse_age_ < oldest_inverse;
    if (near) {
      const linalg::ReducedCurvature reduced(model_.inverse, columns.count(), data_->outputs(),
                                             column);
      if (!weights && fitted_) {
        start += linalg::without_row(reduced.response(model_.point.weights.row(column)), column);
      }
      model_.inverse = reduced.matrix();
    }
    const int age = inverse_age_;
    columns = columns.without(column);
    move_to(std::move(start), weights != nullptr);
    if (near) inverse_age_ = age + 1;
  }

  std::unique_ptr<State> do_clone() const override {
    return std::unique_ptr<State>(new ClassificationState(*this));
  }

  Index column_of(std::size_t where) const {
    return static_cast<Index>(where) + (data_->intercept ? 1 : 0);
  }

  std::vector<Index> columns_of(std::span<const Item> members) const {
    std::vector<Index> columns;
    for (const Item member : members) columns.push_back(column_of(position(member)));
    return columns;
  }

  const Eigen::MatrixXd* ready_weights(Item item) const {
    const auto found = std::find_if(ready_.begin(), ready_.end(),
                                    [&](const auto& ready) { return ready.item == item; });
    return found == ready_.end() ? nullptr : &found->weights;
  }

  void move_to(Eigen::MatrixXd weights, bool optimal) {
    if (optimal) {
      model_.point = linalg::evaluate(*data_, model_.columns, std::move(weights));
    } else {
      model_.point.weights = std::move(weights);
    }
    fitted_ = optimal;
    inverse_age_ = no_inverse;
    fresh_ = std::make_shared<FreshInverses>();
    ready_.clear();
  }

  void fit() const {
    if (fitted_) return;
    auto start = linalg::evaluate(*data_, model_.columns, std::move(model_.point.weights));
    const linalg::GivenInverse near(model_.inverse);
    model_.point =
        linalg::maximize(*data_, model_.columns, std::move(start),
                         inverse_age_ <= oldest_inverse ? &near : nullptr, goal_, &run().workers())
            .point;
    fitted_ = true;
  }

  void fit_with_inverse() {
    fit();
    if (inverse_age_ == 0) return;
    std::call_once(fresh_->exact_made, [&] {
      auto& workers = run().workers();
      const auto curvature =
          linalg::curvature<double>(*data_, model_.columns, model_.point, &workers);
      fresh_->exact = linalg::FactoredCurvature(curvature).inverse(&workers);
    });
    model_.inverse = fresh_->exact;
    inverse_age_ = 0;
  }

  /// For losses, any weights give a valid bound, so a nearly exact inverse suffices, or the inverse
  /// of a model with a few more columns.
  void fit_with_near_inverse() {
    fit();
    if (inverse_age_ <= oldest_inverse) return;
    std::call_once(fresh_->near_made, [&] {
      fresh_->near = linalg::near_inverse(*data_, model_.columns, model_.point, &run().workers());
    });
    model_.inverse = fresh_->near;
    inverse_age_ = 1;
  }

  static constexpr int oldest_inverse = 8;
  static constexpr int no_inverse = oldest_inverse + 1;

  /// The best weights with one more or one fewer item, found while ranking.
  struct Ready {
    Item item;
    Eigen::MatrixXd weights;
  };

  /// Inverses at the present items. Clones share them until they move, because many attacks begin
  /// at the same set.
  struct FreshInverses {
    std::once_flag exact_made, near_made;
    Eigen::MatrixXd exact, near;
  };

  const linalg::SoftmaxData* data_;
  double gradient_scale_;
  linalg::NewtonGoal goal_;
  mutable linalg::SoftmaxModel model_;
  mutable bool fitted_ = false;
  int inverse_age_ = no_inverse;  // how many columns have left since model_.inverse was exact
  std::shared_ptr<FreshInverses> fresh_ = std::make_shared<FreshInverses>();
  linalg::SchurGuesses guesses_;
  std::vector<Ready> ready_;
};

}  // namespace

std::unique_ptr<State> start_classification(const Objective& objective, const Run& run,
                                            const ClassificationProblem& problem) {
  return std::make_unique<ClassificationState>(objective, run, problem);
}

}  // namespace holdfast
