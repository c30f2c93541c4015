#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "paper/claims_parts.hpp"

namespace holdfast::paper {
namespace {

/// Smallest and largest tau of the figure and its appendix.
std::pair<Item, Item> tau_range(const Experiment& experiment) {
  const auto taus = experiment.taus();
  return {taus.front(), taus.back()};
}

Claim claim_1(const Results& results, const Experiment& experiment) {
  Claim claim{1,
              "On linear regression oblivious-greedy does best of all methods, in training "
              "objective and in test score.",
              "figure 2, appendix",
              judge_against_best(results, experiment, cells_of(experiment, false)),
              {}};
  const auto extended = cells_of(experiment, true);
  if (!extended.empty()) {
    claim.second = {
        judge_against_best(results, experiment, extended),
        fmt::format("extended grid, k = {} to {}", extended.front().k, extended.back().k)};
  }
  return claim;
}

std::optional<Claim> claim_2(const Results& results, const Experiment& experiment) {
  const auto [from, to] = tau_range(experiment);
  Conditions above;
  Statistic smallest{
      "smallest excess of a greedy-type method's fall of the kept share over that "
      "of oblivious-greedy",
      std::numeric_limits<double>::infinity(), "points"};
  std::string details;
  for (const char* method : {"greedy", "stochastic-greedy", "random-greedy", "omp"}) {
    const auto found = decays(results, experiment, method, own_method(experiment), from, to);
    if (found.empty()) return {};
    double least = found.front().over_other.low;
    for (const auto& decay : found) {
      above.count(is_above(decay.over_other, 0.0), decay.over_other.low > 0.0);
      least = std::min(least, decay.over_other.low);
      smallest.value = std::min(smallest.value, 100.0 * decay.over_other.mean);
    }
    details += fmt::format("; {} {} at k = {} (lowest end of the three intervals {})", method,
                           percent(found.back().over_other), found.back().k, percent(least));
  }
  const std::string evidence = fmt::format(
      "fall of the kept share from tau = {} to {} minus that of oblivious-greedy: interval above 0 "
      "in {} of {} (4 methods, 3 sizes), around 0 in {}{}",
      from, to, above.met, above.all(), above.open, details);
  return Claim{2,
               "Greedy-type methods (greedy, stochastic, random, OMP) become less robust as tau "
               "grows.",
               "figure 2, appendix",
               {above.verdict(), evidence, above.first_rule(), smallest, {outcomes_of(above)}},
               {}};
}

Claim claim_3(const Results& results, const Experiment& experiment) {
  return {3,
          "On synthetic logistic regression oblivious-greedy beats greedy and oblivious, in "
          "objective and in generalization.",
          "figure 3, appendix",
          judge_against_best(results, experiment, cells_of(experiment, false)),
          {}};
}

/// Greedy's kept share falls by at least a fifth, and by more than that of oblivious-greedy.
struct GreedyDecay {
  Conditions conditions;  ///< one a size
  std::string evidence;
  Statistic excess{
      "smallest excess of greedy's fall of the kept share over that of oblivious-greedy",
      std::numeric_limits<double>::infinity(), "points"};
};

std::optional<GreedyDecay> greedy_decay(const Results& results, const Experiment& experiment) {
  constexpr double significant = 0.2;
  const auto [from, to] = tau_range(experiment);
  const auto found = decays(results, experiment, "greedy", own_method(experiment), from, to);
  if (found.empty()) return {};
  GreedyDecay all;
  all.evidence =
      fmt::format("greedy's kept share falls from tau = {} to {} relatively by", from, to);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Decay& decay = found[i];
    all.conditions.count(
        std::min(is_above(decay.relative, significant), is_above(decay.over_other, 0.0)),
        decay.relative.mean >= significant && decay.over_other.low > 0.0);
    all.excess.value = std::min(all.excess.value, 100.0 * decay.over_other.mean);
    all.evidence +=
        fmt::format("{} {} at k = {} (its fall minus that of oblivious-greedy: {})",
                    i == 0 ? "" : ",", percent(decay.relative), decay.k, percent(decay.over_other));
  }
  return all;
}

std::optional<Claim> claim_4(const Results& results, const Experiment& experiment) {
  const auto decay = greedy_decay(results, experiment);
  if (!decay) return {};
  return Claim{4,
               "Greedy decays significantly as tau grows.",
               "figure 3, appendix",
               {decay->conditions.verdict(),
                decay->evidence,
                decay->conditions.first_rule(),
                decay->excess,
                {outcomes_of(decay->conditions)}},
               {}};
}

Claim claim_5(const Results& results, const Experiment& experiment) {
  constexpr double distinctive = 0.02;
  const auto cells = cells_of(experiment, false);
  Judgement judgement = judge_against_best(results, experiment, cells);
  const auto by_value = compare(results, experiment, cells, own_method(experiment),
                                other_methods(experiment), Metric::objective);
  Conditions clear;
  for (const auto& comparison : by_value) {
    clear.count(is_above(comparison.difference, distinctive),
                comparison.difference.mean >= distinctive);
  }
  const auto at_most = [&](int count) {
    return 100 * count >= 80 * clear.all() ? Verdict::holds : Verdict::in_part;
  };
  judgement.lower_to(at_most(clear.met), at_most(clear.met_by_first_rule));
  judgement.evidence +=
      fmt::format("; objective ahead by 2 % or more in {} of {} cells (by the mean alone in {})",
                  clear.met, clear.all(), clear.met_by_first_rule);
  return {5,
          "On MNIST oblivious-greedy has a distinctive advantage over greedy and oblivious.",
          "figure 4, appendix",
          judgement,
          {}};
}

/// Whether oblivious is ahead of greedy in some cells, and by how much on average.
struct ObliviousLead {
  Conditions ahead;
  Statistic mean;
};

/// In the cells with tau deletions and k - tau in `gaps`.
ObliviousLead oblivious_lead(const Results& results, const Experiment& experiment, Item tau,
                             const std::set<Item>& gaps) {
  std::vector<Cell> cells;
  for (const Item gap : gaps) cells.push_back({tau, tau + gap});
  const auto comparisons =
      compare(results, experiment, cells, "oblivious", {"greedy"}, Metric::objective);
  Conditions ahead;
  for (const auto& comparison : comparisons) {
    const auto mean = [&](const char* method) {
      return mean_interval(results.values(experiment, method, comparison.cell, Metric::objective))
          .mean;
    };
    ahead.count(is_above(comparison.difference, 0.0), mean("oblivious") > mean("greedy"));
  }
  return {ahead,
          {fmt::format("mean lead of oblivious over greedy at tau = {}, objective", tau),
           mean_lead(comparisons)}};
}

std::optional<Claim> claim_6(const Results& results, const Experiment& experiment) {
  const auto decay = greedy_decay(results, experiment);
  if (!decay) return {};
  const auto [from, to] = tau_range(experiment);
  std::set<Item> gaps_before;
  std::set<Item> gaps;
  for (const auto& cell : cells_of(experiment, false)) {
    if (cell.tau == from) gaps_before.insert(cell.k - cell.tau);
  }
  for (const auto& cell : cells_of(experiment, false)) {
    if (cell.tau == to && gaps_before.contains(cell.k - cell.tau)) gaps.insert(cell.k - cell.tau);
  }
  const Conditions before = oblivious_lead(results, experiment, from, gaps).ahead;
  const auto [after, lead] = oblivious_lead(results, experiment, to, gaps);
  const auto overtakes = [&](int ahead_after, int ahead_before) {
    return ahead_after > ahead_before && 2 * ahead_after > after.all();
  };
  const Answer overtaking = overtakes(after.met, before.met + before.open)  ? Answer::yes
                            : overtakes(after.met + after.open, before.met) ? Answer::open
                                                                            : Answer::no;
  Conditions both;
  both.count(decay->conditions.together(), decay->conditions.first_rule() == Verdict::holds);
  both.count(overtaking, overtakes(after.met_by_first_rule, before.met_by_first_rule));
  return Claim{
      6,
      "On MNIST greedy decays significantly as tau grows, and oblivious starts to outperform it.",
      "figure 4, appendix",
      {both.verdict(),
       fmt::format("{}; oblivious is ahead of greedy in {} of {} cells at tau = {} ({} undecided), "
                   "in {} at tau = {} ({} undecided; cells paired by k - tau)",
                   decay->evidence, after.met, after.all(), to, after.open, before.met, from,
                   before.open),
       both.first_rule(),
       lead,
       {outcomes_of(both), outcomes_of(after, fmt::format("oblivious ahead at tau = {}", to))}},
      {}};
}

void add(std::vector<Claim>& claims, std::optional<Claim> claim) {
  if (claim) claims.push_back(std::move(*claim));
}

}  // namespace

std::vector<Claim> judge_support_selection(const Results& results) {
  std::vector<Claim> claims;
  if (const auto* linear = results.find("fig2")) {
    claims.push_back(claim_1(results, *linear));
    add(claims, claim_2(results, *linear));
  }
  if (const auto* logistic = results.find("fig3")) {
    claims.push_back(claim_3(results, *logistic));
    add(claims, claim_4(results, *logistic));
  }
  if (const auto* mnist = results.find("fig4")) {
    claims.push_back(claim_5(results, *mnist));
    add(claims, claim_6(results, *mnist));
  }
  return claims;
}

}  // namespace holdfast::paper
