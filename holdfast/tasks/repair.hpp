#pragma once

#include <span>
#include <vector>

#include "holdfast/core/constraints.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/tasks/select.hpp"

/// After real deletions: a set is filled up again.
namespace holdfast::tasks {

/// What was lost, and how many items may be bought.
struct Loss {
  Items deleted;    ///< members of the set or not: none of them can be chosen again
  Item refill = 0;  ///< how many items are added
};

struct HOLDFAST_EXPORT RepairResult {
  Loss loss;
  Items before;               ///< the set S that was hit
  Items left;                 ///< R: S without what was deleted
  double value_before = 0.0;  ///< f(S)
  double value_left = 0.0;    ///< f(R)
  /// A set that holds R, nothing deleted, and up to `refill` new items; attacked anew.
  Judged repaired;

  Items added() const;
};

/// Fills R = S \ deleted up again, best for what is left and prepared for the loss of tau more:
/// the robust problem with k = |R| + refill, R as must-haves and the deleted ones as must-nots,
/// solved by `algorithm`. `constraints` hold in addition; further must-haves are part of the
/// refill. S starts from its State if it carries one (see given_set). Throws std::invalid_argument
/// where select would.
HOLDFAST_EXPORT RepairResult repair(const Objective& objective, const Selection& set,
                                    const Loss& loss, Item tau, const Constraints& constraints,
                                    const Algorithm& algorithm, const Adversary& adversary,
                                    const Run& run);

/// Round by round: each loss hits what the previous round left behind, and what is deleted once
/// stays deleted, even if it was a must-have. The results carry no States.
HOLDFAST_EXPORT std::vector<RepairResult> replan(const Objective& objective, const Selection& set,
                                                 std::span<const Loss> losses, Item tau,
                                                 const Constraints& constraints,
                                                 const Algorithm& algorithm,
                                                 const Adversary& adversary, const Run& run);

}  // namespace holdfast::tasks
