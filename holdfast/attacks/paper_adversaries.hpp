#pragma once

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {

/// Deletes, tau times, the member whose deletion lowers f most. Proven for tau = 1.
class HOLDFAST_EXPORT GreedyMin : public Adversary {
 public:
  std::string name() const override { return "greedy-min"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
};

/// Adds to E, tau times, the member of S that raises f(E) most: it deletes what is worth most by
/// itself.
class HOLDFAST_EXPORT GreedyMax : public Adversary {
 public:
  std::string name() const override { return "greedy-max"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
};

/// A randomized adversary: repeats its attack with fresh draws and keeps the worst (the first on
/// ties). `first_repeat` is the number of the first repeat, for a caller that has made the earlier
/// ones.
class HOLDFAST_EXPORT RepeatedAdversary : public Adversary {
 protected:
  /// The r-th repeat draws from stream first_stream + r of the run's seed.
  RepeatedAdversary(int repeats, int first_repeat, std::uint64_t first_stream);

 private:
  /// The member to delete next. `left` is at the members not yet deleted, `members` are these in
  /// ascending order, `initial` is |S|.
  virtual Item draw(State& left, const Items& members, std::size_t initial, Item tau,
                    Random& random) const = 0;
  Deletion do_attack(const State& state, Item tau) const override;
  Deletion attack_once(const State& state, Item tau, std::uint64_t stream) const;

  int repeats_;
  std::uint64_t first_stream_;
};

/// Deletes, tau times, one of the min(tau, left) members with the largest losses, chosen uniformly.
class HOLDFAST_EXPORT RandomGreedyMin : public RepeatedAdversary {
 public:
  explicit RandomGreedyMin(int repeats = 10, int first_repeat = 0)
      : RepeatedAdversary(repeats, first_repeat, 1000) {}

  std::string name() const override { return "random-greedy-min"; }

 private:
  Item draw(State& left, const Items& members, std::size_t initial, Item tau,
            Random& random) const override;
};

/// Deletes, tau times, the member of largest loss in a uniform sample of ceil((|S|/tau)
/// ln(1/epsilon)) members, capped at what is left. |S| is the initial size.
class HOLDFAST_EXPORT StochasticGreedyMin : public RepeatedAdversary {
 public:
  explicit StochasticGreedyMin(double epsilon = 0.1, int repeats = 10, int first_repeat = 0);

  std::string name() const override { return "stochastic-greedy-min"; }

 private:
  Item draw(State& left, const Items& members, std::size_t initial, Item tau,
            Random& random) const override;

  double epsilon_;
};

/// Runs the paper's four adversaries and keeps the worst deletion (the first of greedy-min,
/// greedy-max, random-greedy-min, stochastic-greedy-min on ties). attacks() returns all of them.
class HOLDFAST_EXPORT PaperAdversaries : public Adversary {
 public:
  explicit PaperAdversaries(double epsilon = 0.1, int repeats = 10);

  std::string name() const override { return "paper"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
  std::vector<Deletion> do_attacks(const State& state, Item tau) const override;

  std::vector<std::unique_ptr<Adversary>> adversaries_;
};

}  // namespace holdfast
