#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "holdfast/attacks/covering_rows.hpp"

namespace holdfast {

/// What a deletion may still do to a member.
enum class Fate : char { open, deleted, kept };

/// An upper bound on what tau deletions can take from a covering objective.
///
/// A drop is lost only if all members down to it are deleted, so its loss may be charged to these
/// members in any shares. A deletion then costs at most the charges of what it deletes, and at most
/// the tau largest charges. The least such bound over all shares is the value of the linear
/// relaxation, and one division minimizes it for every tau at once: the one whose charges have the
/// least sum of squares, the minimum-norm point of a base polytope (Fujishige 1980). A pass divides
/// the drops of each row anew, best for the charges of all other rows; passes converge to that
/// point, and each gives a valid bound.
class CoveringBound {
 public:
  explicit CoveringBound(const CoveringRows& rows);

  /// One division of every row, given what is decided about the members, and that `more` of the
  /// open ones are deleted. O(drops).
  void pass(std::span<const Fate> fates, std::size_t more);
  /// The bound of the last pass: lost at most by the decided deletions and `more` others.
  double most_lost(std::span<const Fate> fates, std::size_t more);
  /// What each open member is charged with.
  std::span<const double> charges() const { return charges_; }

 private:
  /// An open member of the row that is being divided.
  struct Bearer {
    double charge = 0.0;
    std::size_t drop = 0;
  };

  void divide(std::size_t row, std::span<const Fate> fates, std::size_t more);
  void pour(double loss);

  const CoveringRows& rows_;
  std::vector<double> shares_;   ///< of each drop's member in the losses of its row
  std::vector<double> charges_;  ///< of each member, over all rows
  std::vector<Bearer> bearers_;  ///< the least charged first
  std::vector<double> sorted_;
  double certain_ = 0.0;  ///< lost by the deletions that are decided
};

}  // namespace holdfast
