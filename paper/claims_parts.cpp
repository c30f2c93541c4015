#include "paper/claims_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace holdfast::paper {
namespace {

/// The smallest and the largest mean difference, and against whom.
std::string extremes(const std::vector<CellComparison>& comparisons) {
  if (comparisons.empty()) return "";
  const auto [least, most] = std::ranges::minmax_element(
      comparisons, {}, [](const CellComparison& comparison) { return comparison.difference.mean; });
  const auto place = [](const CellComparison& at) {
    return fmt::format("{} at tau = {}, k = {} against {}", percent(at.difference.mean),
                       at.cell.tau, at.cell.k, at.against);
  };
  return fmt::format("mean difference from {} to {}", place(*least), place(*most));
}

}  // namespace

void Judgement::lower_to(Verdict other, Verdict other_by_first_rule) {
  verdict = std::min(verdict, other);
  first_rule = std::min(first_rule, other_by_first_rule);
}

double mean_lead(const std::vector<CellComparison>& comparisons) {
  double sum = 0.0;
  for (const auto& comparison : comparisons) sum += comparison.difference.mean;
  return comparisons.empty() ? 0.0 : 100.0 * sum / static_cast<double>(comparisons.size());
}

Outcomes outcomes_of(const Conditions& conditions, std::string of) {
  return {std::move(of), {conditions.met, 0, conditions.failed, conditions.open}};
}

Judgement judge_by_count(std::size_t trials, Verdict verdict, std::string evidence) {
  if (trials >= enough_trials) return {verdict, std::move(evidence)};
  evidence += fmt::format("; this rule has no interval and needs {} trials", enough_trials);
  return {Verdict::undecided, std::move(evidence), verdict};
}

const std::string& own_method(const Experiment& experiment) {
  return experiment.methods.front().id;
}

std::vector<std::string> other_methods(const Experiment& experiment) {
  std::vector<std::string> others;
  for (const auto& method : experiment.methods) {
    if (!method.sweep_only && method.id != own_method(experiment)) others.push_back(method.id);
  }
  return others;
}

Judgement judge_against_best(const Results& results, const Experiment& experiment,
                             const std::vector<Cell>& cells) {
  const auto others = other_methods(experiment);
  const auto by_value =
      compare(results, experiment, cells, own_method(experiment), others, Metric::objective);
  Tally tally = tally_of(by_value);
  Judgement judgement{
      verdict_of(tally),
      fmt::format("objective: {}, {}", tally.text(), extremes(by_value)),
      verdict_of(tally.by_first_rule()),
      {"mean lead of oblivious-greedy over the best other method, objective", mean_lead(by_value)},
      {{"objective", tally}}};
  if (experiment.score.empty()) return judgement;
  const auto by_score =
      compare(results, experiment, cells, own_method(experiment), others, Metric::score);
  tally = tally_of(by_score);
  judgement.lower_to(verdict_of(tally), verdict_of(tally.by_first_rule()));
  judgement.evidence +=
      fmt::format("; {}: {}, {}", experiment.score, tally.text(), extremes(by_score));
  judgement.outcomes.push_back({experiment.score, tally});
  return judgement;
}

std::vector<Item> anchor_sizes(const Experiment& experiment) {
  return {12 * experiment.unit, 16 * experiment.unit, 20 * experiment.unit};
}

std::vector<Decay> decays(const Results& results, const Experiment& experiment,
                          const std::string& method, const std::string& other, Item from_tau,
                          Item to_tau) {
  std::vector<Decay> found;
  for (const Item k : anchor_sizes(experiment)) {
    const auto kept = [&](const std::string& whose, Item tau) {
      return results.values(experiment, whose, {tau, k}, Metric::kept);
    };
    const auto before = kept(method, from_tau);
    const auto after = kept(method, to_tau);
    const auto other_before = kept(other, from_tau);
    const auto other_after = kept(other, to_tau);
    const std::size_t n = before.size();
    if (n == 0 || after.size() != n || other_before.size() != n || other_after.size() != n) {
      return {};
    }
    std::vector<double> relative(n);
    std::vector<double> over_other(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double fall = before[i] - after[i];
      relative[i] = before[i] > 0.0 ? fall / before[i] : 0.0;
      over_other[i] = fall - (other_before[i] - other_after[i]);
    }
    found.push_back({k, mean_interval(relative), mean_interval(over_other)});
  }
  return found;
}

std::string percent(double part) { return fmt::format("{:.1f} %", 100.0 * part); }

std::string percent(const Interval& interval) {
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100.0 * interval.mean, 100.0 * interval.low,
                     100.0 * interval.high);
}

}  // namespace holdfast::paper
