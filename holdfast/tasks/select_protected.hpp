#pragma once

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/judge.hpp"
#include "holdfast/tasks/protect.hpp"

namespace holdfast::tasks {

/// A set S and the members P of it to protect, chosen together.
struct ProtectedSelection {
  Judged judged;          ///< S, attacked as if nothing were protected
  Protection protection;  ///< P, and the worst deletion of S \ P
};

/// max over S and P in S, |P| <= most, of min over E in S \ P of f(S \ E), by turns. What is
/// protected is always there, so that the others play the robust problem on f(P + T) - f(P) with
/// k - |P| items: `algorithm` chooses them. The best protection of the set that results is the next
/// P, until nothing is gained. The turns begin with the algorithm's own choice for the problem and
/// with the first items of greedy; then single members of P are exchanged. At most 8 choices are
/// made, 3 where an attack fits models anew, 40 where they are small. Never worse than protecting
/// the algorithm's own choice; which P is best for S is proven as far as protect() proves it, that
/// S is the best set is not.
HOLDFAST_EXPORT ProtectedSelection select_protected(const Objective& objective,
                                                    const Problem& problem, Item most,
                                                    const registry::OptionValues& algorithm,
                                                    const Adversary& adversary, const Run& run);

}  // namespace holdfast::tasks
