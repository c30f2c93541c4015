#pragma once

#include "holdfast/theory/guarantees.hpp"
#include "holdfast/theory/value_table.hpp"

namespace holdfast {

/// The values of f that the lemmas are about, for one actual choice S = S0 + S1 and one deletion E,
/// with E1 its part in S1.
struct HOLDFAST_EXPORT DeletionCase {
  GuaranteeProblem problem;
  Item guard = 0;         ///< |S0|
  double kept = 0.0;      ///< f(S \ E)
  double greedy = 0.0;    ///< f(S1)
  double regained = 0.0;  ///< f(E1 | S \ E)
  double lost = 0.0;      ///< f(E1)
  /// f of the best k - tau items of V \ E and of V \ S0, if known.
  std::optional<double> optimum_without_deleted;
  std::optional<double> optimum_without_guard;

  /// mu = f(E1 | S \ E) / f(S1) and mu' = f(E1) / f(S1); both may exceed 1 where f is not
  /// submodular, so the lemmas are checked multiplied out.
  double mu() const { return greedy > 0.0 ? regained / greedy : 0.0; }
  double mu_alternate() const { return greedy > 0.0 ? lost / greedy : 0.0; }
};

/// Evaluates f at four sets. The optima stay unknown. Throws std::invalid_argument unless S0 and S1
/// are disjoint and E is a subset of their union with at most tau members.
HOLDFAST_EXPORT DeletionCase measure_deletion(const Objective& objective,
                                              const GuaranteeProblem& problem,
                                              std::span<const Item> guard,
                                              std::span<const Item> greedy,
                                              std::span<const Item> deleted);
/// The same from a table, including the optima.
HOLDFAST_EXPORT DeletionCase measure_deletion(const ValueTable& table,
                                              const GuaranteeProblem& problem, Mask guard,
                                              Mask greedy, Mask deleted);

/// One inequality f(S \ E) >= right side.
struct HOLDFAST_EXPORT LemmaCheck {
  std::string name;     ///< "lemma3"
  std::string formula;  ///< of the right side
  bool applies = false;
  double left = 0.0;
  double right = 0.0;
  bool holds = false;  ///< left >= right, up to 1e-9 of the larger
  std::string why;     ///< why it does not apply
};

/// The lemmas on this case, each for an S that oblivious-greedy chose:
///   lemma2            f(S1) - f(E1|S\E)
///   lemma3            theta f(OPT_(k-tau, V\E)) - f(S1)/x
///                     (the paper prints x without gamma, which is false)
///   lemma3_optimum    theta f(OPT_(k-tau, V\E)) - f(OPT_(k-tau, V\S0))
///   lemma4            (beta-1) nu_check (1 - alpha_check) f(E1|S\E)
///   lemma2_alternate  theta f(S1) - f(E1)
///   lemma4_alternate  (beta-1) nu_check nu f(E1)
///   singletons        nu_check nu f(S1), if |S0| >= tau; ours
HOLDFAST_EXPORT std::vector<LemmaCheck> check_lemmas(const DeletionCase& measured,
                                                     KnownRatios ratios);

}  // namespace holdfast
