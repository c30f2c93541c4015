#pragma once

#include <memory>

#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {

/// The models of any of the features, for rows in which the others are missing.
///
/// The model of all features is fitted once, with the inverse of its curvature. That of a subset
/// begins where the quadratic model around it foresees the optimum, and its Newton steps are
/// preconditioned with the same inverse, reduced to the subset: the way in which a State removes
/// items. The answer is that of `ClassificationObjective::fit`, up to rounding.
class HOLDFAST_EXPORT SubsetClassifiers {
 public:
  /// Fits the model of all features. `objective` must outlive this.
  explicit SubsetClassifiers(const ClassificationObjective& objective);
  ~SubsetClassifiers();

  /// The best weights for `set`; any number of threads may ask. Some products of rows x |set|, and
  /// O((|V| C)^2 |lost| C) to reduce the inverse.
  Classifier fit(std::span<const Item> set) const;

 private:
  struct FullModels;

  const ClassificationObjective& objective_;
  std::unique_ptr<const FullModels> full_;
};

}  // namespace holdfast
