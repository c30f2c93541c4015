#include "paper/readings.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "holdfast/core/require.hpp"

namespace holdfast::paper {
namespace {

using Figures = std::vector<std::string>;

bool contains(const Figures& figures, const std::string& figure) {
  return std::ranges::count(figures, figure) > 0;
}

Figures common(const Figures& some, const Figures& others) {
  Figures both;
  std::ranges::copy_if(some, std::back_inserter(both),
                       [&](const std::string& figure) { return contains(others, figure); });
  return both;
}

Reading single(const Change& change) {
  return {change.name(), ReadingKind::single, {change}, change.figures};
}

/// In figures 3 and 5 pairs are cheap. Figure 3 pairs noise, start and ridge; figure 5 noise, start
/// and alpha.
bool is_paired(const Change& change) {
  return change.axis == "noise" || change.axis == "start" || change.axis == "ridge" ||
         change.axis == "alpha";
}

std::vector<Reading> pairs() {
  auto changes = single_changes();
  std::erase_if(changes, [](const Change& change) { return !is_paired(change); });
  // After the noise, so that names begin with it.
  changes.insert(changes.begin() + 1, stationary_start());
  std::vector<Reading> found;
  for (auto one = changes.begin(); one != changes.end(); ++one) {
    for (auto other = one + 1; other != changes.end(); ++other) {
      const bool is_new = one->axis == "noise" || one->value != "stationary";
      const Figures figures = common({"3", "5"}, common(one->figures, other->figures));
      if (one->axis == other->axis || figures.empty() || !is_new) continue;
      found.push_back(
          {one->name() + " + " + other->name(), ReadingKind::pair, {*one, *other}, figures});
    }
  }
  return found;
}

/// Every fourth k as in the quick grid. Figure 4 thins out the taus between the first and the last,
/// and adds to the first tau what claim 6 pairs with the last; figure 5 is cheap and keeps all.
bool is_kept(const Experiment& experiment, const Cell& cell) {
  if (experiment.data == DataKind::variance_reduction) return true;
  const Item unit = experiment.unit;
  const auto taus = experiment.taus();
  const auto is_coarse = [&](Item tau, Item k) { return k == tau + unit || k % (4 * unit) == 0; };
  if (experiment.data != DataKind::mnist) return is_coarse(cell.tau, cell.k);
  if (cell.tau == taus.front() && is_coarse(taus.back(), cell.k - cell.tau + taus.back())) {
    return true;
  }
  const bool between = cell.tau != taus.front() && cell.tau != taus.back();
  const bool thinned = between && cell.k % (8 * unit) == 0 && cell.k != cell.tau + unit;
  return is_coarse(cell.tau, cell.k) && !thinned;
}

/// The headline's experiment as readings are run on it.
Experiment coarse(Experiment experiment, Scale scale) {
  std::erase_if(experiment.cells, [&, whole = experiment](const Cell& cell) {
    return cell.extended || (scale == Scale::full && !is_kept(whole, cell));
  });
  std::erase_if(experiment.methods, &Method::sweep_only);
  experiment.robust_methods.clear();
  experiment.judged_cells.clear();
  return experiment;
}

/// The figures that a scale has the time for.
Figures affordable(Scale scale) {
  return scale == Scale::quick ? Figures{"3", "5"} : Figures{"2", "3", "4", "5"};
}

/// Why a figure of a reading is left out unless it is asked for by name; empty if it is not.
std::string why_left_out(const Reading& reading, const std::string& figure, Scale scale) {
  constexpr double too_slow_for_quick = 10.0;
  for (const auto& change : reading.changes) {
    if (contains(change.slow_figures, figure)) return change.slow_because;
    if (scale == Scale::quick && change.pace >= too_slow_for_quick) {
      return "a quick run has no time for it";
    }
  }
  return "";
}

bool is_asked_for(const ReadingRequest& request, const Reading& reading) {
  return request.all || reading.kind == ReadingKind::headline ||
         contains(request.named, reading.name);
}

Figures figures_of(const ReadingRequest& request, const Reading& reading) {
  Figures figures = common(common(reading.figures, request.figures), affordable(request.scale));
  if (!contains(request.named, reading.name)) {
    std::erase_if(figures, [&](const std::string& figure) {
      return !why_left_out(reading, figure, request.scale).empty();
    });
  }
  return figures;
}

Experiment under(const Reading& reading, Experiment experiment) {
  if (reading.kind == ReadingKind::headline) return experiment;
  experiment.reading = reading.name;
  for (const auto& change : reading.changes) {
    change.apply(experiment);
    experiment.pace *= change.pace;
  }
  return experiment;
}

/// Cells where oblivious-greedy does not fit, figure by figure.
void add_gaps(const ReadingPlan& plan, std::vector<LeftOut>& list) {
  std::map<std::string, std::pair<int, int>> gaps;  // of all cells
  for (const auto& experiment : plan.experiments) {
    auto& [missing, all] = gaps[experiment.figure];
    const Method& own = experiment.methods.front();
    for (const auto& cell : experiment.cells) {
      ++all;
      missing += !own.make(cell.tau)->feasible({cell.k, cell.tau});
    }
  }
  for (const auto& [figure, counts] : gaps) {
    const auto [missing, all] = counts;
    if (missing == 0) continue;
    list.push_back({plan.reading.name, figure,
                    fmt::format("in {} of {} cells oblivious-greedy's guard is larger than k; they "
                                "do not count, and claims that need them are not judged",
                                missing, all)});
  }
}

}  // namespace

const char* to_string(ReadingKind kind) {
  switch (kind) {
    case ReadingKind::headline: return "headline";
    case ReadingKind::single: return "single";
    case ReadingKind::pair: return "pair";
    case ReadingKind::profile: return "profile";
  }
  return "";
}

bool Reading::is_literal() const {
  return !changes.empty() && std::ranges::all_of(changes, &Change::literal);
}

const std::vector<Reading>& all_readings() {
  static const std::vector<Reading> readings = [] {
    std::vector<Reading> all{{"headline"}};
    for (const auto& change : single_changes()) all.push_back(single(change));
    std::ranges::move(pairs(), std::back_inserter(all));
    all.push_back(scikit_learn_profile());
    return all;
  }();
  return readings;
}

const Reading& find_reading(const std::string& name) {
  const auto found = std::ranges::find(all_readings(), name, &Reading::name);
  if (found != all_readings().end()) return *found;
  std::vector<std::string> names;
  for (const auto& reading : all_readings()) names.push_back(reading.name);
  throw std::invalid_argument(
      fmt::format("there is no reading '{}'; valid are: {}", name, fmt::join(names, ", ")));
}

std::vector<ReadingPlan> plan_readings(const ReadingRequest& request) {
  for (const auto& name : request.named) find_reading(name);
  std::vector<ReadingPlan> plans;
  if (!request.all && request.named.empty()) return plans;
  for (const auto& reading : all_readings()) {
    if (!is_asked_for(request, reading)) continue;
    ReadingPlan plan{reading, {}};
    plan.reading.figures = figures_of(request, reading);
    for (auto& experiment : describe_experiments(request.scale, plan.reading.figures)) {
      if (experiment.squared) continue;
      plan.experiments.push_back(under(reading, coarse(std::move(experiment), request.scale)));
    }
    if (!plan.experiments.empty()) plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<LeftOut> left_out(const ReadingRequest& request) {
  std::vector<LeftOut> list;
  for (const auto& plan : plan_readings(request)) add_gaps(plan, list);
  if (!request.all) return list;
  list.push_back({stationary_start().name(), "2, 3, 5",
                  "with the noise of the headline, N(0, 1) is stationary: alone this changes "
                  "nothing"});
  for (const auto& reading : all_readings()) {
    const Figures run = figures_of(request, reading);
    for (const auto& figure : common(reading.figures, request.figures)) {
      if (contains(run, figure) || reading.kind == ReadingKind::headline) continue;
      if (!contains(affordable(request.scale), figure)) continue;
      list.push_back({reading.name, figure,
                      fmt::format("{}; --reading \"{}\" runs it all the same",
                                  why_left_out(reading, figure, request.scale), reading.name)});
    }
  }
  for (const auto& figure : request.figures) {
    if (figure == "1" || contains(affordable(request.scale), figure)) continue;
    list.push_back({"all", figure, "a quick run has no time for it"});
  }
  return list;
}

std::string describe_grid(Scale scale) {
  switch (scale) {
    case Scale::full:
      return "Figures 2 and 3 are run at k = tau + 5 and every fourth k of the full grid, figure 4 "
             "at fewer k between its first and its last tau, figure 5 at every k.";
    case Scale::quick: return "Figures 3 and 5 only, at every fourth k of the full grid.";
    case Scale::tiny: break;
  }
  return "Tiny data: the numbers mean nothing.";
}

}  // namespace holdfast::paper
