#include "holdfast/adversaries/random_greedy_min.hpp"

namespace holdfast {

Item RandomGreedyMin::draw(State& left, std::size_t /*initial*/, Item tau, Random& random) const {
  const auto worst = left.largest_losses(left.items(), static_cast<std::size_t>(tau));
  return worst[random.below(worst.size())].item;
}

}  // namespace holdfast
