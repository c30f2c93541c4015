#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/objectives/combined/scenarios.hpp"
#include "holdfast/tasks/build_objective.hpp"

/// Losses that happened or are likely, for any objective.
namespace holdfast::tasks {

inline constexpr std::size_t default_draws = 200;

/// "mean", "worst" or "cvar".
HOLDFAST_EXPORT Measure measure_called(std::string_view name, double tail);

/// The events in a CSV file: a row an event, a column an item (0 or 1), and perhaps a column
/// weight. Throws InvalidInput for a column that names no item, another number, and a row that
/// takes every item.
HOLDFAST_EXPORT std::vector<Event> read_outages(const std::string& path,
                                                const Objective& objective);

/// Items that fail for a common cause, with what the cause is called.
struct FailureGroups {
  std::vector<std::string> names;
  std::vector<Items> members;
};

/// The groups in a CSV file with the columns item and group.
HOLDFAST_EXPORT FailureGroups read_failure_groups(const std::string& path,
                                                  const Objective& objective);

/// The rates in a CSV file with the columns item and rate, of items first and then of groups; 0 for
/// those that it does not name.
HOLDFAST_EXPORT std::vector<double> read_failure_rates(const std::string& path,
                                                       const Objective& objective,
                                                       const FailureGroups& groups = {});

/// The same objective under events; keeps options and facts, and tells how many events there are.
HOLDFAST_EXPORT BuiltObjective under_events(BuiltObjective built, std::vector<Event> events,
                                            const Measure& measure);

/// What the options ask for: outages, or draws from failure rates by the run's seed, or nothing.
BuiltObjective with_asked_events(BuiltObjective built, const Run& run);

}  // namespace holdfast::tasks
