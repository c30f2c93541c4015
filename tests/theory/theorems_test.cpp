#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/theory/exact_ratios.hpp"
#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/lemmas.hpp"
#include "tests/support/small_functions.hpp"

/// Every statement of the paper, and ours, against every deletion: the algorithm runs, all optima
/// are enumerated, and no bound may be broken.
namespace holdfast {
namespace {

constexpr double rounding = 1e-9;
constexpr std::array betas = {0.0, 0.4, 0.5, 1.0, 1.3, 1.5, 2.0, 2.5, 3.0, 4.0};

struct Chosen {
  Mask guard = 0;
  Mask greedy = 0;
};

Chosen choose(const Objective& objective, const GuaranteeProblem& problem) {
  const auto selection =
      ObliviousGreedy(problem.beta).select(objective, {problem.k, problem.tau}, small::TestRun(1));
  Chosen chosen;
  for (const auto& step : selection.steps)
    (step.part == Part::S0 ? chosen.guard : chosen.greedy) |= Mask{1} << step.item;
  return chosen;
}

/// What `relative_to` names, for one deletion.
double reference(const Guarantee& found, const DeletionCase& measured, double robust) {
  return found.relative_to == "robust optimum" ? robust : *measured.optimum_without_deleted;
}

class Theorems {
 public:
  explicit Theorems(const small::SmallFunction& function)
      : function_(function),
        objective_(function.objective()),
        known_(exact_ratios(function.table, small::TestRun(1), function.table.items)) {}

  void check() {
    const Item size = function_.table.items;
    for (Item k = 1; k <= size; ++k) {
      for (Item tau = 0; tau <= std::min<Item>(k, 3); ++tau) {
        robust_ = slow::robust_optimum(size, function_.value(), k, tau);
        for (const double beta : betas)
          if (guard_size({k, tau, beta}) <= k) check({k, tau, beta});
      }
    }
  }

  std::map<std::string, int> tested;  // how often each statement said something

 private:
  void check(const GuaranteeProblem& problem) {
    const Chosen chosen = choose(*objective_, problem);
    const auto all = guarantees(problem, known_);
    const Mask everything = chosen.guard | chosen.greedy;
    for (Mask deleted = everything;; deleted = (deleted - 1) & everything) {
      if (std::popcount(deleted) <= problem.tau) {
        const auto measured =
            measure_deletion(function_.table, problem, chosen.guard, chosen.greedy, deleted);
        check_bounds(all, measured);
        check_inequalities(measured);
      }
      if (deleted == 0) break;
    }
  }

  void check_bounds(const std::vector<Guarantee>& all, const DeletionCase& measured) {
    for (const Guarantee& found : all) {
      if (!found.applies || is_limit(found.statement) || found.statement == Statement::lemma1)
        continue;
      if (found.value > 0.0) ++tested[to_string(found.statement)];
      const double promised = found.value * reference(found, measured, robust_);
      EXPECT_GE(measured.kept, promised - rounding * function_.table.values.back())
          << to_string(found.statement) << " on " << function_.label
          << ", k = " << measured.problem.k << ", tau = " << measured.problem.tau
          << ", beta = " << measured.problem.beta;
    }
  }

  void check_inequalities(const DeletionCase& measured) {
    for (const LemmaCheck& check : check_lemmas(measured, known_)) {
      if (!check.applies) continue;
      ++tested[check.name];
      EXPECT_GE(check.left, check.right - rounding * function_.table.values.back())
          << check.name << " on " << function_.label;
    }
  }

