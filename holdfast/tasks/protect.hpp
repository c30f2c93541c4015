#pragma once

#include <cstdint>
#include <span>

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast::tasks {

/// Which members of a set to protect so that the worst tau losses among the others hurt least.
struct Protection {
  Items items;  ///< S
  Item tau = 0;
  Item most = 0;          ///< how many may be protected
  double intact = 0.0;    ///< f(S)
  Items protected_items;  ///< P; fewer than allowed if more would not help
  Deletion worst;         ///< of S \ P, the worst known
  Deletion unprotected;   ///< of S, if nothing is protected
  double at_most = 0.0;   ///< proven: no protection of this size keeps more
  bool proven = false;    ///< whether P is the best and `worst` the worst
  std::int64_t attacks = 0;
  double seconds = 0.0;
};

/// Branch and bound. The best protection holds a member of the worst deletion under any smaller
/// part of it, or that deletion would still work; so the branches of a node are the members of its
/// worst deletion. Of r + 1 deletions without a common member, r protected items leave one
/// possible: that bounds a node from above. Exact as long as the attacks are. `budget` limits the
/// attacks; 0: 20,000 where they are quick, 1,000 elsewhere. Throws std::invalid_argument unless
/// the items are distinct members of V.
HOLDFAST_EXPORT Protection protect(const Objective& objective, std::span<const Item> items,
                                   Item tau, Item most, std::int64_t budget, const Run& run);

}  // namespace holdfast::tasks
