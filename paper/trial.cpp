#include "paper/trial.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/data/generators.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/combined/fixed_weights.hpp"
#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"

namespace holdfast::paper {
namespace {

/// 1 - ||y - Xw||^2 / ||y||^2.
double r_squared(const Matrix& design, std::span<const double> target, std::span<const Item> items,
                 std::span<const double> weights) {
  std::vector<double> residual(target.begin(), target.end());
  for (std::size_t j = 0; j < items.size(); ++j) {
    const auto column = design.column(static_cast<std::size_t>(items[j]));
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] -= weights[j] * column[i];
  }
  double left = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    left += residual[i] * residual[i];
    all += target[i] * target[i];
  }
  return 1.0 - left / all;
}

/// Of the weights of `all`, `block` an item, those of `left`.
std::vector<double> weights_of(std::span<const Item> left, std::span<const Item> all,
                               std::span<const double> weights, std::size_t block) {
  std::vector<double> found;
  for (const Item item : left) {
    const auto at = static_cast<std::size_t>(std::ranges::find(all, item) - all.begin());
    std::ranges::copy(weights.subspan(at * block, block), std::back_inserter(found));
  }
  return found;
}

class LinearTrial final : public Trial {
 public:
  LinearTrial(RegressionData data, Remains remains) : data_(std::move(data)), remains_(remains) {}

  std::unique_ptr<Objective> objective() const override {
    return std::make_unique<LinearObjective>(
        data_.train, data_.train_target,
        LinearOptions{.ridge = 0.0, .intercept = false, .threads = 1});
  }
  std::optional<double> score(const Objective& objective, std::span<const Item> set,
                              std::span<const Item> left) const override {
    const auto fitted = remains_ == Remains::refitted ? left : set;
    const auto weights = dynamic_cast<const LinearObjective&>(objective).fit(fitted);
    return r_squared(data_.test, data_.test_target, left, weights_of(left, fitted, weights, 1));
  }

 private:
  RegressionData data_;
  Remains remains_;
};

/// Rows with their classes.
struct LabelledRows {
  Matrix design;
  std::vector<int> labels;
};

/// All kinds of classification; `classes` is 0 for logistic.
class ClassTrial final : public Trial {
 public:
  ClassTrial(LabelledRows train, LabelledRows test, int classes, const Decisions& decisions)
      : train_(std::move(train)),
        test_(std::move(test)),
        classes_(classes),
        decisions_(decisions) {}

  std::unique_ptr<Objective> objective() const override {
    const double rows = static_cast<double>(train_.labels.size());
    const ClassificationOptions options{.ridge = decisions_.ridge.value_or(rows),
                                        .intercept = decisions_.intercept};
    const auto& [design, labels] = train_;
    if (classes_ == 0) return std::make_unique<LogisticObjective>(design, labels, options);
    if (decisions_.one_vs_rest) {
      return std::make_unique<OneVsRestObjective>(design, labels, classes_, options);
    }
    return std::make_unique<SoftmaxObjective>(design, labels, classes_, options);
  }
  std::optional<double> score(const Objective& objective, std::span<const Item> set,
                              std::span<const Item> left) const override {
    const auto& model = dynamic_cast<const ClassificationObjective&>(objective);
    const bool refits = decisions_.remains == Remains::refitted;
    Classifier classifier = model.fit(refits ? left : set);
    classifier.weights = weights_of(left, classifier.items, classifier.weights,
                                    static_cast<std::size_t>(classifier.outputs));
    classifier.items.assign(left.begin(), left.end());
    return classifier.accuracy(test_.design, test_.labels);
  }

 private:
  LabelledRows train_;
  LabelledRows test_;
  int classes_;
  Decisions decisions_;
};

class VarianceReductionTrial final : public Trial {
 public:
  explicit VarianceReductionTrial(const VarianceReductionData& data) {
    const Kernel kernel{
        .shape = Kernel::Shape::matern32, .lengthscale = 1.0, .output_variance = 1.0};
    Workers alone(1);
    const Matrix candidates = rows_of(data.points, data.candidates);
    const Matrix targets = rows_of(data.points, data.targets);
    candidates_ = kernel_matrix(kernel, candidates, candidates, alone);
    targets_by_candidates_ = kernel_matrix(kernel, targets, candidates, alone);
    variances_ = kernel_variances(kernel, targets);
  }

