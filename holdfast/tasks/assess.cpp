#include "holdfast/tasks/assess.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "holdfast/core/state.hpp"

namespace holdfast::tasks {
namespace {

double mean_of(std::span<const double> values, std::span<const double> weights) {
  double mean = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) mean += weights[i] * values[i];
  return mean;
}

std::optional<double> error_of_mean(std::span<const double> values, const EventStructure& events) {
  const double count = events.effective_events();
  if (!(count > 1.0)) return std::nullopt;
  const double mean = mean_of(values, events.weights());
  double variance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    variance += events.weights()[i] * (values[i] - mean) * (values[i] - mean);
  return std::sqrt(variance / (count - 1.0));
}

}  // namespace

double Assessment::quantile(double share) const {
  // Weights are sums of rounded shares.
  constexpr double rounding = 1e-12;
  double below = 0.0;
  for (const auto& event : events) {
    below += event.weight;
    if (below >= share - rounding) return event.value;
  }
  return events.back().value;
}

Assessment assess(const Objective& objective, std::span<const Item> items, double tail,
                  const Run& run) {
  const auto* scenarios = dynamic_cast<const ScenariosObjective*>(&objective);
  if (!scenarios)
    throw std::invalid_argument(
        "there are no events to assess the set under; recorded outages or "
        "failure rates make them");
  const auto values = scenarios->event_values(items, run);
  Assessment result;
  result.items.assign(items.begin(), items.end());
  result.intact = scenarios->base().start_at(run, items)->value();
  result.mean = mean_of(values, scenarios->weights());
  result.standard_error = error_of_mean(values, *scenarios);
  result.tail = tail;
  std::vector<Outcome> outcomes;
  for (std::size_t e = 0; e < values.size(); ++e) {
    const Event& event = scenarios->events()[e];
    AssessedEvent assessed{scenarios->given_place(e), {}, values[e], event.weight};
    std::ranges::copy_if(items, std::back_inserter(assessed.lost),
                         [&](Item item) { return std::ranges::binary_search(event.lost, item); });
    result.events.push_back(std::move(assessed));
    outcomes.push_back({values[e], event.weight});
  }
  result.cvar = measured({Measure::Kind::cvar, tail}, outcomes);
  std::ranges::stable_sort(result.events, {}, &AssessedEvent::value);
  return result;
}

std::optional<double> standard_error(const Objective& objective, std::span<const Item> items,
                                     const Run& run) {
  const ItemStructure structure = objective.structure();
  const auto* events = structure.as<EventStructure>();
  if (!events || !structure.plain() || !events->is_mean()) return std::nullopt;
  return error_of_mean(events->event_values(items, run), *events);
}

}  // namespace holdfast::tasks
