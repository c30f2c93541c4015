#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {

std::vector<double> transcript(const TestProblem& problem, int threads, int steps,
                               std::uint64_t seed) {
  Run::Options options;
  options.threads = threads;
  const Run run(options);
  Random random(seed, 9);
  std::vector<double> said;
  const auto record = [&said](const std::vector<double>& numbers) {
    said.insert(said.end(), numbers.begin(), numbers.end());
  };
  const auto state = problem.objective->start(run);
  for (int step = 0; step < steps; ++step) {
    const Items rest = complement(problem.size(), state->items());
    for (const Scored& best : state->largest_gains(rest, 3)) {
      record({static_cast<double>(best.item), best.score});
    }
    if (rest.empty() || (state->size() > 0 && random.below(4) == 0)) {
      state->remove(state->items()[random.below(state->size())]);
    } else {
      state->add(rest[random.below(rest.size())]);
    }
    record({state->value(), static_cast<double>(state->evaluations())});
    record(state->gains(complement(problem.size(), state->items())));
    record(state->losses());
  }
  return said;
}

}  // namespace holdfast::support
