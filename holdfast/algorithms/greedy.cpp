#include "holdfast/algorithms/greedy.hpp"

#include "holdfast/algorithms/greedy_steps.hpp"

namespace holdfast {

Algorithm::Choice Greedy::do_select(const Objective& objective, const Problem& problem,
                                    const Run& run) const {
  Choice choice;
  choice.state = objective.start(run);
  greedy_steps::CandidatePool pool(objective, problem);
  greedy_steps::grow(name(), *choice.state, pool, problem.k, problem.k, {Part::S1}, choice.steps);
  return choice;
}

}  // namespace holdfast