  const small::SmallFunction& function_;
  std::unique_ptr<Objective> objective_;
  KnownRatios known_;
  double robust_ = 0.0;
};

TEST(TheoremsHold, ForObliviousGreedyAgainstEveryDeletion) {
  std::map<std::string, int> tested;
  for (const auto& function : small::of_every_kind(6, 10, 50)) {
    Theorems theorems(function);
    theorems.check();
    for (const auto& [name, count] : theorems.tested) tested[name] += count;
  }
  for (const char* name :
       {"theorem1", "corollary1", "singletons", "singletons_robust", "curvature", "lemma2",
        "lemma3", "lemma3_optimum", "lemma4", "lemma2_alternate", "lemma4_alternate"})
    EXPECT_GT(tested[name], 500) << name << " was hardly tested";
}

TEST(TheoremsHold, LemmaOneForEveryPrefixOfGreedy) {
  for (const auto& function : small::of_every_kind(6, 10, 51)) {
    const Item size = function.table.items;
    const small::TestRun run(1);
    const double gamma = exact_ratios(function.table, run, size)[Ratio::gamma].value;
    const auto selection = Greedy().select(*function.objective(), {size, 0}, run);
    Mask chosen = 0;
    for (Item steps = 1; steps <= size; ++steps) {
      chosen |= Mask{1} << selection.steps[static_cast<std::size_t>(steps - 1)].item;
      for (Item k = 1; k <= size; ++k) {
        const double promised = (1.0 - std::exp(-gamma * steps / k)) *
                                best_value(function.table, function.table.everything(), k);
        EXPECT_GE(function.table[chosen], promised - rounding) << function.label;
      }
    }
  }
}

/// A guarantee for k items looks at sets of at most 2k: ratios over those suffice.
TEST(TheoremsHold, WithRatiosOverSetsOfAtMostTwiceK) {
  for (const auto& function : small::of_every_kind(7, 18, 52)) {
    const Item size = function.table.items;
    const auto objective = function.objective();
    for (const Item k : {Item{2}, Item{3}}) {
      if (2 * k >= size) continue;
      const KnownRatios known(exact_ratios(function.table, small::TestRun(1), 2 * k));
      for (const double beta : {1.0, 2.0, 3.0}) {
        const GuaranteeProblem problem{k, 1, beta};
        if (guard_size(problem) > k) continue;
        const double robust = slow::robust_optimum(size, function.value(), k, 1);
        const Chosen chosen = choose(*objective, problem);
        for (const Item item : to_items(chosen.guard | chosen.greedy)) {
          const auto measured = measure_deletion(function.table, problem, chosen.guard,
                                                 chosen.greedy, Mask{1} << item);
          for (const Guarantee& found : guarantees(problem, known)) {
            if (!found.applies || is_limit(found.statement) || found.statement == Statement::lemma1)
              continue;
            EXPECT_GE(measured.kept, found.value * reference(found, measured, robust) -
                                         rounding * function.table.values.back())
                << to_string(found.statement) << " on " << function.label;
          }
        }
      }
    }
  }
}

TEST(Lemmas, AreTheSameFromObjectiveAndTable) {
  const auto function = small::random_increments(6, 8);
  const auto objective = function.objective();
  const GuaranteeProblem problem{4, 2, 1.0};
  const Items guard = {5, 1};
  const Items greedy = {0, 3};
  const Items deleted = {3, 1};
  const auto direct = measure_deletion(*objective, problem, guard, greedy, deleted);
  const auto tabled =
      measure_deletion(function.table, problem, to_mask(guard), to_mask(greedy), to_mask(deleted));
  const auto f = function.value();
  EXPECT_EQ(direct.kept, f({0, 5}));
  EXPECT_EQ(direct.greedy, f({0, 3}));
  EXPECT_EQ(direct.regained, f({0, 3, 5}) - f({0, 5}));
  EXPECT_EQ(direct.lost, f({3}));
  EXPECT_EQ(tabled.kept, direct.kept);
  EXPECT_EQ(tabled.greedy, direct.greedy);
  EXPECT_EQ(tabled.regained, direct.regained);
  EXPECT_EQ(tabled.lost, direct.lost);
  EXPECT_EQ(*tabled.optimum_without_deleted, slow::optimum(f, {0, 2, 4, 5}, 2));
  EXPECT_EQ(*tabled.optimum_without_guard, slow::optimum(f, {0, 2, 3, 4}, 2));
  EXPECT_FALSE(direct.optimum_without_deleted);
}

TEST(Lemmas, WithoutTheOptimumTheThirdDoesNotApply) {
  const auto function = small::coverage(5, 1);
  KnownRatios known(exact_ratios(function.table, small::TestRun(1), 5));
  const auto measured =
      measure_deletion(*function.objective(), {3, 1, 1.0}, Items{0}, Items{1, 2}, Items{1});
  for (const auto& check : check_lemmas(measured, known)) {
    EXPECT_EQ(check.applies, !check.name.starts_with("lemma3")) << check.name;
    EXPECT_EQ(check.why.empty(), check.applies);
  }
}

TEST(Lemmas, MuMayExceedOne) {
  // Item 2 is worth 1 alone, but 9 beside item 0.
  const auto function = small::from_values("mu", 3, [](Mask set) {
    const double items = std::popcount(set);
    return (set & 5) == 5 ? 8.0 + items : items;
  });
  const auto measured = measure_deletion(function.table, {2, 1, 1.0}, 0b001, 0b100, 0b100);
  EXPECT_EQ(measured.mu(), 9.0);
  EXPECT_EQ(measured.mu_alternate(), 1.0);
}

TEST(Lemmas, RefuseAnInvalidDeletion) {
  const auto function = small::modular(4, 1);
  const auto objective = function.objective();
  const GuaranteeProblem problem{3, 1, 1.0};
  EXPECT_THROW(measure_deletion(*objective, problem, Items{0}, Items{0}, Items{}),
               std::invalid_argument);
  EXPECT_THROW(measure_deletion(*objective, problem, Items{0}, Items{1}, Items{2}),
               std::invalid_argument);
  EXPECT_THROW(measure_deletion(*objective, problem, Items{0}, Items{1}, Items{0, 1}),
               std::invalid_argument);
  EXPECT_THROW(measure_deletion(function.table, problem, 1, 1, 0), std::invalid_argument);
  EXPECT_THROW(measure_deletion(function.table, problem, 1, 2, 4), std::invalid_argument);
}

}  // namespace
}  // namespace holdfast
