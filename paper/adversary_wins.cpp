#include "paper/adversary_wins.hpp"

#include <algorithm>
#include <array>

namespace holdfast::paper {
namespace {

constexpr std::array names{"greedy-min", "greedy-max", "random-greedy-min",
                           "stochastic-greedy-min"};

std::array<double, 4> values_of(const AdversaryValues& found, bool all_repeats) {
  return {found.greedy_min, found.greedy_max, all_repeats ? found.random : found.random_once,
          all_repeats ? found.stochastic : found.stochastic_once};
}

void count(const CellResult& result, std::size_t trial, AdversaryWins& wins) {
  const auto values = values_of(result.adversaries, wins.all_repeats);
  const double bar = *std::ranges::min_element(values) + 1e-9 * result.value;
  const auto winner = std::ranges::find_if(values, [&](double value) { return value <= bar; });
  ++wins.runs;
  ++wins.wins[names[static_cast<std::size_t>(winner - values.begin())]];
  const bool no_worse = values[0] <= bar;
  wins.greedy_min_no_worse += no_worse;
  if (wins.no_worse_by_trial.size() <= trial) wins.no_worse_by_trial.resize(trial + 1);
  wins.no_worse_by_trial[trial] += no_worse;
}

}  // namespace

std::vector<AdversaryWins> count_adversary_wins(const Results& results) {
  std::map<std::tuple<std::string, std::string, bool>, AdversaryWins> table;
  for (const auto& experiment : results.experiments()) {
    for (const auto& method : experiment.methods) {
      if (method.sweep_only) continue;
      for (const bool all_repeats : {false, true}) {
        auto& wins = table[{experiment.figure, method.algorithm, all_repeats}];
        wins.figure = experiment.figure;
        wins.algorithm = method.algorithm;
        wins.all_repeats = all_repeats;
        for (const char* name : names) wins.wins[name];
        for (const auto& cell : experiment.cells) {
          if (cell.tau == 0) continue;
          const auto& trials = results.trials_of(experiment, method.id, cell);
          for (std::size_t trial = 0; trial < trials.size(); ++trial) {
            count(trials[trial], trial, wins);
          }
        }
      }
    }
  }
  std::vector<AdversaryWins> list;
  for (auto& [key, wins] : table) {
    if (wins.runs > 0) list.push_back(std::move(wins));
  }
  return list;
}

}  // namespace holdfast::paper
