#include "paper/reading_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace holdfast::paper {

ReadingSchedule::ReadingSchedule(ReadingRequest request, const ReadingTrials& trials)
    : request_(std::move(request)), plans_(plan_readings(request_)), trials_(trials) {}

std::vector<Unit> ReadingSchedule::units() const {
  std::vector<Unit> units;
  std::set<std::tuple<std::string, std::uint64_t, std::string, Item>> known;
  for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
    for (auto& unit : units_of_plan(plan)) {
      if (!known.emplace(unit.stored_under(), unit.trial, unit.method->id, unit.tau).second) {
        continue;
      }
      units.push_back(std::move(unit));
    }
  }
  return units;
}

void ReadingSchedule::settle_undecided(const Store& store) {
  for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
    for (const auto& claim : judge_figures(results_of(plan, store).results())) {
      if (claim.judgement.verdict != Verdict::undecided || is_slow(plan, claim.figure)) continue;
      doubled_.insert({plan, claim.figure});
      doubled_.insert({0, claim.figure});
    }
  }
}

ReadingsReport ReadingSchedule::report(const Store& store) const {
  ReadingsReport report;
  bool stopped = false;
  for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
    ReadingResults found = results_of(plan, store);
    for (const auto& figure : plans_[plan].reading.figures) {
      const std::size_t trials = paper::trials_of(found.results(), figure);
      stopped = stopped || trials < trials_of(plan, figure);
      if (trials > 0) continue;
      report.left_out.push_back(
          {found.plan.reading.name, figure, "the run was stopped before two trials were there"});
    }
    if (plan == 0 || !found.plan.experiments.empty()) report.readings.push_back(std::move(found));
  }
  report.note = fmt::format(
      "{} trials a reading, {} where a claim would otherwise be undecided; {} of figure 4 and of "
      "ridge=0.01, whose trials take ten times as long. {} The headline is judged in the same "
      "cells and trials here, so its verdicts may differ from those of the whole run.",
      trials_.usual, 2 * trials_.usual, trials_.slow, describe_grid(request_.scale));
  if (stopped) {
    report.note += " The run was stopped early: where there are fewer trials, it is said how many.";
  }
  report.claims = judge_by_reading(report.readings);
  std::ranges::move(left_out(request_), std::back_inserter(report.left_out));
  return report;
}

std::vector<StoredCell> ReadingSchedule::cells(const Store& store) const {
  std::vector<Unit> units;
  const std::uint64_t most = std::max(2 * trials_.usual, trials_.slow);
  for (std::size_t plan = 1; plan < plans_.size(); ++plan) {
    for (const auto& experiment : plans_[plan].experiments) {
      std::ranges::move(units_of_trials(experiment, most, Share::paper), std::back_inserter(units));
    }
  }
  return store.cells_of(units);
}

std::uint64_t ReadingSchedule::trials_of(std::size_t plan, const std::string& figure) const {
  if (is_slow(plan, figure)) return trials_.slow;
  return doubled_.contains({plan, figure}) ? 2 * trials_.usual : trials_.usual;
}

bool ReadingSchedule::is_slow(std::size_t plan, const std::string& figure) const {
  constexpr double slow_pace = 10.0;
  return figure == "4" ||
         std::ranges::any_of(plans_[plan].experiments, [&](const Experiment& experiment) {
           return experiment.figure == figure && experiment.pace >= slow_pace;
         });
}

std::vector<Unit> ReadingSchedule::units_of_plan(std::size_t plan) const {
  std::vector<Unit> units;
  for (const auto& experiment : plans_[plan].experiments) {
    std::ranges::move(units_of_trials(experiment, trials_of(plan, experiment.figure), Share::paper),
                      std::back_inserter(units));
  }
  return units;
}

ReadingResults ReadingSchedule::results_of(std::size_t plan, const Store& store) const {
  ReadingResults found{plans_[plan], {}};
  const auto units = whole_trials(units_of_plan(plan), store);
  found.cells = store.cells_of(units);
  const auto is_there = [&](const std::string& figure) {
    constexpr std::uint64_t least = 2;
    return std::ranges::any_of(units, [&](const Unit& unit) {
      return unit.experiment->figure == figure && unit.trial + 1 >= least;
    });
  };
  std::erase_if(found.plan.experiments,
                [&](const Experiment& experiment) { return !is_there(experiment.figure); });
  std::erase_if(found.plan.reading.figures,
                [&](const std::string& figure) { return !is_there(figure); });
  return found;
}

}  // namespace holdfast::paper
