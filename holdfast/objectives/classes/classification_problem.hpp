#pragma once

#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/linalg/softmax_structure.hpp"
#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {

/// The data behind a classification objective, in the form of the softmax engine. Logistic
/// regression is the engine's two-class case with twice the ridge.
class ClassificationProblem : public linalg::SoftmaxStructure {
 public:
  /// Checks options and data.
  ClassificationProblem(const Matrix& design, std::span<const int> labels, int classes,
                        const ClassificationOptions& options, bool logistic);

  ClassificationOptions options;
  bool logistic;
};

/// A State at the empty set for the classification objective that owns `problem`.
std::unique_ptr<State> start_classification(const Objective& objective, const Run& run,
                                            const ClassificationProblem& problem);

}  // namespace holdfast
