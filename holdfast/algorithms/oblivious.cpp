#include "holdfast/algorithms/oblivious.hpp"

#include "holdfast/algorithms/greedy_steps.hpp"

namespace holdfast {

Algorithm::Choice Oblivious::do_select(const Objective& objective, const Problem& problem,
                                       const Run& run) const {
  Choice choice;
  greedy_steps::CandidatePool pool(objective, problem);
  greedy_steps::announce(name(), run, 0, problem.k, 0.0);
  choice.evaluations =
      greedy_steps::take_best_singletons(objective, run, pool, problem.k, {Part::S0}, choice.steps);
  return choice;
}

}  // namespace holdfast
