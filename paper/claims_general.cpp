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

/// The wins over one algorithm in all figures together.
void add_runs(AdversaryWins& sum, const AdversaryWins& more) {
  sum.runs += more.runs;
  sum.greedy_min_no_worse += more.greedy_min_no_worse;
  const std::size_t trials = more.no_worse_by_trial.size();
  if (sum.no_worse_by_trial.size() < trials) sum.no_worse_by_trial.resize(trials);
  for (std::size_t i = 0; i < trials; ++i) sum.no_worse_by_trial[i] += more.no_worse_by_trial[i];
}

/// The share of runs in which greedy-min is no worse, over trials; all have the same cells.
Interval no_worse_share(const AdversaryWins& wins) {
  const auto trials = static_cast<double>(wins.no_worse_by_trial.size());
  std::vector<double> shares;
  for (const auto count : wins.no_worse_by_trial) {
    shares.push_back(static_cast<double>(count) * trials / static_cast<double>(wins.runs));
  }
  return mean_interval(shares);
}

bool sweeps_beta(const Experiment& experiment) {
  return std::ranges::any_of(experiment.methods, &Method::sweep_only) && !experiment.squared;
}

}  // namespace

std::optional<Claim> judge_adversaries(const Results& results) {
  std::map<std::string, std::array<AdversaryWins, 2>> by_algorithm;
  for (const auto& wins : count_adversary_wins(results)) {
    add_runs(by_algorithm[wins.algorithm][wins.all_repeats ? 1 : 0], wins);
  }
  if (by_algorithm.empty()) return {};
  Conditions most;
  std::string details;
  for (const auto& [algorithm, wins] : by_algorithm) {
    const auto& [once, all] = wins;
    const Interval share = no_worse_share(all);
    most.count(is_above(share, 0.5), 2 * all.greedy_min_no_worse > all.runs);
    details += fmt::format("; {} {} and {} of {}", algorithm, percent(no_worse_share(once).mean),
                           percent(share), all.runs);
  }
  return Claim{12,
               "For all algorithms, greedy-min is most of the time the adversary that finds the "
               "worst deletion.",
               "section 5",
               {most.verdict(),
                fmt::format("greedy-min is no worse than any other in more than half of the runs "
                            "for {} of {} algorithms, undecided for {} (share with 1 repeat of "
                            "the random ones, and with all repeats){}",
                            most.met, most.all(), most.open, details),
                most.first_rule()},
               {}};
}

std::optional<Claim> judge_beta(const Results& results) {
  int small = 0;
  int cells = 0;
  std::size_t trials = 0;
  std::string details;
  for (const auto& experiment : results.experiments()) {
    if (!sweeps_beta(experiment)) continue;
    int here = 0;
    const auto primary = cells_of(experiment, false);
    for (const auto& cell : primary) here += best_beta(results, experiment, cell) <= 1.0;
    small += here;
    cells += static_cast<int>(primary.size());
    trials = results.trials_of(experiment, "greedy", primary.front()).size();
    details += fmt::format("; {}: {} of {}", experiment.title, here, primary.size());
  }
  if (cells == 0) return {};
  return Claim{15,
               "In practice beta <= 1 usually gives the best performance.",
               "section 5",
               judge_by_count(
                   trials, verdict_of_share(static_cast<double>(small) / cells, 0.8),
                   fmt::format("of beta = 0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3 (where feasible) the "
                               "best by mean objective is at most 1 in {} of {} cells ({}){}",
                               small, cells, percent(static_cast<double>(small) / cells), details)),
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

nlohmann::ordered_json counts_json(const Judgement& judgement) {
  nlohmann::ordered_json counts = nlohmann::ordered_json::array();
  for (const auto& [of, tally] : judgement.outcomes) {
    counts.push_back({{"of", of},
                      {"wins", tally.wins},
                      {"ties", tally.ties},
                      {"losses", tally.losses},
                      {"undecided", tally.undecided}});
  }
  return counts;
}

namespace {

/// Null where none was computed.
nlohmann::ordered_json statistic_json(const Statistic& statistic) {
  if (statistic.name.empty()) return nullptr;
  return {{"name", statistic.name}, {"value", statistic.value}, {"unit", statistic.unit}};
}

}  // namespace

nlohmann::ordered_json claim_json(const Claim& claim) {
  nlohmann::ordered_json json{{"claim", claim.number},
                              {"verdict", to_string(claim.judgement.verdict)},
                              {"first_rule", to_string(claim.judgement.first_rule)},
                              {"evidence", claim.judgement.evidence},
                              {"counts", counts_json(claim.judgement)},
                              {"statistic", statistic_json(claim.judgement.statistic)},
                              {"text", claim.text},
                              {"where", claim.where}};
  if (claim.second) {
    json["extended"] = {{"label", claim.second->label},
                        {"verdict", to_string(claim.second->verdict)},
                        {"first_rule", to_string(claim.second->first_rule)},
                        {"evidence", claim.second->evidence},
                        {"counts", counts_json(*claim.second)}};
  }
  return json;
}

std::string claims_json(const std::vector<Claim>& claims) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& claim : claims) list.push_back(claim_json(claim));
  return list.dump(1) + "\n";
}

std::string caution(std::size_t trials) {
  if (trials >= enough_trials) return "";
  if (trials == 1) {
    return "One trial cannot tell a lead from chance: a claim that hangs on one is undecided.";
  }
  return fmt::format(
      "The {} trials of this run can show a lead that is large and much the same in each, but "
      "cannot tell a smaller one from chance: a claim that hangs on one is undecided.",
      trials);
}

}  // namespace holdfast::paper
