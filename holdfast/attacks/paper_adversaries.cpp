#include "holdfast/attacks/paper_adversaries.hpp"

#include <utility>

#include "holdfast/attacks/greedy_max.hpp"
#include "holdfast/attacks/greedy_min.hpp"
#include "holdfast/attacks/random_greedy_min.hpp"
#include "holdfast/attacks/stochastic_greedy_min.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {

PaperAdversaries::PaperAdversaries(double epsilon, int repeats) {
  adversaries_.push_back(std::make_unique<GreedyMin>());
  adversaries_.push_back(std::make_unique<GreedyMax>());
  adversaries_.push_back(std::make_unique<RandomGreedyMin>(repeats));
  adversaries_.push_back(std::make_unique<StochasticGreedyMin>(epsilon, repeats));
}

PaperAdversaries::~PaperAdversaries() = default;

Deletion PaperAdversaries::do_attack(const State& state, Item tau) const {
  auto tried = do_attacks(state, tau);
  std::int64_t evaluations = 0;
  for (const auto& deletion : tried) evaluations += deletion.evaluations;
  Deletion worst = std::move(tried.front());
  worst.evaluations = evaluations;
  return worst;
}

std::vector<Deletion> PaperAdversaries::do_attacks(const State& state, Item tau) const {
  std::vector<Deletion> tried;
  std::vector<Scored> damage;  // "items" are places in the list of adversaries
  for (const auto& adversary : adversaries_) {
    damage.push_back({static_cast<Item>(tried.size()), 0.0});
    tried.push_back(adversary->attack(state, tau));
    damage.back().score = -tried.back().value;
  }
  // Two that delete the same set in different orders differ only by rounding. The first in the list
  // gets the credit.
  std::vector<Deletion> ranked;
  for (const auto& [place, score] : largest_scores(damage, damage.size(), state.value())) {
    ranked.push_back(std::move(tried[static_cast<std::size_t>(place)]));
  }
  return ranked;
}

}  // namespace holdfast
