#pragma once

#include "holdfast/attacks/repeated.hpp"

namespace holdfast {

/// Deletes, tau times, one of the min(tau, left) members with the largest losses, chosen uniformly.
class HOLDFAST_EXPORT RandomGreedyMin : public RepeatedAdversary {
 public:
  explicit RandomGreedyMin(int repeats = 10, int first_repeat = 0)
      : RepeatedAdversary(repeats, first_repeat) {}

  std::string name() const override { return "random-greedy-min"; }

 private:
  Item draw(State& left, std::size_t initial, Item tau, Random& random) const override;
  std::uint64_t first_stream() const override { return 1000; }
};

}  // namespace holdfast
