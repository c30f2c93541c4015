#include "holdfast/objectives/classes/classification.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"

namespace holdfast {
namespace {

void require_options(const ClassificationOptions& options) {
  require(options.ridge > 0.0 && std::isfinite(options.ridge),
          "ridge is {}: it must be a positive number, because separable classes have no best "
          "weights without one",
          options.ridge);
  require(options.tolerance > 0.0 && options.tolerance < 1.0,
          "tolerance is {}: it must lie between 0 and 1", options.tolerance);
}

void require_data(const Matrix& design, std::span<const int> labels, int classes) {
  require<InvalidInput>(design.rows() != 0 && design.cols() != 0,
                        "the design has {} rows and {} columns: it needs at least one of each",
                        design.rows(), design.cols());
  require<InvalidInput>(labels.size() == design.rows(),
                        "there are {} labels for {} rows: one per row is needed", labels.size(),
                        design.rows());
  require<InvalidInput>(classes >= 2, "there is {} class: at least two are needed", classes);
  std::vector<bool> present(static_cast<std::size_t>(classes), false);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    require<InvalidInput>(labels[i] >= 0 && labels[i] < classes,
                          "row {} has label {}: valid labels are 0 to {}", i, labels[i],
                          classes - 1);
    present[static_cast<std::size_t>(labels[i])] = true;
  }
  const auto absent = std::find(present.begin(), present.end(), false);
  require<InvalidInput>(absent == present.end(),
                        "no row is of class {}: each of the {} classes needs at least one row",
                        absent - present.begin(), classes);
  require_finite(design, "the design");
}

}  // namespace

ClassificationProblem::ClassificationProblem(const Matrix& design, std::span<const int> labels,
                                             int classes, const ClassificationOptions& the_options,
                                             bool is_logistic)
    : SoftmaxStructure(
          {(require_options(the_options), require_data(design, labels, classes), design), labels,
           classes, is_logistic ? 2.0 * the_options.ridge : the_options.ridge,
           the_options.intercept},
          the_options.tolerance),
      options(the_options),
      logistic(is_logistic) {}

ClassificationObjective::ClassificationObjective(
    std::unique_ptr<const ClassificationProblem> problem, std::vector<std::string> names)
    : problem_(std::move(problem)), names_(std::move(names)) {
  require(names_.empty() || names_.size() == static_cast<std::size_t>(size()),
          "there are {} names for {} features: one per feature is needed, or none", names_.size(),
          size());
}

ClassificationObjective::~ClassificationObjective() = default;

Item ClassificationObjective::size() const { return static_cast<Item>(problem_->data.features()); }

std::string ClassificationObjective::item_name(Item item) const {
  return names_.empty() ? Objective::item_name(item) : names_.at(static_cast<std::size_t>(item));
}

std::optional<double> ClassificationObjective::largest_value() const {
  return -problem_->data.base_likelihood;
}

std::size_t ClassificationObjective::rows() const { return problem_->data.labels.size(); }
int ClassificationObjective::classes() const { return problem_->data.classes; }
const ClassificationOptions& ClassificationObjective::options() const { return problem_->options; }

namespace {

/// Newton's method from the model without features, with a newly factored curvature in each step.
linalg::SoftmaxPoint fit_from_scratch(const ClassificationProblem& problem,
                                      std::span<const Item> set) {
  const auto& data = problem.data;
  const std::vector<linalg::Index> features(set.begin(), set.end());
  const auto columns = linalg::SoftmaxColumns::gather(data, features);
  auto weights = linalg::weights_of_no_feature(data, columns.count());
  return linalg::maximize(data, columns, linalg::evaluate(data, columns, std::move(weights)),
                          nullptr, problem.goal)
      .point;
}

}  // namespace

double ClassificationObjective::do_value(std::span<const Item> set) const {
  return fit_from_scratch(*problem_, set).objective - problem_->data.base_likelihood;
}

std::unique_ptr<State> ClassificationObjective::do_start(const Run& run) const {
  return start_classification(*this, run, *problem_);
}

ItemStructure ClassificationObjective::structure() const { return {problem_.get()}; }

