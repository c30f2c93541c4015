#include "paper/revisions.hpp"

#include <fmt/ranges.h>

#include "holdfast/registry/registry.hpp"
#include "paper/attacks.hpp"

namespace holdfast::paper {
namespace {

using Names = std::vector<std::string>;

std::string name_of(DataKind data) {
  switch (data) {
    case DataKind::linear: return "linear data";
    case DataKind::logistic: return "logistic data";
    case DataKind::mnist: return "mnist data";
    case DataKind::variance_reduction: break;
  }
  return "variance-reduction data";
}

/// Code whose answers an algorithm's choices follow from, besides its own.
Names foundations_of(const std::string& algorithm) {
  if (algorithm == "beta-path") return {"oblivious-greedy", "strong"};
  if (algorithm == "robust-swap") {
    return {"beta-path", "oblivious-greedy", "pro-greedy", "strong", "exact"};
  }
  return {};
}

std::string with_revisions(const Names& names, const Revisions& revisions) {
  Names parts;
  for (const auto& name : names) parts.push_back(fmt::format("{} {}", name, revisions.at(name)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Defaults included: a new default is another choice.
std::string options_of(const Unit& unit) {
  const auto options = unit.method->options(unit.tau);
  std::string text;
  for (const auto& option : options.table()) {
    if (!options.has(option.name)) continue;
    text += fmt::format(", {} = {}", option.name, registry::to_text(options.value(option.name)));
  }
  return text;
}

/// What a reading decides otherwise than the headline; empty for the headline, whose stamps are
/// older than readings.
std::string reading_of(const Unit& unit, const Revisions& revisions) {
  const Decisions& decisions = unit.experiment->decisions;
  const std::string differences = decisions.differences();
  if (differences.empty()) return "";
  Names names{"readings"};
  if (decisions.attackers == Attackers::strong) names.emplace_back("strong");
  return fmt::format("; {}: {}", with_revisions(names, revisions), differences);
}

}  // namespace

const Revisions& current_revisions() {
  // Raise a number by one when the same call may give another answer than before: other items,
  // other random numbers, values that differ by more than rounding. Speed does not count. A test,
  // Revisions.AreRaisedWhenAnAnswerChanges, fails if an answer has changed and its number has not.
  static const Revisions revisions{
      // Algorithms.
      {"greedy", 1},
      {"oblivious", 1},
      {"oblivious-greedy", 1},
      {"pro-greedy", 1},
      {"osu", 1},
      {"stochastic-greedy", 1},
      {"random-greedy", 1},
      {"omp", 1},
      {"beta-path", 1},
      {"robust-swap", 4},
      // The paper's adversaries, then the judge and the branch and bound after it.
      {"greedy-min", 1},
      {"greedy-max", 1},
      {"random-greedy-min", 1},
      {"stochastic-greedy-min", 1},
      {"strong", 2},
      {"exact", 1},
      // What a trial draws, the objective made of it, and the score on its test rows.
      {"linear data", 1},
      {"logistic data", 1},
      {"mnist data", 1},
      {"variance-reduction data", 1},
      // Whatever only readings other than the headline use.
      {"readings", 1},
  };
  return revisions;
}

std::string stamp_of_choices(const Unit& unit, const Revisions& revisions) {
  const std::string& algorithm = unit.method->algorithm;
  Names names = foundations_of(algorithm);
  names.insert(names.begin(), {name_of(unit.experiment->data), algorithm});
  return fmt::format(
      "{}{}; {}, epsilon = {}, repeats = {}{}", with_revisions(names, revisions), options_of(unit),
      with_revisions({"greedy-min", "greedy-max", "random-greedy-min", "stochastic-greedy-min"},
                     revisions),
      stochastic_epsilon, unit.repeats(), reading_of(unit, revisions));
}

std::string stamp_of_judgements(const Unit& unit, const Revisions& revisions) {
  const auto nodes = unit.experiment->proof_nodes;
  const Names judges = nodes > 0 ? Names{"strong", "exact"} : Names{"strong"};
  return fmt::format("{}; judged by {}, nodes = {}", stamp_of_choices(unit, revisions),
                     with_revisions(judges, revisions), nodes);
}

}  // namespace holdfast::paper
