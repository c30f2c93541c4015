#include "holdfast/attacks/stochastic_greedy_min.hpp"

#include <algorithm>

#include "holdfast/core/sampling.hpp"

namespace holdfast {

StochasticGreedyMin::StochasticGreedyMin(double epsilon, int repeats, int first_repeat)
    : RepeatedAdversary(repeats, first_repeat), epsilon_(require_epsilon(epsilon)) {}

Item StochasticGreedyMin::draw(State& left, std::size_t initial, Item tau, Random& random) const {
  Items members = left.items();
  std::sort(members.begin(), members.end());
  const auto size = sample_size(static_cast<double>(initial), tau, epsilon_, members.size());
  return left.largest_losses(random.sample(members, size), 1).front().item;
}

}  // namespace holdfast
