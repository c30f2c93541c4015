#pragma once

#include <memory>
#include <vector>

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Runs the paper's four adversaries and keeps the worst deletion (the first of greedy-min,
/// greedy-max, random-greedy-min, stochastic-greedy-min on ties). attacks() returns all of them.
class HOLDFAST_EXPORT PaperAdversaries : public Adversary {
 public:
  explicit PaperAdversaries(double epsilon = 0.1, int repeats = 10);
  ~PaperAdversaries() override;

  std::string name() const override { return "paper"; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;
  std::vector<Deletion> do_attacks(const State& state, Item tau) const override;

  std::vector<std::unique_ptr<Adversary>> adversaries_;
};

}  // namespace holdfast
