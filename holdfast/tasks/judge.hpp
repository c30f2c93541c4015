#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast::tasks {

/// What an item of S is worth by itself, f({v}), and what S loses without it, f(S) - f(S - v).
struct ItemWorth {
  double alone = 0.0;
  double loss = 0.0;
};

/// A set S and every deletion of tau items that anyone knows: its judge, and the search that chose
/// S.
struct Judged {
  Selection selection;  ///< with its State; a set that somebody gave has no algorithm
  std::string judge;    ///< the adversary that was asked
  /// The worst first, never empty. Within rounding a proven one comes first, then the judge's own.
  /// The first one's interval is the best that any of them proved.
  std::vector<Deletion> attacks;
  /// f after the first, the second, ... deletion of the worst attack; as many as it deletes.
  std::vector<double> values_left;
  /// One for each step of the selection, if it was chosen here.
  std::vector<ItemWorth> worths = {};

  const Deletion& worst() const { return attacks.front(); }
};

/// A set that somebody gives, with a State. Throws std::invalid_argument if the items are not
/// distinct members of V.
HOLDFAST_EXPORT Selection given_set(const Objective& objective, std::span<const Item> items,
                                    const Problem& problem, const Run& run);

/// The same, in the order in which greedy takes the items, with their gains.
HOLDFAST_EXPORT Selection in_greedy_order(const Objective& objective, Items items,
                                          const Problem& problem, const Run& run);

/// A deletion that was found earlier, with what it leaves of the selection, which must carry a
/// State; nothing if it is no deletion of the problem's tau items.
HOLDFAST_EXPORT std::optional<Deletion> revalued(const Selection& selection, Deletion earlier);

/// Attacks the selection with its problem's tau, from the State that it carries; one is made if it
/// carries none.
HOLDFAST_EXPORT Judged judge(Selection selection, const Objective& objective,
                             const Adversary& adversary, const Run& run);

/// The selection with the worst deletion that is known without a further search: what the algorithm
/// knows, or what greedy-min leaves. For a job that was interrupted; `judge` is the adversary that
/// was asked. The selection must carry a State.
HOLDFAST_EXPORT Judged judge_by_what_is_known(Selection selection, std::string judge);

/// The attacks of `adversary` with tau deletions, and what the selection itself knows about as
/// many; ordered as in Judged. Where few deletions are possible (settled_deletions), all of them
/// are settled, and the worst is proven. The selection must carry a State.
HOLDFAST_EXPORT std::vector<Deletion> known_attacks(const Selection& selection, Item tau,
                                                    const Adversary& adversary);

/// Of each step of the selection, which must carry a State. Costs its losses and as many gains.
HOLDFAST_EXPORT std::vector<ItemWorth> item_worths(const Selection& selection);

/// Takes over further attacks on the same set.
HOLDFAST_EXPORT void learn(Judged& judged, std::vector<Deletion> attacks);

/// Judges a set that somebody gives.
HOLDFAST_EXPORT Judged attack(const Objective& objective, std::span<const Item> items, Item tau,
                              const Adversary& adversary, const Run& run);

}  // namespace holdfast::tasks
