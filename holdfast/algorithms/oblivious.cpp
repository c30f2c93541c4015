#include "holdfast/algorithms/oblivious.hpp"

#include "holdfast/algorithms/growth.hpp"

namespace holdfast {

Algorithm::Choice Oblivious::do_select(const Objective& objective, const Problem& problem,
                                       const Run& run) const {
  Choice choice;
  growth::Pool pool(objective, problem);
  growth::announce(name(), run, 0, problem.k, 0.0);
  choice.evaluations =
      growth::take_best_singletons(objective, run, pool, problem.k, {Part::S0}, choice.steps);
  return choice;
}

}  // namespace holdfast
