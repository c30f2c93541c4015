#include "tests/support/certificate_checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/theory/certificate.hpp"
#include "holdfast/theory/value_table.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

/// The truth about every set and every tau, from the definition alone.
class Truth {
 public:
  explicit Truth(const TestProblem& problem) : size_(problem.size()) {
    std::vector<double> values(std::size_t{1} << size_);
    for (Mask set = 0; set < values.size(); ++set)
      values[set] = set == 0 ? 0.0 : problem.definition(to_items(set));
    worst_.push_back(std::move(values));
    for (Item tau = 1; tau <= size_; ++tau) {
      std::vector<double> next(worst_.back().size(), 0.0);
      for (Mask set = 1; set < next.size(); ++set) {
        next[set] = std::numeric_limits<double>::infinity();
        for (Item e = 0; e < size_; ++e)
          if ((set >> e & 1U) != 0)
            next[set] = std::min(next[set], worst_.back()[set & ~(Mask{1} << e)]);
      }
      worst_.push_back(std::move(next));
    }
  }

  double worst(const Items& set, Item tau) const {
    return worst_[static_cast<std::size_t>(std::min(tau, size_))][to_mask(set)];
  }
  double robust_optimum(Item k, Item tau) const {
    double best = 0.0;
    const auto& worst = worst_[static_cast<std::size_t>(std::min(tau, size_))];
    for (Mask set = 0; set < worst.size(); ++set)
      if (std::popcount(set) <= k) best = std::max(best, worst[set]);
    return best;
  }

 private:
  Item size_;
  std::vector<std::vector<double>> worst_;
};

}  // namespace

void expect_no_bound_below_the_optimum(const ProblemMaker& maker) {
  for (const std::uint64_t seed : {1, 2}) {
    const TestProblem problem = maker.make(seed);
    const Truth truth(problem);
    const Run run;
    const double slack = problem.allowed_error();
    for (Item k = 0; k <= problem.size(); ++k) {
      for (Item tau = 0; tau <= k; ++tau) {
        const double optimum = truth.robust_optimum(k, tau);
        const auto bounds = bound_optimum(*problem.objective, {k, tau}, run);
        ASSERT_FALSE(bounds.empty());
        for (const OptimumBound& bound : bounds) {
          EXPECT_GE(bound.value, optimum - slack)
              << bound.method << ", k = " << k << ", tau = " << tau << ", seed " << seed;
          EXPECT_LE(std::ssize(bound.without), tau);
          EXPECT_TRUE(std::ranges::is_sorted(bound.without));
        }
        EXPECT_TRUE(std::ranges::is_sorted(bounds, {}, &OptimumBound::value));
        EXPECT_LE(bounds.front().value, optimum * (1 + 1e-8) + slack) << "few enough to enumerate";
      }
    }
  }
}

void expect_the_interval_to_hold_the_worst_case(const ProblemMaker& maker) {
  const TestProblem problem = maker.make(3);
  const Truth truth(problem);
  const Run run;
  const GreedyMin greedy;
  const Exact exact;
  const double slack = problem.allowed_error();
  Random random(4, 0);
  for (std::size_t size = 0; size <= at(problem.size()); ++size) {
    const Items set = random_set(random, problem.size(), size);
    const auto state = problem.objective->start_at(run, set);
    for (Item tau = 0; tau <= static_cast<Item>(size) + 1; ++tau) {
      const double worst = truth.worst(set, tau);
      const Adversary* one[] = {&greedy};
      const WorstCase searched = bound_worst_case(*state, tau, one);
      EXPECT_LE(searched.lower, worst + slack) << size << " items, tau = " << tau;
      EXPECT_GE(searched.upper, worst - slack) << size << " items, tau = " << tau;
      EXPECT_GE(searched.lower, 0.0);
      const Adversary* both[] = {&greedy, &exact};
      const WorstCase proven = bound_worst_case(*state, tau, both);
      EXPECT_EQ(proven.lower, proven.upper);
      EXPECT_NEAR(proven.upper, worst, slack);
    }
  }
}

void expect_the_share_to_be_true(const ProblemMaker& maker) {
  const TestProblem problem = maker.make(5);
  const Truth truth(problem);
  const Run run;
  const PaperAdversaries all;
  const Adversary* adversaries[] = {&all};
  for (const Item tau : {0, 1, 2}) {
    const Problem asked{5, tau};
    const auto chosen = ObliviousGreedy(1.0).select(*problem.objective, asked, run).items();
    CertifyOptions options;
    options.beta = 1.0;
    options.optimum.exact_up_to = 0;
    const auto found = certify(*problem.objective, chosen, asked, adversaries, run, options);
    const double optimum = truth.robust_optimum(5, tau);
    const double share = optimum > 0.0 ? truth.worst(chosen, tau) / optimum : 1.0;
    EXPECT_LE(found.proven_share(), share + 1e-6);
    EXPECT_GE(found.proven_share(), 0.0);
    if (found.promised.guarantee) {
      EXPECT_TRUE(found.promised.guarantee->proven);
      EXPECT_LE(found.promised.guarantee->value, share + 1e-6);
    } else {
      EXPECT_FALSE(found.promised.why.empty());
    }
  }
}

}  // namespace holdfast::support
