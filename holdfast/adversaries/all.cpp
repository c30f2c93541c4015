#include "holdfast/adversaries/all.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/adversaries/greedy_max.hpp"
#include "holdfast/adversaries/greedy_min.hpp"
#include "holdfast/adversaries/random_greedy_min.hpp"
#include "holdfast/adversaries/stochastic_greedy_min.hpp"

namespace holdfast {

AllAdversaries::AllAdversaries(double epsilon, int repeats) {
  adversaries_.push_back(std::make_unique<GreedyMin>());
  adversaries_.push_back(std::make_unique<GreedyMax>());
  adversaries_.push_back(std::make_unique<RandomGreedyMin>(repeats));
  adversaries_.push_back(std::make_unique<StochasticGreedyMin>(epsilon, repeats));
}

AllAdversaries::~AllAdversaries() = default;

Adversary::Attack AllAdversaries::do_attack(const State& state, Item tau) const {
  auto tried = do_attacks(state, tau);
  std::int64_t evaluations = 0;
  for (const auto& deletion : tried) evaluations += deletion.evaluations;
  Deletion& worst = tried.front();
  return {std::move(worst.items), worst.value, worst.proven, evaluations,
          std::move(worst.adversary)};
}

std::vector<Deletion> AllAdversaries::do_attacks(const State& state, Item tau) const {
  std::vector<Deletion> tried;
  tried.reserve(adversaries_.size());
  for (const auto& adversary : adversaries_) tried.push_back(adversary->attack(state, tau));
  std::stable_sort(tried.begin(), tried.end(),
                   [](const Deletion& a, const Deletion& b) { return a.value < b.value; });
  return tried;
}

}  // namespace holdfast
