#pragma once

#include <cstddef>
#include <span>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/core/structure.hpp"

namespace holdfast {

/// The similarities s_ij >= 0 of a covering objective, f(S) = sum over rows i of the largest s_ij
/// of a member j: facility location, and coverage, where s_ij is the weight of row i or 0.
class HOLDFAST_EXPORT CoveringStructure : public Structure {
 public:
  virtual std::size_t rows() const = 0;
  /// Raises out[i] to the similarity of row `first` + i and this column, where that is larger.
  virtual void raise(Item column, std::size_t first, std::span<double> out) const = 0;
};

}  // namespace holdfast
