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

/// The sum of the models of all parts. They are fitted only when that is needed, so that adding
/// many items costs one fit of each.
class ClassificationState final : public State {
 public:
  ClassificationState(const Objective& objective, const Run& run,
                      const ClassificationProblem& problem)
      : State(objective, run),
        problem_(&problem),
        base_likelihood_(problem.base_likelihood()),
        models_(problem.parts.size()) {
    for (std::size_t p = 0; p < models_.size(); ++p) {
      auto& model = models_[p];
      model.columns = linalg::SoftmaxColumns::gather(data(p), {});
      model.point.weights = linalg::weights_of_no_feature(data(p), model.columns.count());
    }
  }

 private:
  ClassificationState(const ClassificationState&) = default;

  double do_value() const override {
    fit();
    double objective = 0.0;
    for (const auto& model : models_) objective += model.point.objective;
    return objective - base_likelihood_;
  }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    fit_with_inverse();
    linalg::GainSearch search(fitted_parts(), value(), run().workers());
    const std::vector<Index> features(candidates.begin(), candidates.end());
    const auto gains = search.all(features);
    std::copy(gains.begin(), gains.end(), out.begin());
  }

  void do_losses(std::span<double> out) override {
    fit_with_near_inverse();
    linalg::LossSearch search(fitted_parts(), value(), run().workers());
    std::vector<Index> columns(size());
    for (std::size_t i = 0; i < size(); ++i) columns[i] = column_of(i);
    const auto losses = search.all(columns);
    std::copy(losses.begin(), losses.end(), out.begin());
  }

  std::vector<Scored> do_largest_gains(std::span<const Item> candidates,
                                       std::size_t count) override {
    fit_with_inverse();
    linalg::GainSearch search(fitted_parts(), value(), run().workers());
    const std::vector<Index> features(candidates.begin(), candidates.end());
    auto solved = search.largest(features, count, guesses_, starts_);
    count_evaluations(search.solved());
    std::vector<Scored> scores;
    ready_.clear();
    for (auto& column : solved) {
      const auto item = static_cast<Item>(column.feature);
      scores.push_back({item, column.gain});
      ready_.push_back({item, std::move(column.weights), std::move(column.model)});
    }
    return largest_scores(std::move(scores), count, value());
  }

  Scored do_smallest_gain(std::span<const Item> candidates) override {
    fit_with_inverse();
    linalg::GainSearch search(fitted_parts(), value(), run().workers());
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
    ready_.push_back({least.item, std::move(chosen->weights), nullptr});
    return least;
  }

  std::vector<Scored> do_largest_losses(std::span<const Item> members, std::size_t count) override {
    fit_with_near_inverse();
    linalg::LossSearch search(fitted_parts(), value(), run().workers());
    auto solved = search.largest(columns_of(members), count);
    count_evaluations(search.solved());
    std::vector<Scored> scores;
    ready_.clear();
    for (auto& column : solved) {
      const auto where = static_cast<std::size_t>(column.column - column_of(0));
      scores.push_back({items()[where], column.loss});
      ready_.push_back({items()[where], std::move(column.weights), nullptr});
    }
    return largest_scores(std::move(scores), count, value());
  }

  Item do_first_of_largest_losses(std::span<const Item> members, std::size_t count) override {
    fit_with_near_inverse();
    linalg::LossSearch search(fitted_parts(), value(), run().workers());
    auto first = search.first_of_largest(columns_of(members), count);
    count_evaluations(search.solved());
    const Item item = items()[static_cast<std::size_t>(first.column - column_of(0))];
    ready_.clear();
    if (!first.weights.empty()) ready_.push_back({item, std::move(first.weights), nullptr});
    return item;
  }

  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    fit();
    std::ranges::fill(out, 0.0);
    for (std::size_t p = 0; p < models_.size(); ++p) add_slopes(p, candidates, out);
  }

  /// Adds the slopes in one part to the norms.
  void add_slopes(std::size_t p, std::span<const Item> candidates, std::span<double> norms) const {
    // An error in the objective shows in a gradient as its square root.
    linalg::NewtonGoal goal = problem_->parts[p].goal;
    goal.negligible *= 1e-8;
    const auto& model = models_[p];
    const auto polished =
        linalg::maximize(data(p), model.columns, model.point, nullptr, goal, &run().workers());
    const Eigen::MatrixXd open = linalg::score_gradient(data(p), polished.point);
    const linalg::ColumnProducts slopes(*data(p).design, open);
    // The form of softmax gives a binary model two opposite weights, each half of its own.
    const double factor = problem_->is_binary() ? std::sqrt(0.5) : 1.0;
    run().workers().share_range(candidates.size(), 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const Eigen::VectorXd slope = slopes.with(candidates[k]);
        norms[k] = std::hypot(norms[k], factor * data(p).scales[candidates[k]] *
                                            std::sqrt(linalg::square_k_inverse(slope)));
      }
    });
  }

  void do_add(Item item) override {
    Ready* const ready = ready_for(item);
    if (ready && ready->model) return enter_foreseen(std::move(ready->model));
    for (std::size_t p = 0; p < models_.size(); ++p) {
      auto& model = models_[p];
      model.columns = model.columns.with(data(p), item);
      const Index last = model.columns.count() - 1;
      move_to(p, ready ? ready->weights[p] : linalg::with_zero_row(model.point.weights, last),
              ready != nullptr);
    }
    moved(ready != nullptr, no_inverse);
  }

  /// The inverse waits until it is asked for: losses would go another way with it.
  void enter_foreseen(std::shared_ptr<linalg::SoftmaxModel> model) {
    // A clone may want to move there too.
    auto foreseen = model.use_count() == 1 ? std::move(*model) : *model;
    models_.front().columns = std::move(foreseen.columns);
    models_.front().point = std::move(foreseen.point);
    moved(true, no_inverse);
    std::call_once(fresh_->exact.made,
                   [&] { fresh_->exact.of_parts.push_back(std::move(foreseen.inverse)); });
  }

  void do_remove(std::size_t where) override {
    const Index column = column_of(where);
    const Ready* const ready = ready_for(items()[where]);
    const bool near = inverse_age_ < oldest_inverse;
    starts_.clear();
    for (std::size_t p = 0; p < models_.size(); ++p) {
      auto& [columns, point, inverse] = models_[p];
      Eigen::MatrixXd start =
          ready ? ready->weights[p] : linalg::without_row(point.weights, column);
      if (near) {
        const linalg::ReducedCurvature reduced(inverse, columns.count(), data(p).outputs(), column);
        if (!ready && fitted_) {
          start += linalg::without_row(reduced.response(point.weights.row(column)), column);
        }
        inverse = reduced.matrix();
      }
      columns = columns.without(column);
      move_to(p, std::move(start), ready != nullptr);
    }
    moved(ready != nullptr, near ? inverse_age_ + 1 : no_inverse);
  }

  std::unique_ptr<State> do_clone() const override {
    return std::unique_ptr<State>(new ClassificationState(*this));
  }

  Index column_of(std::size_t where) const {
    return static_cast<Index>(where) + (problem_->options.intercept ? 1 : 0);
  }

  std::vector<Index> columns_of(std::span<const Item> members) const {
    std::vector<Index> columns;
    for (const Item member : members) columns.push_back(column_of(position(member)));
    return columns;
  }

  const linalg::SoftmaxData& data(std::size_t part) const { return problem_->parts[part].data; }

  std::vector<linalg::FittedPart> fitted_parts() const {
    std::vector<linalg::FittedPart> fitted;
    for (std::size_t p = 0; p < models_.size(); ++p)
      fitted.push_back({data(p), models_[p], problem_->parts[p].goal});
    return fitted;
  }

  struct Ready;

  /// Null if the item is not among those that were ranked.
  Ready* ready_for(Item item) {
    const auto found = std::ranges::find(ready_, item, &Ready::item);
    return found == ready_.end() ? nullptr : &*found;
  }

  void move_to(std::size_t p, Eigen::MatrixXd weights, bool optimal) {
    auto& model = models_[p];
    if (optimal) {
      model.point = linalg::evaluate(data(p), model.columns, std::move(weights));
    } else {
      model.point.weights = std::move(weights);
    }
  }

  void moved(bool optimal, int inverse_age) {
    fitted_ = optimal;
    inverse_age_ = inverse_age;
    fresh_ = std::make_shared<FreshInverses>();
    ready_.clear();
  }

  void fit() const {
    if (fitted_) return;
    for (std::size_t p = 0; p < models_.size(); ++p) {
      auto& [columns, point, inverse] = models_[p];
      auto start = linalg::evaluate(data(p), columns, std::move(point.weights));
      const linalg::GivenInverse near(inverse);
      point = linalg::maximize(data(p), columns, std::move(start),
                               inverse_age_ <= oldest_inverse ? &near : nullptr,
                               problem_->parts[p].goal, &run().workers())
                  .point;
    }
    fitted_ = true;
  }

  void fit_with_inverse() {
    fit();
    if (inverse_age_ == 0) return;
    use_inverses(fresh_->exact, [this](std::size_t p) {
      auto& workers = run().workers();
      const auto& [columns, point, inverse] = models_[p];
      const auto curvature = linalg::curvature<double>(data(p), columns, point, &workers);
      return linalg::FactoredCurvature(curvature).inverse(&workers);
    });
    inverse_age_ = 0;
  }

  /// For losses, any weights give a valid bound, so a nearly exact inverse suffices, or the inverse
  /// of a model with a few more columns.
  void fit_with_near_inverse() {
    fit();
    if (inverse_age_ <= oldest_inverse) return;
    use_inverses(fresh_->near, [this](std::size_t p) {
      const auto& [columns, point, inverse] = models_[p];
      return linalg::near_inverse(data(p), columns, point, &run().workers());
    });
    inverse_age_ = 1;
  }

  struct Inverses {
    std::once_flag made;
    std::vector<Eigen::MatrixXd> of_parts;
  };

  template <class Make>
  void use_inverses(Inverses& shared, const Make& make) {
    std::call_once(shared.made, [&] {
      shared.of_parts.resize(models_.size());
      for (std::size_t p = 0; p < models_.size(); ++p) shared.of_parts[p] = make(p);
    });
    for (std::size_t p = 0; p < models_.size(); ++p) models_[p].inverse = shared.of_parts[p];
  }

  static constexpr int oldest_inverse = 8;
  static constexpr int no_inverse = oldest_inverse + 1;

  /// The best weights with one more or one fewer item, found while ranking.
  struct Ready {
    Item item;
    std::vector<Eigen::MatrixXd> weights;         // of each part
    std::shared_ptr<linalg::SoftmaxModel> model;  // with its inverse, if that was made too
  };

  /// Inverses at the present items. Clones share them until they move, because many attacks begin
  /// at the same set.
  struct FreshInverses {
    Inverses exact, near;
  };

  const ClassificationProblem* problem_;
  double base_likelihood_;
  mutable std::vector<linalg::SoftmaxModel> models_;
  mutable bool fitted_ = false;
  int inverse_age_ = no_inverse;  // how many columns have left since the inverses were exact
  std::shared_ptr<FreshInverses> fresh_ = std::make_shared<FreshInverses>();
  linalg::SchurGuesses guesses_;
  linalg::GainStarts starts_;
  std::vector<Ready> ready_;
};

}  // namespace

std::unique_ptr<State> start_classification(const Objective& objective, const Run& run,
                                            const ClassificationProblem& problem) {
  return std::make_unique<ClassificationState>(objective, run, problem);
}

}  // namespace holdfast
