#pragma once

#include <span>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// The structure of an objective of the form
///   f(S) = tr(A_SS^-1 C_SS),   A symmetric positive semidefinite, C = B B',
/// wherever A_SS is nonsingular: linear regression (A = X'X + ridge I, B = X'y, one column) and
/// variance reduction (A = kernel + noise I, B = k(V, M)). What knows these matrices can value a
/// neighbouring set in O(1), bound the loss of any deletion, and relax the choice of a set.
class HOLDFAST_EXPORT TraceForm {
 public:
  virtual ~TraceForm();

  /// Columns of B.
  virtual std::size_t responses() const = 0;
  /// A_(rows, columns), a column after the other.
  virtual void quadratic(std::span<const Item> rows, std::span<const Item> columns,
                         std::span<double> out) const = 0;
  /// B of these items: responses() numbers for the first, then for the second...
  virtual void response(std::span<const Item> items, std::span<double> out) const = 0;
};

}  // namespace holdfast
