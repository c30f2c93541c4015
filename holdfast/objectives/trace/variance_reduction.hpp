#pragma once

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

/// The parts of the gain of one more observation: the gain of item i over S is ||a||^2 / B.
struct VarianceGain {
  /// a_(i,S): the posterior covariance of i with each target, k(x, i) - k(x, S) (k(S, S) + noise
  /// I)^-1 k(S, i). These may be negative.
  std::vector<double> covariances;
  /// B_i: the noise plus the posterior variance of i, between noise and noise + k_max.
  double observation_variance = 0.0;
  double gain = 0.0;
  /// ||a||^2 / (noise + k_max) <= gain <= ||a||^2 / noise, where k_max is the largest variance of a
  /// candidate: as S grows, only a can change the gain without bound.
  double least = 0.0;
  double most = 0.0;
};

/// How much noisy observations at the chosen points reduce the variance of a Gaussian process at
/// the targets M:
///   F_M(S) = sum over x in M of [k(x,x) - posterior variance of x] = tr(k(M,S) (k(S,S) + noise
///   I)^-1 k(S,M)).
/// Not submodular. The gain of v is ||a_v||^2 / B_v, where a_v is the posterior covariance of v
/// with the targets and B_v the noise plus the posterior variance of v.
///
/// Cost with n candidates and m targets: a greedy step O(n m + k n), deleting an item and all
/// losses O(k^2 + k m). Memory: the two matrices (shared, not copied) and k (n + m) numbers per
/// State.
class HOLDFAST_EXPORT VarianceReductionObjective : public Objective {
 public:
  /// `candidates` is k(v, v') (n x n), `targets_by_candidates` k(x, v) (m x n), `target_variances`
  /// k(x, x). `given` numbers the candidates among all points; none: 0, 1, ...
  VarianceReductionObjective(Matrix candidates, Matrix targets_by_candidates,
                             std::vector<double> target_variances, double noise,
                             std::vector<std::string> names = {}, Items given = {});
  ~VarianceReductionObjective() override;

  std::string name() const override { return "variance-reduction"; }
  Item size() const override;
  std::string item_name(Item item) const override;
  Item given_index(Item item) const override;
  /// The sum of k(x, x) over M.
  std::optional<double> largest_value() const override;

  ItemStructure structure() const override;
  AttackCost attack_cost() const override { return AttackCost::microseconds; }
  double gain_cost() const override;

  /// The parts of f(S + item) - f(S), from scratch; the item is not in S. O(|S|^3 + |S| m).
  VarianceGain gain_expression(Item item, std::span<const Item> set) const;

 private:
  struct Problem;
  class VarianceReductionState;

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const override;

  std::unique_ptr<const Problem> problem_;
  double total_variance_;
  std::vector<std::string> names_;
  Items given_;
};

}  // namespace holdfast
