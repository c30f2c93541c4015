#pragma once

#include "holdfast/core/objective.hpp"

namespace holdfast {

/// The best weights of a model for one set of features, in the units of the data.
struct HOLDFAST_EXPORT FittedWeights {
  Items items;                     ///< the features it uses
  int outputs = 1;                 ///< how many weights a feature has
  std::vector<double> weights;     ///< weights[i * outputs + c] belongs to items[i]
  std::vector<double> intercepts;  ///< one per output; zeros where the model has none
};

/// An objective that is the value of a model with weights: an item is a feature, and
///   f(S) = max over weights on S of l(w) - l(0),   l(w) = fit of the scores Xw - penalty ||w||^2.
/// The model can be asked for its weights, and for the fit of any other scores.
class HOLDFAST_EXPORT ModelObjective : public Objective {
 public:
  virtual std::size_t rows() const = 0;
  /// The best weights for `set`, from scratch.
  virtual FittedWeights weights(std::span<const Item> set) const = 0;
  /// The item's column as it was given; `out` has one place per row.
  virtual void copy_column(Item item, std::span<double> out) const = 0;
  /// The fit of these scores (rows x outputs, one output after the other) minus l(0). O(rows
  /// outputs).
  virtual double fit_of(std::span<const double> scores) const = 0;
  virtual double penalty() const = 0;
};

}  // namespace holdfast
