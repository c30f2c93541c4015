#include "holdfast/theory/lemmas.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

bool contains(std::span<const Item> items, Item item) {
  return std::ranges::find(items, item) != items.end();
}

void require_deletion(std::size_t deleted, std::size_t known, const GuaranteeProblem& problem) {
  require(known == deleted, "a deleted item is not in S0 or S1");
  require(deleted <= static_cast<std::size_t>(std::max<Item>(0, problem.tau)),
          "{} items are deleted, but tau is {}", deleted, problem.tau);
}

/// Collects the checks of one case.
class Checks {
 public:
  Checks(const DeletionCase& measured, const KnownRatios& ratios)
      : case_(measured), ratios_(ratios) {}

  /// `right` is called only if every ratio is known and every condition holds.
  template <class Right>
  void add(const char* name, const char* formula, std::initializer_list<Ratio> needed,
           const std::string& failed_condition, const Right& right) {
    LemmaCheck check;
    check.name = name;
    check.formula = formula;
    check.left = case_.kept;
    check.why = failed_condition;
    for (const Ratio ratio : needed) {
      if (!ratios_[ratio] && check.why.empty())
        check.why = fmt::format("{} is not known", to_string(ratio));
    }
    check.applies = check.why.empty();
    if (check.applies) {
      check.right = right();
      constexpr double rounding = 1e-9;
      check.holds =
          check.left >= check.right - rounding * std::max(std::abs(check.left), check.right);
    }
    checks.push_back(check);
  }

  double operator[](Ratio ratio) const { return ratios_[ratio]->value; }

  std::vector<LemmaCheck> checks;

 private:
  const DeletionCase& case_;
  const KnownRatios& ratios_;
};

/// Lemma 3 needs the optimum, and x > 0 in the form that uses greedy's guarantee.
void check_optimum_lemmas(const DeletionCase& measured, const KnownRatios& ratios, Checks& checks) {
  const auto [k, tau, beta] = measured.problem;
  double x = 0.0;
  if (tau < k && ratios[Ratio::gamma]) {
    x = -std::expm1(-ratios[Ratio::gamma]->value * (k - measured.guard) / (k - tau));
  }
  const std::string unknown = measured.optimum_without_deleted && measured.optimum_without_guard
                                  ? ""
                                  : "the optimum is not known";
  checks.add("lemma3", "theta f(OPT_(k-tau, V\\E)) - f(S1)/x", {Ratio::gamma, Ratio::theta},
             !unknown.empty() ? unknown
             : x > 0.0        ? ""
                              : "x = 0: gamma is 0, or S1 is empty, or tau >= k",
             [&] {
               return checks[Ratio::theta] * *measured.optimum_without_deleted -
                      measured.greedy / x;
             });
  checks.add("lemma3_optimum", "theta f(OPT_(k-tau, V\\E)) - f(OPT_(k-tau, V\\S0))", {Ratio::theta},
             unknown, [&] {
               return checks[Ratio::theta] * *measured.optimum_without_deleted -
                      *measured.optimum_without_guard;
             });
}

}  // namespace

DeletionCase measure_deletion(const Objective& objective, const GuaranteeProblem& problem,
                              std::span<const Item> guard, std::span<const Item> greedy,
                              std::span<const Item> deleted) {
  Items everything(guard.begin(), guard.end());
  everything.insert(everything.end(), greedy.begin(), greedy.end());
  objective.require_set(everything);
  Items kept;
  Items without_guard_part;  // S \ E0: what is left, with E1 back
  for (const Item item : everything) {
    const bool gone = contains(deleted, item);
    if (!gone) kept.push_back(item);
    if (!gone || contains(greedy, item)) without_guard_part.push_back(item);
  }
  Items deleted_greedy;
  for (const Item item : greedy)
    if (contains(deleted, item)) deleted_greedy.push_back(item);
  require_deletion(deleted.size(), everything.size() - kept.size(), problem);

  DeletionCase measured;
  measured.problem = problem;
  measured.guard = static_cast<Item>(guard.size());
  measured.kept = objective.value(kept);
  measured.greedy = objective.value(greedy);
  measured.regained = objective.value(without_guard_part) - measured.kept;
  measured.lost = objective.value(deleted_greedy);
  return measured;
}

DeletionCase measure_deletion(const ValueTable& table, const GuaranteeProblem& problem, Mask guard,
                              Mask greedy, Mask deleted) {
  require(!(guard & greedy), "S0 and S1 have an item in common");
  const Mask chosen = guard | greedy;
  require_deletion(static_cast<std::size_t>(std::popcount(deleted)),
                   static_cast<std::size_t>(std::popcount(deleted & chosen)), problem);
  DeletionCase measured;
  measured.problem = problem;
  measured.guard = std::popcount(guard);
  measured.kept = table[chosen & ~deleted];
  measured.greedy = table[greedy];
  measured.regained = table[(chosen & ~deleted) | (greedy & deleted)] - measured.kept;
  measured.lost = table[greedy & deleted];
  const Item left = problem.k - problem.tau;
  measured.optimum_without_deleted = best_value(table, table.everything() & ~deleted, left);
  measured.optimum_without_guard = best_value(table, table.everything() & ~guard, left);
  return measured;
}

std::vector<LemmaCheck> check_lemmas(const DeletionCase& measured, KnownRatios ratios) {
  ratios.complete();
  Checks checks(measured, ratios);
  const double more = measured.problem.beta - 1.0;
  checks.add("lemma2", "f(S1) - f(E1|S\\E)", {}, "",
             [&] { return measured.greedy - measured.regained; });
  check_optimum_lemmas(measured, ratios, checks);
  checks.add("lemma4", "(beta-1) nu_check (1-alpha_check) f(E1|S\\E)",
             {Ratio::nu_check, Ratio::alpha_check}, "", [&] {
               return more * checks[Ratio::nu_check] * (1.0 - checks[Ratio::alpha_check]) *
                      measured.regained;
             });
  checks.add("lemma2_alternate", "theta f(S1) - f(E1)", {Ratio::theta}, "",
             [&] { return checks[Ratio::theta] * measured.greedy - measured.lost; });
  checks.add("lemma4_alternate", "(beta-1) nu_check nu f(E1)", {Ratio::nu_check, Ratio::nu}, "",
             [&] { return more * checks[Ratio::nu_check] * checks[Ratio::nu] * measured.lost; });
  checks.add("singletons", "nu_check nu f(S1)", {Ratio::nu_check, Ratio::nu},
             measured.guard >= measured.problem.tau
                 ? ""
                 : fmt::format("needs |S0| >= tau, but |S0| is {} and tau is {}", measured.guard,
                               measured.problem.tau),
             [&] { return checks[Ratio::nu_check] * checks[Ratio::nu] * measured.greedy; });
  return checks.checks;
}

}  // namespace holdfast
