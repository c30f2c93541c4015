#pragma once

#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::support {

/// The best weights for some columns, down to rounding error.
inline linalg::SoftmaxPoint optimum(const linalg::SoftmaxData& data,
                                    const linalg::SoftmaxColumns& columns) {
  const linalg::NewtonGoal goal{.tolerance = -1e-9 * data.base_likelihood,
                                .scale = -data.base_likelihood};
  auto weights = linalg::weights_of_no_feature(data, columns.count());
  return linalg::maximize(data, columns, linalg::evaluate(data, columns, std::move(weights)),
                          nullptr, goal)
      .point;
}

}  // namespace holdfast::support
