#include "holdfast/tasks/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/core/state.hpp"
#include "holdfast/registry/common_options.hpp"

namespace holdfast::registry {
namespace {

std::string hyphenated(Ratio ratio) {
  std::string name = to_string(ratio);
  std::ranges::replace(name, '_', '-');
  return name;
}

const char* meaning(Ratio ratio) {
  switch (ratio) {
    case Ratio::gamma:
      return "submodularity ratio";
    case Ratio::gamma_check:
      return "supermodularity ratio";
    case Ratio::alpha:
      return "generalized curvature";
    case Ratio::alpha_check:
      return "inverse curvature";
    case Ratio::nu:
      return "subadditivity ratio";
    case Ratio::nu_check:
      return "superadditivity ratio";
    case Ratio::theta:
      return "bipartite subadditivity ratio";
  }
  return "";
}

bool is_about(const OptionValues& algorithm) {
  return algorithm.owner() == "oblivious-greedy" || algorithm.owner() == "greedy";
}

std::string why_nothing(const OptionValues& algorithm, const GuaranteeResult& result) {
  if (!is_about(algorithm)) {
    return fmt::format("the statements are about oblivious-greedy and greedy, not about {}",
                       algorithm.owner());
  }
  if (result.problem.tau >= result.problem.k) return "everything may be deleted: tau >= k";
  for (const Guarantee& one : result.statements) {
    if (one.applies && !is_limit(one.statement) && one.statement != Statement::lemma1)
      return "what applies promises nothing: a ratio that it multiplies by is 0, or S1 is empty";
  }
  return fmt::format("S0 has {} items: fewer than tau = {} promise nothing",
                     guard_size(result.problem), result.problem.tau);
}

std::optional<double> least_left(const Objective& objective, const Selection& selection,
                                 const KnownRatios& known, const Run& run) {
  Items greedy;
  for (const Chosen& step : selection.steps)
    if (step.part == Part::S1) greedy.push_back(step.item);
  const auto guards = static_cast<Item>(selection.steps.size() - greedy.size());
  const auto& nu = known[Ratio::nu];
  const auto& nu_check = known[Ratio::nu_check];
  if (guards < selection.problem.tau || !nu || !nu->proven || !nu_check || !nu_check->proven)
    return std::nullopt;
  return nu->value * nu_check->value * objective.start_at(run, greedy)->value();
}

}  // namespace

std::vector<Option> ratio_search_options() {
  return {{.name = "exact-up-to",
           .kind = OptionKind::integer,
           .help = "evaluate every set of a ground set of at most this many items",
           .default_value = std::int64_t{RatioOptions{}.exact_up_to},
           .range = {.least = 0, .most = ValueTable::most_items}},
          {.name = "largest-set",
           .kind = OptionKind::integer,
           .help = "ask only about sets of at most this many items; 0: all",
           .default_value = std::int64_t{0},
           .range = {.least = 0, .most = largest_int}},
          {.name = "chains",
           .kind = OptionKind::integer,
           .help = "how many growing sequences of sets are sampled on larger ground sets",
           .default_value = std::int64_t{SampleOptions{}.chains},
           .range = {.least = 1, .most = largest_int}},
          {.name = "chain-length",
           .kind = OptionKind::integer,
           .help = "the longest of them; 0: 16",
           .default_value = std::int64_t{0},
           .range = {.least = 0, .most = largest_int}}};
}

RatioOptions ratio_options(const OptionValues& options) {
  RatioOptions made;
  made.exact_up_to = static_cast<Item>(options.integer("exact-up-to"));
  made.largest_set = static_cast<Item>(options.integer("largest-set"));
  made.sample.chains = static_cast<int>(options.integer("chains"));
  made.sample.length = static_cast<Item>(options.integer("chain-length"));
  return made;
}

std::vector<Option> known_ratio_options() {
  std::vector<Option> options;
  options.reserve(all_ratios.size() + 1);
  for (const Ratio ratio : all_ratios) {
    options.push_back({.name = hyphenated(ratio),
                       .kind = OptionKind::number,
                       .help = meaning(ratio),
                       .range = {.least = 0.0, .most = 1.0}});
  }
  options.push_back({.name = "estimates",
                     .kind = OptionKind::flag,
                     .help =
                         "the ratios given are estimates; or, found for an objective: use those "
                         "of a sample instead of what is proven",
                     .default_value = false});
  return options;
}

bool any_ratio_given(const OptionValues& options) {
  return std::ranges::any_of(all_ratios,
                             [&](Ratio ratio) { return options.is_given(hyphenated(ratio)); });
}

KnownRatios known_ratios(const OptionValues& options) {
  KnownRatios known;
  for (const Ratio ratio : all_ratios) {
    const std::string name = hyphenated(ratio);
    if (options.is_given(name)) known.set(ratio, options.number(name), !options.flag("estimates"));
  }
  return known;
}

GuaranteeResult guarantee_for(const GuaranteeProblem& problem, KnownRatios known) {
  GuaranteeResult result;
  known.complete();
  result.problem = problem;
  result.known = known;
  result.statements = guarantees(problem, known);
  result.best_beta = best_beta(problem.k, problem.tau, known);
  return result;
}

Explanation explain(const Objective& objective, const OptionValues& algorithm,
                    const Selection& selection, const Run& run, const RatioOptions& options) {
  RatioOptions search = options;
  const std::int64_t twice = 2 * std::int64_t{std::max<Item>(1, selection.problem.k)};
  if (search.largest_set == 0)
    search.largest_set = static_cast<Item>(std::min<std::int64_t>(twice, objective.size()));
  const bool own = algorithm.owner() == "oblivious-greedy";
  const double beta = own ? algorithm.number("beta") : 0.0;
  Explanation explanation;
  explanation.ratios = ratios(objective, run, search);
  explanation.result = guarantee_for({selection.problem.k, selection.problem.tau, beta},
                                     KnownRatios(explanation.ratios));
  const bool free = selection.problem.constraints.empty();
  if (!is_about(algorithm) || !free) explanation.result.statements.clear();
  if (!free) {
    explanation.why_none = "the statements are about choices without must-haves, must-nots or caps";
  } else if (!explanation.result.best()) {
    explanation.why_none = why_nothing(algorithm, explanation.result);
  }
  if (own && free)
    explanation.at_least = least_left(objective, selection, explanation.result.known, run);
  return explanation;
}

}  // namespace holdfast::registry
