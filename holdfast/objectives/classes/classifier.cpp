#include <Eigen/Core>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/near_inverse.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {

linalg::SoftmaxPoint fit_from_scratch(const linalg::SoftmaxPart& part, std::span<const Item> set) {
  const auto& data = part.data;
  const std::vector<linalg::Index> features(set.begin(), set.end());
  const auto columns = linalg::SoftmaxColumns::gather(data, features);
  auto weights = linalg::weights_of_no_feature(data, columns.count());
  return linalg::maximize(data, columns, linalg::evaluate(data, columns, std::move(weights)),
                          nullptr, part.goal)
      .point;
}

linalg::SoftmaxModel model_from_scratch(const linalg::SoftmaxPart& part,
                                        std::span<const Item> set) {
  const std::vector<linalg::Index> features(set.begin(), set.end());
  linalg::SoftmaxModel model;
  model.columns = linalg::SoftmaxColumns::gather(part.data, features);
  model.point = fit_from_scratch(part, set);
  model.inverse = linalg::near_inverse(part.data, model.columns, model.point, nullptr);
  return model;
}

namespace {

/// The weights of one part in the units of the data, a row per feature and the intercepts last. For
/// softmax all C weights, which add up to 0.
Eigen::MatrixXd original_weights(const linalg::SoftmaxData& data, const linalg::SoftmaxPoint& point,
                                 std::span<const Item> set, bool binary) {
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd reference_form = Eigen::MatrixXd::Zero(size + 1, data.outputs());
  if (data.intercept) reference_form.row(size) = point.weights.row(0);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Item item = set[static_cast<std::size_t>(i)];
    reference_form.row(i) = point.weights.row(i + (data.intercept ? 1 : 0)) / data.scales[item];
    reference_form.row(size) -= data.centers[item] * reference_form.row(i);
  }
  if (binary) return reference_form;
  Eigen::MatrixXd weights(size + 1, data.classes);
  weights << Eigen::VectorXd::Zero(size + 1), reference_form;
  const Eigen::VectorXd mean = reference_form.rowwise().sum() / static_cast<double>(data.classes);
  return weights.colwise() - mean;
}

}  // namespace

Classifier classifier_at(const ClassificationProblem& problem,
                         std::span<const linalg::SoftmaxPoint> points, std::span<const Item> set) {
  const auto rows = static_cast<Eigen::Index>(set.size()) + 1;
  Eigen::MatrixXd weights(rows, 0);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const auto own = original_weights(problem.parts[p].data, points[p], set, problem.is_binary());
    weights.conservativeResize(rows, weights.cols() + own.cols());
    weights.rightCols(own.cols()) = own;
  }
  Classifier model;
  model.items.assign(set.begin(), set.end());
  model.classes = problem.classes;
  model.outputs = static_cast<int>(weights.cols());
  for (Eigen::Index i = 0; i < rows; ++i) {
    auto& to = i + 1 < rows ? model.weights : model.intercepts;
    for (const double w : weights.row(i)) to.push_back(w);
  }
  return model;
}

Classifier ClassificationObjective::fit(std::span<const Item> set) const {
  require_set(set);
  std::vector<linalg::SoftmaxPoint> points;
  for (const auto& part : problem_->parts) points.push_back(fit_from_scratch(part, set));
  return classifier_at(*problem_, points, set);
}

QuadraticClassModel ClassificationObjective::quadratic_model(std::span<const Item> set) const {
  require_set(set);
  const auto items = static_cast<linalg::Index>(set.size());
  QuadraticClassModel found;
  for (const auto& part : problem_->parts) {
    const auto model = model_from_scratch(part, set);
    const linalg::Index columns = model.columns.count();
    const linalg::Index first = part.data.intercept ? 1 : 0;
    const linalg::Index outputs = part.data.outputs();
    // The place of each weight in vec(V), item after item.
    std::vector<linalg::Index> places;
    for (linalg::Index i = 0; i < items; ++i) {
      for (linalg::Index c = 0; c < outputs; ++c) places.push_back(c * columns + first + i);
    }
    QuadraticClassModel::Part& own = found.parts.emplace_back();
    for (std::size_t i = 0; i < places.size(); ++i) {
      own.weights.push_back(model.point.weights.data()[places[i]]);
      for (std::size_t j = 0; j <= i; ++j)
        own.inverse.push_back(model.inverse(places[i], places[j]));
    }
    found.outputs = static_cast<std::size_t>(outputs);
  }
  return found;
}

FittedWeights ClassificationObjective::weights(std::span<const Item> set) const {
  Classifier model = fit(set);
  return {std::move(model.items), model.outputs, std::move(model.weights),
          std::move(model.intercepts)};
}

void ClassificationObjective::copy_column(Item item, std::span<double> out) const {
  problem_->design().copy_original(item, Eigen::Map<Eigen::VectorXd>(out.data(), std::ssize(out)));
}

namespace {

/// Log-likelihood of each row under a logistic regression with these scores of class 1.
Eigen::VectorXd binary_likelihoods(std::span<const int> labels, const double* scores) {
  Eigen::VectorXd of_rows(std::ssize(labels));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double right = labels[i] == 1 ? scores[i] : -scores[i];
    of_rows[static_cast<Eigen::Index>(i)] =
        -std::max(-right, 0.0) - std::log1p(std::exp(-std::abs(right)));
  }
  return of_rows;
}

/// The same under a softmax regression; the scores of a class are a column.
Eigen::VectorXd softmax_likelihoods(std::span<const int> labels, const Eigen::MatrixXd& scores) {
  const Eigen::ArrayXd largest = scores.rowwise().maxCoeff();
  const Eigen::ArrayXd sums = (scores.array().colwise() - largest).exp().rowwise().sum();
  Eigen::VectorXd of_rows = -(largest + sums.log());
  for (Eigen::Index i = 0; i < of_rows.size(); ++i)
    of_rows[i] += scores(i, labels[static_cast<std::size_t>(i)]);
  return of_rows;
}

}  // namespace

double ClassificationObjective::fit_of(std::span<const double> scores) const {
  const auto& design = problem_->design();
  double likelihood = 0.0;
  if (problem_->is_binary()) {
    const double* own = scores.data();
    for (const auto& part : problem_->parts) {
      likelihood += linalg::weighed(design, binary_likelihoods(part.data.labels, own)).sum();
      own += rows();
    }
  } else {
    const Eigen::Map<const Eigen::MatrixXd> by_class(
        scores.data(), static_cast<Eigen::Index>(rows()), problem_->classes);
    const auto& labels = problem_->parts.front().data.labels;
    likelihood = linalg::weighed(design, softmax_likelihoods(labels, by_class)).sum();
  }
  return likelihood - problem_->base_likelihood();
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

}  // namespace holdfast
