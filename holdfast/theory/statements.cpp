#include "holdfast/theory/guarantees.hpp"

namespace holdfast {
namespace {

struct Words {
  const char* name;
  const char* title;
  const char* formula;
};

const Words& words(Statement statement) {
  static constexpr std::array<Words, all_statements.size()> table = {{
      {"lemma1", "Lemma 1 (greedy, no deletions)", "1 - exp(-gamma)"},
      {"theorem1", "Theorem 1",
       "theta P x/(1 + P x), P = b/(1 + b), b = (beta-1) nu_check (1-alpha_check)"},
      {"theorem1_limit", "Theorem 1, large k",
       "theta P x/(1 + P x), x = 1 - exp(-gamma (1 - beta c)/(1 - c)), c = tau/k"},
      {"remark2", "Remark 2", "theta (1 - exp(-gamma))/(2 - exp(-gamma))"},
      {"corollary1", "Corollary 1",
       "theta^2 P x/(1 + theta P x), P = b/(1 + b), b = (beta-1) nu_check nu"},
      {"corollary1_limit", "Corollary 1, large k",
       "theta^2 P x/(1 + theta P x), x = 1 - exp(-gamma (1 - beta c)/(1 - c)), c = tau/k"},
      {"corollary1_sublinear", "Corollary 1, tau = o(k/beta)",
       "theta^2 (1 - exp(-gamma))/(1 + theta (1 - exp(-gamma)))"},
      {"singletons", "Singletons, |S0| >= tau", "theta q/(1 + q), q = nu_check nu x"},
      {"singletons_robust", "Singletons, |S0| = tau", "nu_check nu (1 - exp(-gamma))"},
      {"curvature", "Curvature, submodular f",
       "max(1-c, 1/(1+tau), 1/(k-tau)) (1 - exp(-c))/c, c = alpha"},
  }};
  return table[static_cast<std::size_t>(statement)];
}

}  // namespace

const char* to_string(Statement statement) { return words(statement).name; }
const char* title(Statement statement) { return words(statement).title; }
const char* formula(Statement statement) { return words(statement).formula; }

bool is_limit(Statement statement) {
  return statement == Statement::theorem1_limit || statement == Statement::remark2 ||
         statement == Statement::corollary1_limit || statement == Statement::corollary1_sublinear;
}

}  // namespace holdfast
