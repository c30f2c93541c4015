#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Tries every subset of tau members: proven. Walks the subsets so that each costs one removal and,
/// at the last deletion, one call of losses() serves all of its siblings: C(|S|, tau-1) calls at
/// most. Refuses when the subsets are more than `most_subsets`.
class HOLDFAST_EXPORT Exact : public Adversary {
 public:
  static constexpr std::int64_t default_most_subsets = 20'000'000;

  explicit Exact(std::int64_t most_subsets = default_most_subsets);

  std::string name() const override { return "exact"; }

 private:
  Attack do_attack(const State& state, Item tau) const override;

  std::int64_t most_subsets_;
};

}  // namespace holdfast