void ClassificationObjective::do_prove_ratios(const Run& /*run*/, Item largest_set,
                                              RatioBounds& bounds) const {
  const auto& data = problem_->data;
  if (static_cast<std::size_t>(size()) > most_spectral_items) return;
  // The Gram matrix of the original columns, centered if there is an intercept: there one ridge
  // applies to all.
  const Eigen::MatrixXd gram = data.scales.asDiagonal() *
                               (data.columns.transpose() * data.columns) * data.scales.asDiagonal();
  const auto features = static_cast<std::size_t>(size());
  prove_concave_ratios({features, features, {gram.data(), gram.data() + gram.size()}},
                       problem_->options.ridge, problem_->logistic ? 0.25 : 0.5, largest_set,
                       bounds);
}

Classifier ClassificationObjective::fit(std::span<const Item> set) const {
  require_set(set);
  const auto& data = problem_->data;
  const auto point = fit_from_scratch(*problem_, set);
  const Eigen::Index first = data.intercept ? 1 : 0;
  const auto outputs = static_cast<std::size_t>(problem_->logistic ? 1 : data.classes);
  // Back to the scale of the original columns, and for softmax to weights that sum to 0.
  const auto store = [&](const Eigen::RowVectorXd& reference_form, std::vector<double>& to) {
    const double mean =
        problem_->logistic ? 0.0 : reference_form.sum() / static_cast<double>(data.classes);
    if (!problem_->logistic) to.push_back(-mean);
    for (const double v : reference_form) to.push_back(v - mean);
  };
  Classifier model;
  model.items.assign(set.begin(), set.end());
  model.classes = data.classes;
  model.outputs = static_cast<int>(outputs);
  Eigen::RowVectorXd intercepts = Eigen::RowVectorXd::Zero(data.outputs());
  if (data.intercept) intercepts = point.weights.row(0);
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Eigen::RowVectorXd weights =
        point.weights.row(first + static_cast<Eigen::Index>(i)) / data.scales[set[i]];
    intercepts -= data.centers[set[i]] * weights;
    store(weights, model.weights);
  }
  store(intercepts, model.intercepts);
  return model;
}

std::vector<int> Classifier::predict(const Matrix& design) const {
  for (const Item item : items) {
    require(static_cast<std::size_t>(item) < design.cols(),
            "the classifier uses column {}, but the design has only {} columns", item,
            design.cols());
  }
  const auto rows = static_cast<Eigen::Index>(design.rows());
  Eigen::MatrixXd scores(rows, outputs);
  for (int c = 0; c < outputs; ++c) {
    auto score = scores.col(c);
    score.setConstant(intercepts[static_cast<std::size_t>(c)]);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto column = design.column(static_cast<std::size_t>(items[i]));
      const double weight =
          weights[i * static_cast<std::size_t>(outputs) + static_cast<std::size_t>(c)];
      score += weight * Eigen::Map<const Eigen::VectorXd>(column.data(), rows);
    }
  }
  std::vector<int> predicted(design.rows());
  for (Eigen::Index i = 0; i < rows; ++i) {
    int best = 0;
    if (outputs == 1) {
      best = scores(i, 0) > 0.0 ? 1 : 0;
    } else {
      for (int c = 1; c < outputs; ++c) {
        if (scores(i, c) > scores(i, best)) best = c;
      }
    }
    predicted[static_cast<std::size_t>(i)] = best;
  }
  return predicted;
}

double Classifier::accuracy(const Matrix& design, std::span<const int> labels) const {
  require(labels.size() == design.rows() && !labels.empty(),
          "there are {} labels for {} rows: one per row is needed, and at least one row",
          labels.size(), design.rows());
  const auto predicted = predict(design);
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += predicted[i] == labels[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

LogisticObjective::LogisticObjective(Matrix design, std::vector<int> labels,
                                     ClassificationOptions options, std::vector<std::string> names)
    : ClassificationObjective(
          std::make_unique<ClassificationProblem>(design, labels, 2, options, true),
          std::move(names)) {}

SoftmaxObjective::SoftmaxObjective(Matrix design, std::vector<int> labels, int classes,
                                   ClassificationOptions options, std::vector<std::string> names)
    : ClassificationObjective(
          std::make_unique<ClassificationProblem>(design, labels, classes, options, false),
          std::move(names)) {}

}  // namespace holdfast
