#include "holdfast/algorithms/stochastic_greedy.hpp"

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/sampling.hpp"

namespace holdfast {
namespace {

constexpr std::uint64_t sample_stream = 1;

}  // namespace

StochasticGreedy::StochasticGreedy(double epsilon) : epsilon_(require_epsilon(epsilon)) {}

Algorithm::Choice StochasticGreedy::do_select(const Objective& objective, const Problem& problem,
                                              const Run& run) const {
  Choice choice;
  choice.state = objective.start(run);
  greedy_steps::CandidatePool pool(objective, problem);
  Random random(run.seed(), sample_stream);
  for (Item step = 0; step < problem.k; ++step) {
    greedy_steps::announce(name(), run, choice.steps.size(), problem.k, choice.state->value());
    const auto candidates = pool.next();
    const Items sample = random.sample(
        candidates, sample_size(objective.size(), problem.k, epsilon_, candidates.size()));
    const auto best = choice.state->largest_gains(sample, 1).front();
    greedy_steps::take(*choice.state, pool, best, {Part::S1}, choice.steps);
  }
  return choice;
}

}  // namespace holdfast
