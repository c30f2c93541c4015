#pragma once

#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {

/// Two classes, one weight per feature:
///   l(w) = sum over rows of [y log p + (1-y) log(1-p)] - (ridge/2) ||w||^2,  p = 1/(1 +
///   exp(-x'w)).
class HOLDFAST_EXPORT LogisticObjective final : public ClassificationObjective {
 public:
  /// `labels` are 0 or 1, both present (see encode_classes); a column of `design` is an item,
  /// called `names[column]` if names are given. Throws InvalidInput for inconsistent data.
  LogisticObjective(Matrix design, std::vector<int> labels, ClassificationOptions options = {},
                    std::vector<std::string> names = {});

  std::string name() const override { return "logistic"; }
};

}  // namespace holdfast
