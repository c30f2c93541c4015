#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "holdfast/core/structure.hpp"

namespace holdfast {

class Workers;

/// The pair (A, B) of an objective that depends on S through A_SS and B_S, where A is symmetric
/// positive semidefinite: linear regression (A = X'X + ridge I, B = X'y), variance reduction (A =
/// kernel + noise I, B = k(V, M)) and the log-determinant (no B). The first two are trace forms,
///   f(S) = tr(B_S' A_SS^-1 B_S) wherever A_SS is nonsingular,
/// and with their matrices one can value a neighbouring set in O(1), bound the loss of any
/// deletion, and relax the choice of a set.
///
/// Hands out blocks of columns: a few entries for a small set, whole columns for the gains of all
/// items.
class HOLDFAST_EXPORT TraceOracle : public Structure {
 public:
  /// The number of columns of B.
  virtual std::size_t responses() const = 0;
  /// The row of B for one item: responses() numbers.
  virtual std::span<const double> response(Item item) const = 0;
  /// The diagonal of A, ridge or noise included.
  virtual std::span<const double> diagonal() const = 0;
  double diagonal(Item item) const { return diagonal()[static_cast<std::size_t>(item)]; }
  /// A_(rows, column) off the diagonal; the entry for the column itself is undefined.
  virtual void entries(Item column, std::span<const Item> rows, std::span<double> out) const = 0;
  /// A_(rows, columns), one column after the other.
  void block(std::span<const Item> rows, std::span<const Item> columns,
             std::span<double> out) const;

  /// A whole column of A, valid while the keeper is held. Its diagonal entry is undefined.
  struct Column {
    std::span<const double> entries;
    std::shared_ptr<const void> keeper;
  };
  /// `likely` returns the columns that may be asked for next, the best guess first, so that one
  /// pass over the data can make several.
  virtual Column column(Item item, const std::function<Items()>& likely,
                        Workers& workers) const = 0;
  /// How many guesses are useful; 0 where a column takes no pass.
  virtual std::size_t guesses() const { return 0; }
  /// A_(items, items): by whole columns where several of them take one pass and most of their
  /// entries are wanted.
  void square(std::span<const Item> items, std::span<double> out, Workers& workers) const;
  /// An item whose squared distance from the span of others is at most this share of its squared
  /// length adds no direction.
  virtual double dependent() const = 0;
};

}  // namespace holdfast
