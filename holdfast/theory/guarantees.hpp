#pragma once

#include <array>

#include "holdfast/theory/known_ratios.hpp"

namespace holdfast {

/// The statements about oblivious-greedy (lemma1: about greedy). S0 has ceil(beta tau) items;
///   x = 1 - exp(-gamma (k - |S0|) / (k - tau)),  P(b) = b / (1 + b).
///
///   lemma1                1 - exp(-gamma)                          greedy, nothing deleted
///   theorem1              theta P x / (1 + P x)
///                         b = (beta-1) nu_check (1 - alpha_check)
///   theorem1_limit        the same, x = 1 - exp(-gamma (1 - beta c)/(1 - c)), c = tau/k
///   remark2               theta (1 - e^-gamma) / (2 - e^-gamma)
///   corollary1            theta^2 P x / (1 + theta P x)            b = (beta-1) nu_check nu
///   corollary1_limit      the same with the x of theorem1_limit
///   corollary1_sublinear  theta^2 (1 - e^-gamma) / (1 + theta (1 - e^-gamma))
///   singletons            theta q / (1 + q), q = nu_check nu x     needs |S0| >= tau; ours
///   singletons_robust     nu_check nu (1 - e^-gamma)               needs |S0| = tau; ours
///   curvature             max(1-c, 1/(1+tau), 1/(k-tau)) (1 - e^-c)/c, c = alpha;
///                         needs submodular f and |S0| = tau
enum class Statement {
  lemma1,
  theorem1,
  theorem1_limit,
  remark2,
  corollary1,
  corollary1_limit,
  corollary1_sublinear,
  singletons,
  singletons_robust,
  curvature
};

inline constexpr std::array<Statement, 10> all_statements = {Statement::lemma1,
                                                             Statement::theorem1,
                                                             Statement::theorem1_limit,
                                                             Statement::remark2,
                                                             Statement::corollary1,
                                                             Statement::corollary1_limit,
                                                             Statement::corollary1_sublinear,
                                                             Statement::singletons,
                                                             Statement::singletons_robust,
                                                             Statement::curvature};

/// "theorem1_limit", as in files.
HOLDFAST_EXPORT const char* to_string(Statement statement);
/// For people: "Theorem 1, large k".
HOLDFAST_EXPORT const char* title(Statement statement);
/// The formula, for people.
HOLDFAST_EXPORT const char* formula(Statement statement);
/// Whether it is about k growing without end, and promises nothing at the given k.
HOLDFAST_EXPORT bool is_limit(Statement statement);

/// What one statement says about one problem.
struct HOLDFAST_EXPORT Guarantee {
  Statement statement = Statement::lemma1;
  bool applies = false;
  /// f(S \ E) >= value * (what `relative_to` names), for every E of at most tau members.
  double value = 0.0;
  std::string relative_to;
  bool proven = false;  ///< false if a ratio that it uses is an estimate
  std::string why;      ///< why it does not apply: the condition that fails
  std::string note;     ///< what to keep in mind although it applies; may be empty
};

struct GuaranteeProblem {
  Item k = 0;
  Item tau = 0;
  double beta = 1.0;
};

/// ceil(beta tau), protected against rounding: beta = 1.1, tau = 50 gives 55.
HOLDFAST_EXPORT std::int64_t guard_size(const GuaranteeProblem& problem);

/// One statement; `ratios` are first completed by their relations. Throws std::invalid_argument for
/// negative k, tau or beta.
HOLDFAST_EXPORT Guarantee guarantee(Statement statement, const GuaranteeProblem& problem,
                                    KnownRatios ratios);

/// All of them, in the order of all_statements.
HOLDFAST_EXPORT std::vector<Guarantee> guarantees(const GuaranteeProblem& problem,
                                                  const KnownRatios& ratios);

/// The best that holds at this k after the loss of tau items: limits and lemma1 do not count.
/// Every one of these bounds f(S \ E) by a share of the robust optimum, which is what makes them
/// comparable; a proven one beats any estimate. Null if none applies with a positive value.
HOLDFAST_EXPORT const Guarantee* best_of(const std::vector<Guarantee>& all);

/// The beta with the best guarantee, and what it guarantees.
struct BestBeta {
  double beta = 0.0;
  Guarantee guarantee;
};

/// Looks at every size s of S0 from 0 to k. Among the beta with ceil(beta tau) = s the largest,
/// s/tau, gives the best bound, so this is the best over all beta; of equal ones the smallest.
/// With `only`, the best for one statement (no limits: those are not about a finite k). Empty if
/// nothing positive is guaranteed at any beta. With tau = 0 every beta is the same: 0.
/// O(k) evaluations of a formula.
HOLDFAST_EXPORT std::optional<BestBeta> best_beta(Item k, Item tau, const KnownRatios& ratios,
                                                  std::optional<Statement> only = std::nullopt);

}  // namespace holdfast
