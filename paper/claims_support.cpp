#include <fmt/format.h>

#include <algorithm>
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
  int above = 0;
  int conditions = 0;
  std::string details;
  for (const char* method : {"greedy", "stochastic-greedy", "random-greedy", "omp"}) {
    const auto found = decays(results, experiment, method, own_method(experiment), from, to);
    if (found.empty()) return {};
    double least = found.front().over_other.low;
    for (const auto& decay : found) {
      above += decay.over_other.low > 0.0;
      ++conditions;
      least = std::min(least, decay.over_other.low);
    }
    details += fmt::format("; {} {} at k = {} (lowest end of the three intervals {})", method,
                           percent(found.back().over_other), found.back().k, percent(least));
  }
  const std::string evidence = fmt::format(
      "fall of the kept share from tau = {} to {} minus that of oblivious-greedy: interval above 0 "
      "in {} of {} (4 methods, 3 sizes){}",
      from, to, above, conditions, details);
  return Claim{2,
               "Greedy-type methods (greedy, stochastic, random, OMP) become less robust as tau "
               "grows.",
               "figure 2, appendix",
               {verdict_of_conditions(above, conditions), evidence},
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
std::optional<Judgement> judge_greedy_decay(const Results& results, const Experiment& experiment) {
  constexpr double significant = 0.2;
  const auto [from, to] = tau_range(experiment);
  const auto found = decays(results, experiment, "greedy", own_method(experiment), from, to);
  if (found.empty()) return {};
  int met = 0;
  std::string evidence =
      fmt::format("greedy's kept share falls from tau = {} to {} relatively by", from, to);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Decay& decay = found[i];
    met += decay.relative.mean >= significant && decay.over_other.low > 0.0;
    evidence += fmt::format("{} {} at k = {} (its fall minus that of oblivious-greedy: {})",
                            i == 0 ? "" : ",", percent(decay.relative.mean), decay.k,
                            percent(decay.over_other));
  }
  return Judgement{verdict_of_conditions(met, std::ssize(found)), evidence};
}

std::optional<Claim> claim_4(const Results& results, const Experiment& experiment) {
  const auto judgement = judge_greedy_decay(results, experiment);
  if (!judgement) return {};
  return Claim{
      4, "Greedy decays significantly as tau grows.", "figure 3, appendix", *judgement, {}};
}

Claim claim_5(const Results& results, const Experiment& experiment) {
  constexpr double distinctive = 0.02;
  const auto cells = cells_of(experiment, false);
  Judgement judgement = judge_against_best(results, experiment, cells);
  const auto by_value = compare(results, experiment, cells, own_method(experiment),
                                other_methods(experiment), Metric::objective);
  const auto clear = std::ranges::count_if(by_value, [](const CellComparison& comparison) {
    return comparison.difference.mean >= distinctive;
  });
  if (100 * clear < 80 * std::ssize(by_value)) {
    judgement.verdict = worse(judgement.verdict, Verdict::in_part);
  }
  judgement.evidence += fmt::format("; mean objective ahead by 2 % or more in {} of {} cells",
                                    clear, by_value.size());
  return {5,
          "On MNIST oblivious-greedy has a distinctive advantage over greedy and oblivious.",
          "figure 4, appendix",
          judgement,
          {}};
}

double mean_worst(const Results& results, const Experiment& experiment, const char* method,
                  const Cell& cell) {
  return mean_interval(results.values(experiment, method, cell, Metric::objective)).mean;
}

/// In how many of the cells with tau deletions and k - tau in `gaps` oblivious is ahead of greedy.
int oblivious_ahead(const Results& results, const Experiment& experiment, Item tau,
                    const std::set<Item>& gaps) {
  int ahead = 0;
  for (const Item gap : gaps) {
    const Cell cell{tau, tau + gap};
    ahead += mean_worst(results, experiment, "oblivious", cell) >
             mean_worst(results, experiment, "greedy", cell);
  }
  return ahead;
}

std::optional<Claim> claim_6(const Results& results, const Experiment& experiment) {
  const auto decay = judge_greedy_decay(results, experiment);
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
  const int before = oblivious_ahead(results, experiment, from, gaps);
  const int after = oblivious_ahead(results, experiment, to, gaps);
  const bool overtakes = after > before && 2 * after > static_cast<int>(gaps.size());
  const Verdict verdict =
      verdict_of_conditions((decay->verdict == Verdict::holds ? 1 : 0) + (overtakes ? 1 : 0), 2);
  return Claim{
      6,
      "On MNIST greedy decays significantly as tau grows, and oblivious starts to outperform it.",
      "figure 4, appendix",
      {verdict, fmt::format("{}; oblivious is ahead of greedy in {} of {} cells at tau = {}, in {} "
                            "at tau = {} (cells paired by k - tau)",
                            decay->evidence, after, gaps.size(), to, before, from)},
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
