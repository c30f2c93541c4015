#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/value_table.hpp"
#include "paper/checked_statements.hpp"
#include "paper/claims.hpp"
#include "paper/one_thread.hpp"

namespace holdfast::paper {
namespace {

Claim claim_13() {
  KnownRatios submodular;
  submodular.set(Ratio::gamma, 1.0);
  submodular.set(Ratio::theta, 1.0);
  const double value = guarantee(Statement::remark2, {}, submodular).value;
  const bool equal = std::abs(value - 0.3873) <= 1e-4;
  return {13,
          "For submodular functions the guarantee of the earlier algorithms, 0.387, is recovered.",
          "figure 1, remark 2",
          {equal ? Verdict::holds : Verdict::does_not_hold,
           fmt::format("Remark 2 at gamma = theta = 1 gives {:.6f}", value)},
          {}};
}

/// The three-point kernel of the appendix: what the engine says against the closed forms.
struct ThreePoints {
  double farthest = 0.0;  ///< from a closed form, relative to the value of both points
  int cases = 0;
  int not_submodular = 0;
};

ThreePoints check_three_points() {
  ThreePoints found;
  for (const double z : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}) {
    for (const double s : {0.01, 0.1, 0.5, 1.0, 2.0, 10.0}) {
      const double across = std::sqrt(1.0 - z * z);
      const VarianceReductionObjective objective(Matrix(2, 2, {1.0, across, across, 1.0}),
                                                 Matrix(1, 2, {0.0, z * z}), {1.0}, s);
      const double first = objective.value(Items{0});
      const double second = objective.value(Items{1});
      const double both = objective.value(Items{0, 1});
      const double z4 = z * z * z * z;
      const double expected = z4 * (1.0 + s) / ((1.0 + s) * (1.0 + s) - (1.0 - z * z));
      for (const double difference : {first, second - z4 / (1.0 + s), both - expected}) {
        found.farthest = std::max(found.farthest, std::abs(difference));
      }
      ++found.cases;
      found.not_submodular += both - second > first;
    }
  }
  return found;
}

Claim claim_14() {
  const ThreePoints found = check_three_points();
  const bool equal = found.farthest <= 1e-12;
  const bool all = found.not_submodular == found.cases;
  return {14,
          "Variance reduction is not submodular: a kernel on three points shows it.",
          "appendix",
          {verdict_of_conditions((equal ? 1 : 0) + (all ? 1 : 0), 2),
           fmt::format("closed forms met to {:.1e}; F(1|2) > F(1) in {} of {} cases (z, noise)",
                       found.farthest, found.not_submodular, found.cases)},
          {}};
}

/// Item 0 covers what the items 1..k cover one each; items k+1.. cover something of weight epsilon
/// each. Greedy takes item 0, after which 1..k add nothing, and fills up with the rest: when item 0
/// is deleted, next to nothing is left.
CoverageObjective trap(Item k, double epsilon) {
  const auto sets = 2 * static_cast<std::size_t>(k);
  const auto elements = sets - 1;
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  rows.reserve(sets + elements);
  for (Item j = 0; j < k; ++j) rows.push_back(j);
  starts.push_back(std::ssize(rows));
  for (Item j = 0; j < 2 * k - 1; ++j) {
    rows.push_back(j);
    starts.push_back(std::ssize(rows));
  }
  std::vector<double> weights(elements, epsilon);
  std::fill_n(weights.begin(), k, 1.0);
  std::vector<double> ones(rows.size(), 1.0);
  return CoverageObjective(
      SparseMatrix(elements, sets, std::move(starts), std::move(rows), std::move(ones)),
      std::move(weights));
}

double worst_case(const Objective& objective, const char* algorithm, const Problem& problem,
                  const Run& run) {
  const auto& entry = registry::find_algorithm(algorithm);
  const auto chosen = entry.make(registry::OptionValues(entry.name, entry.options))
                          ->select(objective, problem, run);
  return Exact().attack(*objective.start_at(run, chosen.items()), problem.tau).value;
}

/// max over |S| <= k of min over E of f(S \ E), by enumeration, for tau = 1.
double robust_optimum(const ValueTable& table, Item k) {
  double best = 0.0;
  for (Mask set = 0; set <= table.everything(); ++set) {
    if (std::popcount(set) > k) continue;
    double least = table[set];
    for (const Item item : to_items(set)) {
      least = std::min(least, table[set & ~(Mask{1} << static_cast<unsigned>(item))]);
    }
    best = std::max(best, least);
  }
  return best;
}

Claim claim_17() {
  const Problem problem{5, 1};
  const Run run(one_thread());
  std::string shares;
  bool shrinks = true;
  double previous = 1.0;
  double own = 0.0;
  for (const double epsilon : {0.1, 0.01, 0.001, 0.0001}) {
    const CoverageObjective objective = trap(problem.k, epsilon);
    const double optimum = robust_optimum(tabulate(objective, run), problem.k);
    const double share = worst_case(objective, "greedy", problem, run) / optimum;
    own = worst_case(objective, "oblivious-greedy", problem, run) / optimum;
    shrinks = shrinks && share < 0.2 * previous;
    previous = share;
    shares += fmt::format("{}{:.2g}", shares.empty() ? "" : ", ", share);
  }
  return {
      17,
      "Plain greedy can perform arbitrarily badly on the robust problem.",
      "section 1",
      {shrinks ? Verdict::holds : Verdict::does_not_hold,
       fmt::format("on a coverage instance with k = 5, tau = 1 greedy keeps {} of the robust "
                   "optimum as a weight goes to 0 (0.1 to 0.0001); oblivious-greedy keeps {:.2g}",
                   shares, own)},
      {}};
}

Claim claim_16() {
  const CheckedStatements found = check_statements();
  int met = 0;
  int printed = 0;
  std::string details;
  for (const auto& statement : found.statements) {
    printed += !statement.corrected;
    met += !statement.corrected && statement.violations == 0;
    details += fmt::format("; {}: {} of {} violated", statement.name, statement.violations,
                           statement.checks);
  }
  return {16,
          "Propositions 1 and 2, Remark 1, Lemmas 1 to 4 and Theorem 1 are true as stated.",
          "sections 2 to 4",
          {verdict_of_conditions(met, printed),
           fmt::format("{} of {} statements without a violation on {} small functions, every "
                       "deletion enumerated{}",
                       met, printed, found.functions, details)},
          {}};
}

}  // namespace

std::vector<Claim> judge_theory() { return {claim_13(), claim_14(), claim_16(), claim_17()}; }

}  // namespace holdfast::paper
