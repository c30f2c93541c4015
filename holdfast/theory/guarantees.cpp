#include "holdfast/theory/guarantees.hpp"

#include <algorithm>
#include <cmath>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

/// relative_to.
constexpr const char* without_deleted = "optimum of size k - tau without the deleted items";
constexpr const char* robust_optimum = "robust optimum";
constexpr const char* plain_optimum = "optimum of size k";

/// 1 - e^-y, accurate for small y.
double rise(double y) { return -std::expm1(-y); }

/// Works out one statement: collects failed conditions, then the value.
class Work {
 public:
  Work(Statement statement, const GuaranteeProblem& problem, const KnownRatios& ratios)
      : problem_(problem), ratios_(ratios), guard_(guard_size(problem)) {
    result_.statement = statement;
    result_.applies = true;
    result_.proven = true;
  }

  Guarantee finish();

 private:
  /// The ratio, or a failed condition if it is unknown.
  double need(Ratio ratio) {
    const auto& known = ratios_[ratio];
    require(known.has_value(), fmt::format("{} is not known", to_string(ratio)));
    if (!known) return 0.0;
    if (!known->proven) result_.proven = false;
    return known->value;
  }

  /// Only the first failed condition is reported.
  void require(bool holds, const std::string& condition) {
    if (holds || !result_.applies) return;
    result_.applies = false;
    result_.why = condition;
  }

  void require_some_left() {
    require(problem_.tau < problem_.k,
            fmt::format("needs tau < k, but tau is {} and k is {}", problem_.tau, problem_.k));
  }
  void require_guard_fits() {
    require(guard_ <= problem_.k,
            fmt::format("needs ceil(beta tau) <= k, but it is {} and k is {}", guard_, problem_.k));
  }
  void require_beta_above_one() {
    require(problem_.beta > 1.0, fmt::format("needs beta > 1, but beta is {}", problem_.beta));
  }
  void require_guard_is_tau() {
    require(guard_ == problem_.tau,
            fmt::format("needs |S0| = tau, but ceil(beta tau) is {} and tau is {}", guard_,
                        problem_.tau));
  }

  /// x: how close greedy on V \ S0 comes to the optimum of k - tau items.
  double greedy_share(double gamma) const {
    const double steps = problem_.k - static_cast<double>(guard_);
    return rise(gamma * steps / (problem_.k - problem_.tau));
  }
  double limit_share(double gamma) const {
    const double c = static_cast<double>(problem_.tau) / problem_.k;
    return rise(gamma * (1.0 - problem_.beta * c) / (1.0 - c));
  }
  void require_limit() {
    require_beta_above_one();
    require_some_left();
    require(problem_.beta * problem_.tau < problem_.k,
            fmt::format("needs beta tau/k < 1, but it is {:.4g}",
                        problem_.k > 0 ? problem_.beta * problem_.tau / problem_.k : 0.0));
    result_.note = "k grows with tau/k fixed; no guarantee at this k";
  }

  /// Theorem 1 once x is known: b = (beta-1) nu_check (1 - alpha_check).
  double theorem(double x) {
    const double b = (problem_.beta - 1.0) * need(Ratio::nu_check) * (1 - need(Ratio::alpha_check));
    const double p = b / (1.0 + b);
    if (b == 0.0 && result_.note.empty())
      result_.note = "says nothing: nu_check is 0 or alpha_check is 1";
    return need(Ratio::theta) * p * x / (1.0 + p * x);
  }
  /// Corollary 1: b = (beta-1) nu_check nu.
  double corollary(double x) {
    const double b = (problem_.beta - 1.0) * need(Ratio::nu_check) * need(Ratio::nu);
    const double p = b / (1.0 + b);
    const double theta = need(Ratio::theta);
    return theta * theta * p * x / (1.0 + theta * p * x);
  }

  double lemma1();
  double finite(bool is_theorem);
  double limit(bool is_theorem);
  double sublinear(bool is_remark);
  double singletons();
  double singletons_robust();
  double curvature();
  double value();

  GuaranteeProblem problem_;
  const KnownRatios& ratios_;
  std::int64_t guard_;
  Guarantee result_;
};

double Work::lemma1() {
  result_.relative_to = plain_optimum;
  result_.note = "of greedy's k items while nothing is deleted";
  require(problem_.k > 0, "needs k > 0");
  return rise(need(Ratio::gamma));
}

double Work::finite(bool is_theorem) {
  require_beta_above_one();
  require_some_left();
  require_guard_fits();
  const double x = greedy_share(need(Ratio::gamma));
  return is_theorem ? theorem(x) : corollary(x);
}

double Work::limit(bool is_theorem) {
  require_limit();
  const double x = limit_share(need(Ratio::gamma));
  return is_theorem ? theorem(x) : corollary(x);
}

