#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// What is certain about the worst case of a set S: min over E in S, |E| <= tau, of f(S \ E).
struct WorstCase {
  double lower = 0.0;
  double upper = 0.0;                ///< what the worst attack leaves
  std::string lower_by;              ///< "exact", say, if an adversary proved it; or as below
  std::vector<Deletion> attacks;     ///< the worst first; never empty
  std::vector<std::string> refused;  ///< what adversaries said that did not attack
};

/// The upper end is the worst deletion of tau items that is known or that the adversaries find;
/// there must be one (an adversary may refuse with std::invalid_argument). The lower end is the
/// best of what an attack proved and
///   parts   min f(P_i) over disjoint parts P_0, ..., P_tau of S: a deletion misses one of them
///   gains   f(S) - sum of the tau largest f({e}), if f is submodular
///   nothing  0.
/// Besides the attacks, about |S|^2 / 2 gains.
HOLDFAST_EXPORT WorstCase bound_worst_case(const State& state, Item tau,
                                           std::span<const Adversary* const> adversaries,
                                           std::span<const Deletion> known = {});

/// tau + 1 disjoint parts of S whose values are as even as dealing out greedily makes them: the
/// part of least value takes what adds most to it. Empty if S has too few items.
HOLDFAST_EXPORT std::vector<Items> even_parts(const State& state, Item tau);

}  // namespace holdfast
