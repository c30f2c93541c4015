#include "holdfast/registry/common_options.hpp"

namespace holdfast::registry {

Option epsilon_option() {
  return {.name = "epsilon",
          .kind = OptionKind::number,
          .help = "smaller: larger random samples, closer to plain greedy",
          .default_value = 0.1,
          .range = {.least = 0.0, .most = 1.0, .excludes_least = true, .excludes_most = true}};
}

Option repeats_option() {
  return {.name = "repeats",
          .kind = OptionKind::integer,
          .help = "how often a randomized adversary is repeated; the worst deletion counts",
          .default_value = std::int64_t{10},
          .range = {.least = 1, .most = largest_int}};
}

Option count_option(const char* name, const char* help, std::int64_t default_value) {
  return {.name = name,
          .kind = OptionKind::integer,
          .help = help,
          .default_value = default_value,
          .range = {.least = 1, .most = largest_int}};
}

Option groups_option() {
  return {.name = "groups",
          .kind = OptionKind::file,
          .help =
              "items that are chosen together and fail together: CSV with the columns item and "
              "group; a group is then one item"};
}

std::vector<Option> failure_options() {
  return {{.name = "outages",
           .kind = OptionKind::file,
           .help = "recorded losses: CSV with a row for each event and a column for each item, 1 "
                   "where it was lost, 0 where not; a column weight is optional",
           .excluded_by = "failure-rates"},
          {.name = "failure-rates",
           .kind = OptionKind::file,
           .help = "CSV with the columns item and rate, from 0 to 1: items fail independently of "
                   "each other, in events that are drawn"},
          {.name = "failure-groups",
           .kind = OptionKind::file,
           .help = "what fails together for a common cause: CSV with the columns item and group; "
                   "--failure-rates may then name groups too, whose rate takes all members at "
                   "once"},
          {.name = "draws",
           .kind = OptionKind::integer,
           .help = "how many events to draw with --failure-rates; 200 if not given",
           .range = {.least = 1, .most = 1e7}},
          {.name = "measure",
           .kind = OptionKind::text,
           .help = "what counts of all events; mean if not given",
           .choices = {"mean", "worst", "cvar"}},
          {.name = "tail",
           .kind = OptionKind::number,
           .help = "with cvar: the mean over this share of the events, the worst ones; 0.1 if not "
                   "given",
           .range = {.least = 0.0, .most = 1.0, .excludes_least = true}}};
}

}  // namespace holdfast::registry