/// Remark 2 and its twin for Corollary 1: tau = o(k/beta), beta >= log k, P -> 1.
double Work::sublinear(bool is_remark) {
  const auto refuse = [&](Ratio ratio, double forbidden) {
    const auto& known = ratios_[ratio];
    require(
        !known || known->value != forbidden,
        fmt::format("needs {} {} {}", to_string(ratio), forbidden == 0.0 ? ">" : "<", forbidden));
    if (known && !known->proven) result_.proven = false;
  };
  refuse(Ratio::nu_check, 0.0);
  if (is_remark) {
    refuse(Ratio::alpha_check, 1.0);
  } else {
    refuse(Ratio::nu, 0.0);
  }
  result_.note = "k grows, tau = o(k/beta), beta >= log k; no guarantee at this k";
  const double reached = rise(need(Ratio::gamma));
  const double theta = need(Ratio::theta);
  return is_remark ? theta * reached / (1.0 + reached)
                   : theta * theta * reached / (1.0 + theta * reached);
}

double Work::singletons() {
  require(guard_ >= problem_.tau,
          fmt::format("needs |S0| >= tau, but ceil(beta tau) is {} and tau is {}", guard_,
                      problem_.tau));
  require_some_left();
  require_guard_fits();
  const double q = need(Ratio::nu_check) * need(Ratio::nu) * greedy_share(need(Ratio::gamma));
  return need(Ratio::theta) * q / (1.0 + q);
}

double Work::singletons_robust() {
  result_.relative_to = robust_optimum;
  require_guard_is_tau();
  require_some_left();
  return need(Ratio::nu_check) * need(Ratio::nu) * rise(need(Ratio::gamma));
}

double Work::curvature() {
  result_.relative_to = robust_optimum;
  require(ratios_.submodular(), "needs submodular f (gamma = 1 or alpha_check = 0)");
  require_guard_is_tau();
  require_some_left();
  const auto& gamma = ratios_[Ratio::gamma];
  const auto& inverse = ratios_[Ratio::alpha_check];
  if (!(gamma && gamma->proven) && !(inverse && inverse->proven)) result_.proven = false;
  // The other two shares need submodularity only: without alpha, c = 1 is safe.
  const double c = ratios_[Ratio::alpha] ? need(Ratio::alpha) : 1.0;
  const double reached = c > 0.0 ? rise(c) / c : 1.0;
  const double left = std::max(1.0, static_cast<double>(problem_.k - problem_.tau));
  return std::max({1.0 - c, 1.0 / (1.0 + problem_.tau), 1.0 / left}) * reached;
}

double Work::value() {
  switch (result_.statement) {
    case Statement::lemma1: return lemma1();
    case Statement::theorem1: return finite(true);
    case Statement::theorem1_limit: return limit(true);
    case Statement::remark2: return sublinear(true);
    case Statement::corollary1: return finite(false);
    case Statement::corollary1_limit: return limit(false);
    case Statement::corollary1_sublinear: return sublinear(false);
    case Statement::singletons: return singletons();
    case Statement::singletons_robust: return singletons_robust();
    case Statement::curvature: return curvature();
  }
  return 0.0;
}

Guarantee Work::finish() {
  result_.relative_to = without_deleted;
  const double found = value();
  result_.value = result_.applies ? found : 0.0;
  if (!result_.applies) {
    result_.proven = false;
    result_.note.clear();
  }
  return result_;
}

}  // namespace

std::int64_t guard_size(const GuaranteeProblem& problem) {
  constexpr double rounding = 1e-9;
  // Past 2^53 no k is large enough; the cap keeps the conversion defined.
  const double size = std::min(std::ceil(problem.beta * problem.tau - rounding), 0x1.0p53);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(size));
}

Guarantee guarantee(Statement statement, const GuaranteeProblem& problem, KnownRatios ratios) {
  require(problem.k >= 0 && problem.tau >= 0 && problem.beta >= 0.0 && std::isfinite(problem.beta),
          "k, tau and beta must be 0 or more, got k = {}, tau = {}, beta = {}", problem.k,
          problem.tau, problem.beta);
  ratios.complete();
  return Work(statement, problem, ratios).finish();
}

std::vector<Guarantee> guarantees(const GuaranteeProblem& problem, const KnownRatios& ratios) {
  std::vector<Guarantee> all;
  all.reserve(all_statements.size());
  for (const Statement statement : all_statements)
    all.push_back(guarantee(statement, problem, ratios));
  return all;
}

const Guarantee* best_of(const std::vector<Guarantee>& all) {
  const Guarantee* best = nullptr;
  for (const Guarantee& one : all) {
    if (!one.applies || one.value <= 0.0 || is_limit(one.statement) ||
        one.statement == Statement::lemma1)
      continue;
    const bool better =
        !best || (one.proven != best->proven ? one.proven : one.value > best->value);
    if (better) best = &one;
  }
  return best;
}

std::optional<BestBeta> best_beta(Item k, Item tau, const KnownRatios& ratios,
                                  std::optional<Statement> only) {
  std::optional<BestBeta> best;
  for (Item size = 0; size <= (tau > 0 ? k : 0); ++size) {
    const double beta = tau > 0 ? static_cast<double>(size) / tau : 0.0;
    std::vector<Guarantee> all;
    if (only) {
      all.push_back(guarantee(*only, {k, tau, beta}, ratios));
    } else {
      all = guarantees({k, tau, beta}, ratios);
    }
    const Guarantee* found = best_of(all);
    if (found &&
        (!best || (found->proven != best->guarantee.proven ? found->proven
                                                           : found->value > best->guarantee.value)))
      best = BestBeta{beta, *found};
  }
  return best;
}

}  // namespace holdfast
