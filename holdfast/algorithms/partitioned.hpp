#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// For problems where a greedy run over all items is too slow, or where the items are on several
/// machines: the items are cut into parts of equal size, by their numbers; each part chooses
/// candidates by itself; only the union of these is searched.
class HOLDFAST_EXPORT Partitioned : public Algorithm {
 public:
  /// 0 parts: about sqrt(|V| / k), which makes the union as large as a part. With epsilon above 0,
  /// greedy looks in each step at a random sample of ceil((|part|/k) ln(1/epsilon)) items of its
  /// part only (Mirzasoleiman et al. 2015), drawn anew for each part from the seed.
  explicit Partitioned(std::int64_t parts = 0, double epsilon = 0.0);

  bool is_prefix_closed() const override { return false; }

 private:
  /// How many items with the largest f({v}) each part offers, beside those of its greedy run.
  virtual Item best_alone(const Problem& problem) const = 0;
  /// Chooses among the items that the problem does not exclude.
  virtual Selection search(const Objective& objective, const Problem& problem,
                           const Run& run) const = 0;
  /// Whether the greedy run of a part may win by itself.
  virtual bool parts_may_win() const = 0;

  struct Offer {
    std::vector<Chosen> alone;
    Selection greedy;
    std::int64_t evaluations = 0;
  };
  std::vector<Offer> ask_parts(const Objective& objective, const Problem& problem,
                               const Run& run) const;
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;

  std::int64_t parts_;
  double epsilon_;
};

/// Greedy in each part, then greedy on the union; the better of that and the best part (GreeDi,
/// Mirzasoleiman et al. 2013). For a submodular f at least (1 - 1/e)^2 / min(sqrt(k), parts) of
/// what greedy on all items may reach, and in practice within a percent; without such a promise
/// where the parts look at samples. k calls of State::largest_gains for each part, on its items
/// only, and k for the union.
class HOLDFAST_EXPORT PartitionedGreedy : public Partitioned {
 public:
  using Partitioned::Partitioned;
  std::string name() const override { return "partitioned-greedy"; }

 private:
  Item best_alone(const Problem& /*problem*/) const override { return 0; }
  Selection search(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
  bool parts_may_win() const override { return true; }
};

/// Each part offers its tau best items by themselves and k by greedy; the union is searched as
/// `auto` searches all items. No guarantee.
class HOLDFAST_EXPORT PartitionedRobust : public Partitioned {
 public:
  using Partitioned::Partitioned;
  std::string name() const override { return "partitioned-robust"; }

 private:
  Item best_alone(const Problem& problem) const override { return problem.tau; }
  Selection search(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
  bool parts_may_win() const override { return false; }
};

}  // namespace holdfast
