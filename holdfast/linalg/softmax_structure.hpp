#pragma once

#include <utility>

#include "holdfast/core/structure.hpp"
#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::linalg {

/// The structure behind a class model: its data, and how accurately a model must be fitted. A
/// column is a feature.
class SoftmaxStructure : public Structure {
 public:
  /// `tolerance` is a share of the largest possible value.
  SoftmaxStructure(SoftmaxData the_data, double tolerance) : data(std::move(the_data)) {
    goal.scale = -data.base_likelihood;
    goal.tolerance = tolerance * goal.scale;
  }

  SoftmaxData data;
  NewtonGoal goal;
};

}  // namespace holdfast::linalg
