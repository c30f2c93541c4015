#include "holdfast/algorithms/random_greedy.hpp"

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {
namespace {

constexpr std::uint64_t stream = 2;

}  // namespace

Algorithm::Choice RandomGreedy::do_select(const Objective& objective, const Problem& problem,
                                          const Run& run) const {
  Choice choice;
  choice.state = objective.start(run);
  greedy_steps::CandidatePool pool(objective, problem);
  Random random(run.seed(), stream);
  for (Item step = 0; step < problem.k; ++step) {
    greedy_steps::announce(name(), run, choice.steps.size(), problem.k, choice.state->value());
    const auto best = choice.state->largest_gains(pool.next(), static_cast<std::size_t>(problem.k));
    greedy_steps::take(*choice.state, pool, best[random.below(best.size())], {Part::S1},
                       choice.steps);
  }
  return choice;
}

}  // namespace holdfast
