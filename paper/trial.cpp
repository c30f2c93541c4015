#include "paper/trial.hpp"

#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/data/generators.hpp"
#include "holdfast/objectives/classes/classification.hpp"
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

class LinearTrial final : public Trial {
 public:
  explicit LinearTrial(RegressionData data) : data_(std::move(data)) {}

  std::unique_ptr<Objective> objective() const override {
    return std::make_unique<LinearObjective>(
        data_.train, data_.train_target,
        LinearOptions{.ridge = 0.0, .intercept = false, .threads = 1});
  }
  std::optional<double> score(const Objective& objective,
                              std::span<const Item> items) const override {
    const auto weights = dynamic_cast<const LinearObjective&>(objective).fit(items);
    return r_squared(data_.test, data_.test_target, items, weights);
  }

 private:
  RegressionData data_;
};

/// Both kinds of classification; `classes` is 0 for logistic.
class ClassTrial final : public Trial {
 public:
  ClassTrial(Matrix train, std::vector<int> train_labels, Matrix test, std::vector<int> test_labels,
             int classes)
      : train_(std::move(train)),
        train_labels_(std::move(train_labels)),
        test_(std::move(test)),
        test_labels_(std::move(test_labels)),
        classes_(classes) {}

  std::unique_ptr<Objective> objective() const override {
    const ClassificationOptions options{.ridge = 1.0, .intercept = false};
    if (classes_ == 0) return std::make_unique<LogisticObjective>(train_, train_labels_, options);
    return std::make_unique<SoftmaxObjective>(train_, train_labels_, classes_, options);
  }
  std::optional<double> score(const Objective& objective,
                              std::span<const Item> items) const override {
    return dynamic_cast<const ClassificationObjective&>(objective).fit(items).accuracy(
        test_, test_labels_);
  }

 private:
  Matrix train_;
  std::vector<int> train_labels_;
  Matrix test_;
  std::vector<int> test_labels_;
  int classes_;
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

std::unique_ptr<const Trial> draw_linear(Draw draw, Scale scale) {
  LinearDataOptions options{.draw = draw};
  if (scale == Scale::tiny) {
    options.train_rows = options.test_rows = options.columns = 60;
    options.nonzeros = 10;
  }
  return std::make_unique<LinearTrial>(generate_linear(options));
}

std::unique_ptr<const Trial> draw_logistic(Draw draw, Scale scale) {
  LogisticDataOptions options{.draw = draw};
  if (scale == Scale::tiny) {
    options.train_rows = options.test_rows = 40;
    options.columns = 30;
    options.nonzeros = 15;
  }
  RegressionData data = generate_logistic(options);
  return std::make_unique<ClassTrial>(data.train, as_labels(data.train_target), data.test,
                                      as_labels(data.test_target), 0);
}

std::unique_ptr<const Trial> draw_variance(const Experiment& experiment, Draw draw, Scale scale) {
  VarianceReductionDataOptions options{
      .alpha = experiment.squared ? std::sqrt(experiment.stated) : experiment.stated, .draw = draw};
  if (scale == Scale::tiny) {
    options.points = 60;
    options.dimensions = 4;
  }
  return std::make_unique<VarianceReductionTrial>(generate_variance_reduction(options));
}

}  // namespace

Trial::~Trial() = default;

std::optional<double> Trial::score(const Objective& /*objective*/,
                                   std::span<const Item> /*items*/) const {
  return std::nullopt;
}

ImageCounts image_counts(Scale scale) {
  return scale == Scale::tiny ? ImageCounts{10, 5, 3} : ImageCounts{200, 100, 10};
}

std::unique_ptr<const Trial> draw_trial(const Experiment& experiment, const TrialSource& source,
                                        std::uint64_t trial) {
  const Draw draw{source.seed, trial};
  switch (experiment.data) {
    case DataKind::linear: return draw_linear(draw, source.scale);
    case DataKind::logistic: return draw_logistic(draw, source.scale);
    case DataKind::variance_reduction: return draw_variance(experiment, draw, source.scale);
    case DataKind::mnist: break;
  }
  require(source.mnist != nullptr, "figure 4 needs the MNIST images");
  const auto [train, test, digits] = image_counts(source.scale);
  ImageSplit images = source.mnist->draw(source.seed, trial, train, test, digits);
  return std::make_unique<ClassTrial>(images.train.pixels, std::move(images.train.digits),
                                      images.test.pixels, std::move(images.test.digits), digits);
}

}  // namespace holdfast::paper
