#include "holdfast/attacks/random_greedy_min.hpp"

#include <algorithm>

namespace holdfast {

Item RandomGreedyMin::draw(State& left, std::size_t /*initial*/, Item tau, Random& random) const {
  // In a random order of all members, the first one among the worst is a uniform choice among them.
  Items members = left.items();
  std::sort(members.begin(), members.end());
  const Items order = random.sample(members, members.size());
  return left.first_of_largest_losses(order, static_cast<std::size_t>(tau));
}

}  // namespace holdfast
