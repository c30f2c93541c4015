#include "holdfast/tasks/judge.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast::tasks {
namespace {

double slack(const Deletion& deletion, double scale) {
  return TieRule::width(deletion.value, scale);
}

/// In its place; on a tie behind those that are there. What is there already gains its proof.
void add(std::vector<Deletion>& attacks, Deletion known, double scale) {
  const auto same = std::ranges::find_if(
      attacks, [&](const Deletion& attack) { return same_items(attack.items, known.items); });
  if (same != attacks.end()) {
    same->proven = same->proven || known.proven;
    same->at_least = std::max(same->at_least, known.at_least);
    return;
  }
  const auto place = std::ranges::find_if(attacks, [&](const Deletion& attack) {
    return attack.value > known.value + slack(known, scale);
  });
  attacks.insert(place, std::move(known));
}

/// Adversaries reach the same deletion in different ways, so the values of a proven and an unproven
/// attack can differ by rounding. The proven one then comes first. What one attack proved holds for
/// all.
void conclude(std::vector<Deletion>& attacks, const State& state) {
  const double most = attacks.front().value + slack(attacks.front(), state.value());
  const auto proven = std::ranges::find_if(
      attacks, [&](const Deletion& attack) { return attack.proven && attack.value <= most; });
  if (proven != attacks.end()) std::rotate(attacks.begin(), proven, proven + 1);
  Deletion& worst = attacks.front();
  const double bound = std::ranges::max(attacks, {}, &Deletion::at_least).at_least;
  worst.at_least = std::min(bound, worst.value);
  // The bound 0 of one that knows nothing holds only if f is monotone.
  worst.proven = worst.proven || (bound >= worst.value && !seen_to_fall(state.objective()));
}

/// What it cost is counted with the search.
Deletion found_while_choosing(Deletion known) {
  known.evaluations = 0;
  known.seconds = 0.0;
  return known;
}

std::vector<double> values_left(const State& state, const Deletion& deletion) {
  std::vector<double> left;
  const auto shrinking = state.clone();
  for (const Item item : deletion.items) {
    shrinking->remove(item);
    left.push_back(shrinking->value());
  }
  return left;
}

}  // namespace

Selection given_set(const Objective& objective, std::span<const Item> items, const Problem& problem,
                    const Run& run) {
  Selection given;
  given.problem = problem;
  given.state = objective.start_at(run, items);
  given.value = given.state->value();
  given.threads = run.threads();
  given.seed = run.seed();
  for (const Item item : items) given.steps.push_back({.item = item});
  return given;
}

Selection in_greedy_order(const Objective& objective, Items items, const Problem& problem,
                          const Run& run) {
  Selection ordered = given_set(objective, {}, problem, run);
  std::ranges::sort(items);
  auto state = objective.start(run);
  while (!items.empty()) {
    const Scored best = state->largest_gains(items, 1).front();
    state->add(best.item);
    std::erase(items, best.item);
    ordered.steps.push_back({.item = best.item, .gain = best.score});
  }
  ordered.value = state->value();
  ordered.state = std::move(state);
  return ordered;
}

std::optional<Deletion> revalued(const Selection& selection, Deletion earlier) {
  const auto left = selection.state->clone();
  const auto wanted =
      std::min(left->size(), static_cast<std::size_t>(std::max<Item>(0, selection.problem.tau)));
  for (const Item item : earlier.items) {
    if (!left->contains(item)) return std::nullopt;
    left->remove(item);
  }
  if (earlier.items.size() != wanted) return std::nullopt;
  Deletion known;
  known.adversary = std::move(earlier.adversary);
  known.items = std::move(earlier.items);
  known.value = left->value();
  return known;
}

std::vector<Deletion> known_attacks(const Selection& selection, Item tau,
                                    const Adversary& adversary) {
  const double scale = selection.state->value();
  auto attacks = adversary.attacks(*selection.state, tau);
  if (selection.worst && selection.problem.tau == tau)
    add(attacks, found_while_choosing(*selection.worst), scale);
  conclude(attacks, *selection.state);
  if (attacks.front().proven || count_deletions(selection.state->size(), tau) > settled_deletions)
    return attacks;
  try {
    add(attacks, Exact().attack(*selection.state, tau), scale);
    conclude(attacks, *selection.state);
  } catch (const NumericFailure&) {
    // A model that cannot be fitted on some of the deletions: what is known stays unproven.
  }
  return attacks;
}

std::vector<ItemWorth> item_worths(const Selection& selection) {
  const auto state = selection.state->clone();
  const Items items = selection.items();
  const auto alone = state->objective().start(state->run())->gains(items);
  const auto losses = state->losses();
  std::vector<ItemWorth> worths;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto place = std::ranges::find(state->items(), items[i]) - state->items().begin();
    worths.push_back({alone[i], losses[static_cast<std::size_t>(place)]});
  }
  return worths;
}

void learn(Judged& judged, std::vector<Deletion> attacks) {
  const State& state = *judged.selection.state;
  for (Deletion& attack : attacks) add(judged.attacks, std::move(attack), state.value());
  conclude(judged.attacks, state);
  judged.values_left = values_left(state, judged.worst());
}

Judged judge(Selection selection, const Objective& objective, const Adversary& adversary,
             const Run& run) {
  run.report({.job = "attack"});  // however long it takes: adversaries report no steps
  if (!selection.state) selection.state = objective.start_at(run, selection.items());
  Judged judged{std::move(selection), adversary.name(), {}, {}};
  judged.attacks = known_attacks(judged.selection, judged.selection.problem.tau, adversary);
  judged.values_left = values_left(*judged.selection.state, judged.worst());
  return judged;
}

Judged judge_by_what_is_known(Selection selection, std::string judge) {
  Judged judged{std::move(selection), std::move(judge), {}, {}};
  const Selection& chosen = judged.selection;
  judged.attacks.push_back(chosen.worst ? found_while_choosing(*chosen.worst)
                                        : GreedyMin().attack(*chosen.state, chosen.problem.tau));
  judged.values_left = values_left(*chosen.state, judged.worst());
  return judged;
}

Judged attack(const Objective& objective, std::span<const Item> items, Item tau,
              const Adversary& adversary, const Run& run) {
  const Problem problem{static_cast<Item>(items.size()), tau};
  return judge(given_set(objective, items, problem, run), objective, adversary, run);
}

}  // namespace holdfast::tasks
