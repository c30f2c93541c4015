#include "holdfast/tasks/curve.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/judge.hpp"

namespace holdfast::tasks {
namespace {

bool is_defined(const registry::AlgorithmEntry& entry, const Algorithm& algorithm,
                const Objective& objective, const Problem& problem) {
  require_satisfiable(problem.constraints, objective, problem.k);
  const Item most = most_items(problem.constraints, objective.size());
  const bool fits = problem.k >= most || algorithm.feasible(problem);
  return fits && (objective.has_gradient() || !entry.needs_gradient);
}

/// The algorithm's own words.
std::string why_undefined(const Algorithm& algorithm, const Objective& objective,
                          const Problem& problem, const Run& run) {
  try {
    algorithm.select(objective, problem, run);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "not defined for this problem";
}

/// Counts selections and attacks, so that a progress bar can tell how far the whole job is.
class CurveProgress {
 public:
  CurveProgress(const Run& run, std::int64_t total) : run_(run), total_(total) {}

  void step() {
    run_.check_stop();
    run_.report({"curve", ++done_, total_, 0.0});
  }

 private:
  const Run& run_;
  std::int64_t done_ = 0;
  std::int64_t total_;
};

/// Takes over a deletion that leaves less than the point's own.
void offer(Deletion& point, const Deletion& from, Items items, double value) {
  if (!(value < point.value)) return;
  point.adversary = from.adversary;
  point.items = std::move(items);
  point.value = value;
  point.proven = false;
  point.at_least = std::min(point.at_least, value);
}

/// The deletion and the member whose loss is largest then.
void extend(const Deletion& shorter, Deletion& longer, const State& state) {
  if (longer.items.size() <= shorter.items.size()) return;
  const auto left = state.clone();
  for (const Item item : shorter.items) left->remove(item);
  const Scored next = left->largest_losses(left->items(), 1).front();
  left->remove(next.item);
  Items items = shorter.items;
  items.push_back(next.item);
  offer(longer, shorter, std::move(items), left->value());
  // Rounding must not let the curve rise.
  const double tie = TieRule::width(shorter.value, state.value());
  if (longer.value <= shorter.value + tie) longer.value = std::min(longer.value, shorter.value);
}

/// The deletion without the item whose return gains least.
void shorten(const Deletion& longer, Deletion& shorter, const State& state) {
  if (longer.items.size() <= shorter.items.size()) return;
  const auto left = state.clone();
  for (const Item item : longer.items) left->remove(item);
  const Scored spared = left->smallest_gain(longer.items);
  left->add(spared.item);
  offer(shorter, longer, difference(longer.items, Items{spared.item}), left->value());
}

/// Neighbours learn from each other: deletions, and what is proven. Fewer deletions leave at least
/// as much as more of them, unless f falls when an item is added.
void reconcile(std::vector<Deletion>& worst, const State& state) {
  const bool monotone = !seen_to_fall(state.objective());
  for (std::size_t t = 1; t < worst.size(); ++t) extend(worst[t - 1], worst[t], state);
  for (std::size_t t = worst.size() - 1; t-- > 0;) {
    shorten(worst[t + 1], worst[t], state);
    if (!monotone) continue;
    worst[t].at_least =
        std::min(worst[t].value, std::max(worst[t].at_least, worst[t + 1].at_least));
    worst[t].proven = worst[t].proven || worst[t].at_least >= worst[t].value;
  }
}

}  // namespace

CurveResult curves(const Objective& objective, const Problem& problem, Item tau_max,
                   std::span<const registry::OptionValues> algorithms, const Adversary& adversary,
                   const Run& run) {
  CurveResult result;
  CurveProgress progress(run, static_cast<std::int64_t>(algorithms.size()) * (tau_max + 2));
  for (const auto& options : algorithms) {
    const registry::AlgorithmEntry& entry = registry::find_algorithm(options.owner());
    const auto algorithm = entry.make(options);
    if (!is_defined(entry, *algorithm, objective, problem)) {
      result.skipped.push_back({entry.name, why_undefined(*algorithm, objective, problem, run)});
      continue;
    }
    Curve curve{options, algorithm->select(objective, problem, run), {}};
    progress.step();
    Selection& selection = curve.selection;
    if (!selection.state) selection.state = objective.start_at(run, selection.items());
    for (Item tau = 0; tau <= tau_max; ++tau) {
      curve.worst.push_back(known_attacks(selection, tau, adversary).front());
      progress.step();
    }
    reconcile(curve.worst, *selection.state);
    selection.state.reset();
    result.curves.push_back(std::move(curve));
  }
  return result;
}

}  // namespace holdfast::tasks
