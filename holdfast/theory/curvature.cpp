#include "holdfast/theory/curvature.hpp"

#include <algorithm>

#include "holdfast/core/state.hpp"

namespace holdfast {

double total_curvature(const Objective& objective, const Run& run) {
  const Items everything = objective.all_items();
  const auto alone = objective.start(run)->gains(everything);
  auto state = objective.start(run);
  for (const Item item : everything) {
    run.check_stop();
    state->add(item);
  }
  const auto losses = state->losses();
  const double negligible = 1e-9 * state->value();
  double kept = 1.0;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    if (alone[i] > negligible)
      kept = std::min(kept, losses[i] > negligible ? losses[i] / alone[i] : 0.0);
  }
  return 1.0 - kept;
}

}  // namespace holdfast
