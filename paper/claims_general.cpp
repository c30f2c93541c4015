#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "paper/adversary_wins.hpp"
#include "paper/claims_parts.hpp"

namespace holdfast::paper {
namespace {

/// Mean of what is left when every method is attacked alike: with one repeat of the random
/// adversaries.
double mean_left(const std::vector<CellResult>& trials) {
  std::vector<double> left;
  for (const auto& trial : trials) left.push_back(trial.adversaries.least_once());
  return mean_interval(left).mean;
}

/// The value of beta with the best mean in a cell, among those that are feasible there.
double best_beta(const Results& results, const Experiment& experiment, const Cell& cell) {
  double best = 0.0;
  double best_mean = mean_left(results.trials_of(experiment, "greedy", cell));
  for (const auto& method : experiment.methods) {
    const auto& trials = results.trials_of(experiment, method.id, cell);
    if (method.beta < 0.0 || trials.empty()) continue;
    const double mean = mean_left(trials);
    if (mean <= best_mean) continue;
    best_mean = mean;
    best = method.beta;
  }
  return best;
}

bool sweeps_beta(const Experiment& experiment) {
  return std::ranges::any_of(experiment.methods, &Method::sweep_only) && !experiment.squared;
}

}  // namespace

std::optional<Claim> judge_adversaries(const Results& results) {
  std::map<std::string, std::array<AdversaryWins, 2>> by_algorithm;
  for (const auto& wins : count_adversary_wins(results)) {
    auto& sum = by_algorithm[wins.algorithm][wins.all_repeats ? 1 : 0];
    sum.runs += wins.runs;
    sum.greedy_min_no_worse += wins.greedy_min_no_worse;
  }
  if (by_algorithm.empty()) return {};
  int most = 0;
  std::string details;
  for (const auto& entry : by_algorithm) {
    const auto& algorithm = entry.first;
    const auto& counts = entry.second;
    most += 2 * counts[1].greedy_min_no_worse > counts[1].runs;
    const auto share = [&](int i) {
      return static_cast<double>(counts[i].greedy_min_no_worse) /
             static_cast<double>(std::max<std::int64_t>(counts[i].runs, 1));
    };
    details += fmt::format("; {} {} and {} of {}", algorithm, percent(share(0)), percent(share(1)),
                           counts[1].runs);
  }
  return Claim{12,
               "For all algorithms, greedy-min is most of the time the adversary that finds the "
               "worst deletion.",
               "section 5",
               {verdict_of_conditions(most, std::ssize(by_algorithm)),
                fmt::format("greedy-min is no worse than any other in more than half of the runs "
                            "for {} of {} algorithms (share with 1 repeat of the random ones, and "
                            "with all repeats){}",
                            most, by_algorithm.size(), details)},
               {}};
}

std::optional<Claim> judge_beta(const Results& results) {
  int small = 0;
  int cells = 0;
  std::string details;
  for (const auto& experiment : results.experiments()) {
    if (!sweeps_beta(experiment)) continue;
    int here = 0;
    const auto primary = cells_of(experiment, false);
    for (const auto& cell : primary) here += best_beta(results, experiment, cell) <= 1.0;
    small += here;
    cells += static_cast<int>(primary.size());
    details += fmt::format("; {}: {} of {}", experiment.title, here, primary.size());
  }
  if (cells == 0) return {};
  return Claim{15,
               "In practice beta <= 1 usually gives the best performance.",
               "section 5",
               {verdict_of_share(static_cast<double>(small) / cells, 0.8),
                fmt::format("of beta = 0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3 (where feasible) the best "
                            "by mean objective is at most 1 in {} of {} cells ({}){}",
                            small, cells, percent(static_cast<double>(small) / cells), details)},
               {}};
}

std::vector<Claim> judge_claims(const Results& results) {
  std::vector<Claim> claims = judge_support_selection(results);
  std::ranges::copy(judge_variance_reduction(results), std::back_inserter(claims));
  if (auto claim = judge_adversaries(results)) claims.push_back(std::move(*claim));
  if (auto claim = judge_beta(results)) claims.push_back(std::move(*claim));
  std::ranges::copy(judge_theory(), std::back_inserter(claims));
  std::ranges::sort(claims, {}, &Claim::number);
  return claims;
}

std::string claims_json(const std::vector<Claim>& claims) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& claim : claims) {
    nlohmann::ordered_json entry{{"claim", claim.number},
                                 {"verdict", to_string(claim.judgement.verdict)},
                                 {"evidence", claim.judgement.evidence},
                                 {"text", claim.text},
                                 {"where", claim.where}};
    if (claim.second) {
      entry["extended"] = {{"label", claim.second->label},
                           {"verdict", to_string(claim.second->verdict)},
                           {"evidence", claim.second->evidence}};
    }
    list.push_back(std::move(entry));
  }
  return list.dump(1) + "\n";
}

}  // namespace holdfast::paper