  std::unique_ptr<Objective> objective() const override {
    constexpr double noise_variance = 1.0;
    return std::make_unique<VarianceReductionObjective>(candidates_, targets_by_candidates_,
                                                        variances_, noise_variance);
  }

 private:
  static Matrix rows_of(const Matrix& points, const Items& rows) {
    std::vector<double> values;
    values.reserve(rows.size() * points.cols());
    for (std::size_t j = 0; j < points.cols(); ++j) {
      for (const Item row : rows) values.push_back(points(static_cast<std::size_t>(row), j));
    }
    return Matrix(rows.size(), points.cols(), std::move(values));
  }

  Matrix candidates_;
  Matrix targets_by_candidates_;
  std::vector<double> variances_;
};

std::vector<int> as_labels(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

std::unique_ptr<const Trial> draw_linear(const Decisions& decisions, Draw draw, Scale scale) {
  LinearDataOptions options{
      .noise_variance = decisions.response_variance, .process = decisions.process, .draw = draw};
  if (scale == Scale::tiny) {
    options.train_rows = options.test_rows = options.columns = 60;
    options.nonzeros = 10;
  }
  return std::make_unique<LinearTrial>(generate_linear(options), decisions.remains);
}

std::unique_ptr<const Trial> draw_logistic(const Decisions& decisions, Draw draw, Scale scale) {
  LogisticDataOptions options{
      .labels = decisions.labels, .process = decisions.process, .draw = draw};
  if (scale == Scale::tiny) {
    options.train_rows = options.test_rows = 40;
    options.columns = 30;
    options.nonzeros = 15;
  }
  RegressionData data = generate_logistic(options);
  return std::make_unique<ClassTrial>(
      LabelledRows{std::move(data.train), as_labels(data.train_target)},
      LabelledRows{std::move(data.test), as_labels(data.test_target)}, 0, decisions);
}

std::unique_ptr<const Trial> draw_variance(const Experiment& experiment, Draw draw, Scale scale) {
  VarianceReductionDataOptions options{
      .alpha = experiment.squared ? std::sqrt(experiment.stated) : experiment.stated,
      .process = experiment.decisions.process,
      .draw = draw};
  if (scale == Scale::tiny) {
    options.points = 60;
    options.dimensions = 4;
  }
  return std::make_unique<VarianceReductionTrial>(generate_variance_reduction(options));
}

}  // namespace

Trial::~Trial() = default;

std::optional<double> Trial::score(const Objective& /*objective*/, std::span<const Item> /*set*/,
                                   std::span<const Item> /*left*/) const {
  return std::nullopt;
}

std::unique_ptr<Objective> with_fixed_weights(const Objective& objective,
                                              std::span<const Item> set) {
  const auto* model = dynamic_cast<const ModelObjective*>(&objective);
  require(model != nullptr, "{} has no weights to keep", objective.name());
  // Shares no ownership: the objective stays with the caller.
  const std::shared_ptr<const ModelObjective> borrowed(std::shared_ptr<void>(), model);
  return std::make_unique<FixedWeightsObjective>(borrowed, set);
}

ImageCounts image_counts(Scale scale) {
  return scale == Scale::tiny ? ImageCounts{10, 5, 3} : ImageCounts{200, 100, 10};
}

std::unique_ptr<const Trial> draw_trial(const Experiment& experiment, const TrialSource& source,
                                        std::uint64_t trial) {
  const Draw draw{source.seed, trial};
  switch (experiment.data) {
    case DataKind::linear: return draw_linear(experiment.decisions, draw, source.scale);
    case DataKind::logistic: return draw_logistic(experiment.decisions, draw, source.scale);
    case DataKind::variance_reduction: return draw_variance(experiment, draw, source.scale);
    case DataKind::mnist: break;
  }
  require(source.mnist != nullptr, "figure 4 needs the MNIST images");
  const auto [train, test, digits] = image_counts(source.scale);
  ImageSplit images = source.mnist->draw(source.seed, trial, train, test, digits);
  rescale(images, experiment.decisions.pixels);
  return std::make_unique<ClassTrial>(
      LabelledRows{std::move(images.train.pixels), std::move(images.train.digits)},
      LabelledRows{std::move(images.test.pixels), std::move(images.test.digits)}, digits,
      experiment.decisions);
}

}  // namespace holdfast::paper
