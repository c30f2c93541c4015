#pragma once

#include "holdfast/attacks/repeated.hpp"

namespace holdfast {

/// Deletes, tau times, the member of largest loss in a uniform sample of ceil((|S|/tau)
/// ln(1/epsilon)) members, capped at what is left. |S| is the initial size.
class HOLDFAST_EXPORT StochasticGreedyMin : public RepeatedAdversary {
 public:
  explicit StochasticGreedyMin(double epsilon = 0.1, int repeats = 10, int first_repeat = 0);

  std::string name() const override { return "stochastic-greedy-min"; }

 private:
  Item draw(State& left, std::size_t initial, Item tau, Random& random) const override;
  std::uint64_t first_stream() const override { return 2000; }

  double epsilon_;
};

}  // namespace holdfast
