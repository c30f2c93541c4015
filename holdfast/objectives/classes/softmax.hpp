#pragma once

#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {

/// C classes, C weights per feature:
///   l(W) = sum over rows of log p(class of the row) - (ridge/2) ||W||^2,  p = softmax(W'x).
/// With two classes and ridge 2r it equals the logistic objective with ridge r.
class HOLDFAST_EXPORT SoftmaxObjective final : public ClassificationObjective {
 public:
  /// `labels` are 0 to classes-1, each present at least once (see encode_classes); a column of
  /// `design` is an item, called `names[column]` if names are given. Throws InvalidInput for
  /// inconsistent data.
  SoftmaxObjective(Matrix design, std::vector<int> labels, int classes,
                   ClassificationOptions options = {}, std::vector<std::string> names = {});

  std::string name() const override { return "softmax"; }
};

}  // namespace holdfast
