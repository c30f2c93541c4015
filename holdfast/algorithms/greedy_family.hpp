#pragma once

#include "holdfast/core/algorithm.hpp"

/// Greedy, and the algorithms that are made of greedy runs.
namespace holdfast {

/// Adds the item with the largest marginal gain, k times (Nemhauser, Wolsey and Fisher 1978). Lazy
/// where the objective is submodular. k calls of State::largest_gains.
class HOLDFAST_EXPORT Greedy : public Algorithm {
 public:
  std::string name() const override { return "greedy"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

/// The k items with the largest singleton values f({v}). One call of State::largest_gains.
class HOLDFAST_EXPORT Oblivious : public Algorithm {
 public:
  std::string name() const override { return "oblivious"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

/// The paper's algorithm: S0 = the ceil(beta tau) items of largest f({v}); S1 = greedy of k - |S0|
/// items on V \ S0, started from the empty set; S = S0 + S1. Needs ceil(beta tau) <= k. Costs one
/// greedy run.
class HOLDFAST_EXPORT ObliviousGreedy : public Algorithm {
 public:
  explicit ObliviousGreedy(double beta = 1.0);

  std::string name() const override { return "oblivious-greedy"; }
  /// ceil(beta tau), guarded against rounding: beta = 1.1, tau = 50 is 55.
  std::int64_t guard_size(const Problem& problem) const override;

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;

  double beta_;
};

/// Greedy that evaluates, in each step, only a uniform sample of ceil((|V|/k) ln(1/epsilon)) items,
/// capped at what is left (Mirzasoleiman et al. 2015).
class HOLDFAST_EXPORT StochasticGreedy : public Algorithm {
 public:
  explicit StochasticGreedy(double epsilon = 0.1);

  std::string name() const override { return "stochastic-greedy"; }
  bool is_prefix_closed() const override { return false; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;

  double epsilon_;
};

/// In each step, draws uniformly from the min(k, left) items of largest gain (Buchbinder et al.
/// 2014).
class HOLDFAST_EXPORT RandomGreedy : public Algorithm {
 public:
  std::string name() const override { return "random-greedy"; }
  bool is_prefix_closed() const override { return false; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

/// Orthogonal matching pursuit: adds the item with the largest gradient of l at the current
/// optimum, then refits. Only for objectives that have a gradient.
class HOLDFAST_EXPORT Omp : public Algorithm {
 public:
  std::string name() const override { return "omp"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

/// The common part of pro-greedy and osu: S0 is a sequence of buckets, each a fresh greedy run from
/// the empty set on V \ S0; then S1 is greedy with k - |S0| items on V \ S0. The two differ only in
/// the sizes of the buckets. Costs one greedy run of the size of each bucket, and one for S1.
class HOLDFAST_EXPORT BucketedGuard : public Algorithm {
 public:
  std::int64_t guard_size(const Problem& problem) const override;

 private:
  /// A run of equal buckets.
  struct Buckets {
    std::int64_t count;
    std::int64_t size;
  };
  friend class ProGreedy;
  friend class Osu;

  virtual std::vector<Buckets> buckets(const Problem& problem) const = 0;
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

/// PRo-GREEDY (Bogunovic et al. 2017): for i = 0..ceil(log2 tau), ceil(tau/2^i) buckets of 2^i eta
/// items. Published experiments use eta = 1.
class HOLDFAST_EXPORT ProGreedy : public BucketedGuard {
 public:
  explicit ProGreedy(int eta = 1);

  std::string name() const override { return "pro-greedy"; }

 private:
  std::vector<Buckets> buckets(const Problem& problem) const override;

  int eta_;
};

/// The algorithm of Orlin, Schulz and Udwani (2016): tau buckets of `bucket_size` items each. 0
/// means their ceil(tau log2 k), for which k is too small in the paper's experiments; those use
/// tau.
class HOLDFAST_EXPORT Osu : public BucketedGuard {
 public:
  explicit Osu(int bucket_size = 0);

  std::string name() const override { return "osu"; }
  /// With 0, the bucket size grows with k.
  bool is_prefix_closed() const override { return bucket_size_ > 0; }

 private:
  std::vector<Buckets> buckets(const Problem& problem) const override;

  int bucket_size_;
};

}  // namespace holdfast
