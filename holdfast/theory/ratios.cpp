#include "holdfast/theory/ratios.hpp"

#include <algorithm>

#include "holdfast/core/require.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/theory/exact_ratios.hpp"

namespace holdfast {
namespace {

void require_options(const RatioOptions& options) {
  require(options.exact_up_to >= 0 && options.exact_up_to <= ValueTable::most_items,
          "exact ratios are for 0 to {} items, got exact_up_to = {}", ValueTable::most_items,
          options.exact_up_to);
  require(options.largest_set >= 0, "largest_set must be 0 (all sets) or more, got {}",
          options.largest_set);
}

void merge(const RatioBounds& from, RatioBounds& into) {
  for (const Ratio ratio : all_ratios) {
    const RatioRange& range = from[ratio];
    into.at_least(ratio, range.lower, range.why_lower);
    into.at_most(ratio, range.upper, range.why_upper);
  }
}

RatioValue value_from(Ratio ratio, const RatioRange& range) {
  constexpr double rounding = 1e-12;
  RatioValue result;
  result.range = range;
  const bool curvature = is_curvature(ratio);
  const bool something_proven = curvature ? range.upper < 1.0 : range.lower > 0.0;
  const bool use_upper = curvature == something_proven;
  result.value = use_upper ? range.upper : range.lower;
  result.kind = use_upper ? RatioKind::upper_bound : RatioKind::lower_bound;
  result.why = use_upper ? range.why_upper : range.why_lower;
  if (result.why.empty()) result.why = "no sampled set was worse than this";
  if (range.upper - range.lower <= rounding) result.kind = RatioKind::exact;
  return result;
}

Ratios bounded_ratios(const Objective& objective, const Run& run, Item largest_set,
                      const SampleOptions& options) {
  RatioBounds bounds = objective.proven_ratios(run, largest_set);
  if (objective.is_submodular()) {
    const double curvature = total_curvature(objective, run);
    const std::string why =
        "f is submodular: the smallest share of f(i) that is left of item i's "
        "gain when everything else is chosen";
    bounds.at_most(Ratio::alpha, curvature, why);
    if (largest_set >= objective.size()) bounds.at_least(Ratio::alpha, curvature, why);
  }
  const SampledRatios sampled = sampled_ratios(objective, run, largest_set, options);
  merge(sampled.bounds, bounds);
  bounds.apply_relations();
  Ratios result;
  result.items = objective.size();
  result.largest_set = largest_set;
  result.evaluations = sampled.evaluations;
  result.pairs = sampled.pairs;
  for (const Ratio ratio : all_ratios) result[ratio] = value_from(ratio, bounds[ratio]);
  return result;
}

}  // namespace

Ratios ratios(const Objective& objective, const Run& run, const RatioOptions& options) {
  require_options(options);
  const Item size = std::max<Item>(1, objective.size());
  const Item largest_set = options.largest_set == 0 ? size : std::min(options.largest_set, size);
  if (objective.size() <= options.exact_up_to)
    return exact_ratios(tabulate(objective, run), run, largest_set);
  return bounded_ratios(objective, run, largest_set, options.sample);
}

double total_curvature(const Objective& objective, const Run& run) {
  const Items everything = objective.all_items();
  const auto alone = objective.start(run)->gains(everything);
  auto state = objective.start(run);
  for (const Item item : everything) {
    run.check_stop();
    state->add(item);
  }
  const auto losses = state->losses();
  const double negligible = 1e-9 * state->value();
  double kept = 1.0;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    if (alone[i] > negligible)
      kept = std::min(kept, losses[i] > negligible ? losses[i] / alone[i] : 0.0);
  }
  return 1.0 - kept;
}

const char* to_string(RatioKind kind) {
  switch (kind) {
    case RatioKind::exact: return "exact";
    case RatioKind::lower_bound: return "lower-bound";
    case RatioKind::upper_bound: return "upper-bound";
  }
  return "";
}

}  // namespace holdfast
