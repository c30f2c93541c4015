#pragma once

#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/optimum_bound.hpp"
#include "holdfast/theory/worst_case.hpp"

namespace holdfast {

/// What is promised for (k, tau) before anything is chosen.
struct APriori {
  /// The best proven statement; all of those that count are shares of the robust optimum.
  std::optional<Guarantee> guarantee;
  double beta = 0.0;  ///< of the oblivious-greedy that it is about
  std::string why;    ///< if there is none: why
};

/// From proven ratios only (all of them where V is small enough to enumerate). Without a beta, that
/// of the beta which promises most.
HOLDFAST_EXPORT APriori a_priori(const Objective& objective, const Problem& problem,
                                 std::optional<double> beta, const Run& run);

/// How good a set provably is.
struct HOLDFAST_EXPORT Certificate {
  Items items;  ///< S
  Problem problem;
  double value = 0.0;  ///< f(S)
  WorstCase worst_case;
  std::vector<OptimumBound> bounds;  ///< of the robust optimum, the least first
  APriori promised;
  double seconds = 0.0;  ///< attacks that were known before included

  double optimum_upper() const { return bounds.front().value; }
  /// The worst case of S is at least this share of the best worst case that any k items have; 1
  /// where nobody can keep anything.
  double proven_share() const;
};

struct CertifyOptions {
  /// The beta of the oblivious-greedy that chose S, if it did.
  std::optional<double> beta = {};
  OptimumBoundOptions optimum = {};
};

/// The interval of S's worst case, S being where the State is, an upper bound of the robust optimum
/// for problem.k items, and their quotient. Every number is proven but for rounding. `known` are
/// deletions of problem.tau items from S that were found before. Throws std::invalid_argument if S
/// has more than k items, if nothing is known and nobody attacks, or if f was seen to fall when an
/// item was added. Costs the attacks of `adversaries` and what bound_optimum does.
HOLDFAST_EXPORT Certificate certify(const State& state, const Problem& problem,
                                    std::span<const Deletion> known,
                                    std::span<const Adversary* const> adversaries,
                                    const CertifyOptions& options = {});

/// The same of a set that nothing is known about.
HOLDFAST_EXPORT Certificate certify(const Objective& objective, std::span<const Item> items,
                                    const Problem& problem,
                                    std::span<const Adversary* const> adversaries, const Run& run,
                                    const CertifyOptions& options = {});

}  // namespace holdfast
