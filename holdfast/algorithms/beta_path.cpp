#include "holdfast/algorithms/beta_path.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/algorithms/guard_path.hpp"
#include "holdfast/core/best_so_far.hpp"

namespace holdfast {

Algorithm::Choice BetaPath::do_select(const Objective& objective, const Problem& problem,
                                      const Run& run) const {
  std::size_t done = 0;
  const guard_path::Limits to_its_end{.keep_if_interrupted = true};
  auto best = guard_path::walk(objective, problem, run, to_its_end, [&](double value) {
    greedy_steps::announce(name(), run, done++, progress_steps(problem), value);
  });
  return {std::move(best.steps), best.evaluations, nullptr,
          best.interrupted ? stopped_by_request : "", std::move(best.worst)};
}

std::vector<Algorithm::Choice> BetaPath::do_sweep(const Objective& objective,
                                                  std::span<const Item> ks, Item tau,
                                                  const Run& run) const {
  Item total = *std::ranges::max_element(ks) + 1;
  for (const Item k : ks) total += k + 1;
  std::size_t done = 0;
  std::vector<Choice> choices;
  const auto announce = [&](double value) {
    greedy_steps::announce(name(), run, done++, total, value);
  };
  for (auto& best : guard_path::sweep(objective, ks, tau, run, announce, *sets_for(ks))) {
    choices.push_back(
        {std::move(best.steps), best.evaluations, nullptr, {}, std::move(best.worst)});
  }
  return choices;
}

Item BetaPath::progress_steps(const Problem& problem) { return 2 * (problem.k + 1); }

}  // namespace holdfast
