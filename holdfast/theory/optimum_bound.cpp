#include "holdfast/theory/optimum_bound.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include "holdfast/theory/optimum_bounds.hpp"
#include "holdfast/theory/value_table.hpp"

namespace holdfast {
namespace theory {

Items others(const Objective& objective, const Items& without) {
  Items kept;
  for (const Item item : objective.all_items())
    if (!std::ranges::binary_search(without, item)) kept.push_back(item);
  return kept;
}

OptimumBound bound_by_enumeration(const Objective& objective, const Problem& problem,
                                  const Run& run) {
  const ValueTable table = tabulate(objective, run);
  // worst[S] after t deletions is the least over its members of worst[S - e] after t - 1.
  std::vector<double> worst = table.values;
  for (Item t = 0; t < problem.tau; ++t) {
    run.check_stop();
    std::vector<double> next(worst.size(), 0.0);
    for (Mask set = 1; set <= table.everything() && set != 0; ++set) {
      double least = std::numeric_limits<double>::infinity();
      for (Mask rest = set; rest != 0; rest &= rest - 1)
        least = std::min(least, worst[set & ~(rest & (~rest + 1))]);
      next[set] = least;
    }
    worst = std::move(next);
  }
  double best = 0.0;
  for (Mask set = 0; set < worst.size(); ++set)
    if (std::popcount(set) <= problem.k) best = std::max(best, worst[set]);
  return {best, "enumeration", {}};
}

}  // namespace theory

namespace {

/// Beyond this many columns, fitting a class model takes longer than everything else together.
constexpr Item most_fitted = 256;

bool is_cheap_whole(const Objective& objective) {
  return objective.attack_cost() != AttackCost::refits || objective.size() <= most_fitted;
}

double gamma_of(const Objective& objective, Item left, const Run& run) {
  if (objective.is_submodular()) return 1.0;
  // A prefix has at most 2 l items and T at most l.
  const std::int64_t largest = 3 * std::int64_t{std::min(left, objective.size())};
  const auto within = static_cast<Item>(std::min<std::int64_t>(objective.size(), largest));
  return objective.proven_ratios(run, std::max<Item>(1, within))[Ratio::gamma].lower;
}

/// f(V \ E) for every E that another bound found worth deleting.
void add_wholes(const Objective& objective, std::vector<OptimumBound>& bounds) {
  if (const auto largest = objective.largest_value())
    bounds.push_back({*largest, "largest value", {}});
  if (!is_cheap_whole(objective)) return;
  std::vector<Items> deletions{{}};
  for (const OptimumBound& bound : bounds)
    if (std::ranges::find(deletions, bound.without) == deletions.end())
      deletions.push_back(bound.without);
  for (Items& without : deletions) {
    const double value = objective.value(theory::others(objective, without));
    bounds.push_back({value, "everything", std::move(without)});
  }
}

}  // namespace

std::vector<OptimumBound> bound_optimum(const Objective& objective, const Problem& problem,
                                        const Run& run, const OptimumBoundOptions& options) {
  constexpr double rounding = 1e-9;
  if (problem.k <= problem.tau || objective.size() <= problem.tau) return {{0.0, "nothing", {}}};
  std::vector<OptimumBound> bounds;
  const auto append = [&](std::vector<OptimumBound> more) {
    std::ranges::move(more, std::back_inserter(bounds));
  };
  const Item left = problem.k - problem.tau;
  const auto structure = objective.structure();
  const auto* oracle = structure.plain() ? structure.as<TraceOracle>() : nullptr;
  if (oracle && objective.size() <= options.relax_up_to)
    append(theory::bounds_by_relaxation(objective, *oracle, problem, run));
  if (const auto* covering = structure.plain() ? structure.as<CoveringStructure>() : nullptr)
    append(theory::bounds_by_lagrangian(objective, *covering, problem, run));
  const double gamma = gamma_of(objective, left, run);
  if (gamma > 0.0) append(theory::bounds_by_gains(objective, problem, gamma, run));
  add_wholes(objective, bounds);
  if (objective.size() <= options.exact_up_to)
    bounds.push_back(theory::bound_by_enumeration(objective, problem, run));
  for (OptimumBound& bound : bounds) bound.value = std::max(0.0, bound.value) * (1.0 + rounding);
  std::ranges::stable_sort(bounds, {}, &OptimumBound::value);
  return bounds;
}

}  // namespace holdfast
