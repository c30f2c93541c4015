#pragma once

#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/linalg/softmax_gains.hpp"
#include "holdfast/linalg/softmax_structure.hpp"
#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {

enum class ClassModel { logistic, softmax, one_vs_rest };

/// The data behind a classification objective, in the form of the softmax engine. A logistic
/// regression is the engine's two-class case with twice the ridge; one-vs-rest is one of them for
/// each class, and for two classes a single one.
class ClassificationProblem : public linalg::SoftmaxStructure {
 public:
  /// Checks options and data.
  ClassificationProblem(const ClassificationObjective::Design& design, std::span<const int> labels,
                        int classes, const ClassificationOptions& options, ClassModel model);

  /// The features, which all parts share.
  const linalg::SoftmaxDesign& design() const { return *parts.front().data.design; }
  /// Whether each part tells two classes apart by one weight of a feature.
  bool is_binary() const { return model != ClassModel::softmax; }

  ClassificationOptions options;
  int classes;
  ClassModel model;
};

/// Newton's method from the model without features, with a newly factored curvature in each step.
linalg::SoftmaxPoint fit_from_scratch(const linalg::SoftmaxPart& part, std::span<const Item> set);

/// The same, with its columns and the inverse of the curvature.
linalg::SoftmaxModel model_from_scratch(const linalg::SoftmaxPart& part, std::span<const Item> set);

/// The model whose parts have been fitted to `set`, in the units of the data.
Classifier classifier_at(const ClassificationProblem& problem,
                         std::span<const linalg::SoftmaxPoint> points, std::span<const Item> set);

/// A State at the empty set for the classification objective that owns `problem`.
std::unique_ptr<State> start_classification(const Objective& objective, const Run& run,
                                            const ClassificationProblem& problem);

}  // namespace holdfast
