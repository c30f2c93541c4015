#pragma once

#include <optional>
#include <span>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/objectives/combined/scenarios.hpp"

namespace holdfast::tasks {

/// What one event does to a set.
struct AssessedEvent {
  std::size_t place = 0;  ///< among the given events, from 0
  Items lost;             ///< members of the set
  double value = 0.0;     ///< what is left
  double weight = 0.0;    ///< share of all events
};

/// What the events leave of a set, as a distribution.
struct HOLDFAST_EXPORT Assessment {
  Items items;
  double intact = 0.0;  ///< f(S) if nothing is lost
  double mean = 0.0;
  /// Of the mean, if the events are a random sample. Nothing if there is only one.
  std::optional<double> standard_error;
  double tail = 0.1;
  double cvar = 0.0;  ///< the mean over the worst `tail` of the events
  /// The different events, the worst first.
  std::vector<AssessedEvent> events;

  const AssessedEvent& worst() const { return events.front(); }
  /// The least value that at least this share of the events stays at or below; 0 < share <= 1.
  double quantile(double share) const;
};

/// The shares that tables and documents give quantiles for.
inline constexpr double told_quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

/// Costs the States of the different survivors.
HOLDFAST_EXPORT Assessment assess(const Objective& objective, std::span<const Item> items,
                                  double tail, const Run& run);

/// Of the mean over the events, see Assessment; nothing for an objective that is no such mean.
HOLDFAST_EXPORT std::optional<double> standard_error(const Objective& objective,
                                                     std::span<const Item> items, const Run& run);

}  // namespace holdfast::tasks
