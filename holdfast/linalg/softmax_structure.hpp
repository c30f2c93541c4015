#pragma once

#include <utility>

#include "holdfast/core/structure.hpp"
#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::linalg {

/// A softmax regression, and how accurately it must be fitted.
struct SoftmaxPart {
  /// `tolerance` is a share of the largest possible value.
  SoftmaxPart(SoftmaxData the_data, double tolerance) : data(std::move(the_data)) {
    goal.scale = -data.base_likelihood;
    goal.tolerance = tolerance * goal.scale;
  }

  SoftmaxData data;
  NewtonGoal goal;
};

/// The structure behind a class model: softmax regressions over the same features, whose values add
/// up. Softmax and logistic regression have one part, one-vs-rest one for each class. A column is a
/// feature. All parts have as many outputs as the first.
class SoftmaxStructure : public Structure {
 public:
  explicit SoftmaxStructure(std::vector<SoftmaxPart> the_parts) : parts(std::move(the_parts)) {}

  /// The log-likelihood without features.
  double base_likelihood() const {
    double sum = 0.0;
    for (const auto& part : parts) sum += part.data.base_likelihood;
    return sum;
  }

  std::vector<SoftmaxPart> parts;
};

}  // namespace holdfast::linalg
