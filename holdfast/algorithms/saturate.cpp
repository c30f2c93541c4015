#include "holdfast/algorithms/saturate.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/event_structure.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

constexpr int bisections = 10;
/// Around the best cap, once per bisection, for measures that no bisection can follow.
constexpr double spreads[] = {0.5, 0.8, 0.9, 0.97, 1.03, 1.1, 1.25, 2.0};
constexpr Item most_runs = 2 + bisections + static_cast<Item>(std::size(spreads));

const EventStructure* events_of(const Objective& objective) {
  const ItemStructure structure = objective.structure();
  const auto* events = structure.as<EventStructure>();
  return events && structure.plain() && !events->is_mean() ? events : nullptr;
}

/// The best set found so far, over all caps.
class CapSearch {
 public:
  CapSearch(const Objective& objective, const EventStructure& events, const Problem& problem,
            const Run& run)
      : objective_(objective), events_(events), problem_(problem), run_(run) {}

  /// Greedy on this function, for our own objective.
  Selection try_greedy(const Objective& function, double cap) {
    greedy_steps::announce("saturate", run_, runs_++, most_runs, value_);
    const Run::Silence progress_of_its_own(run_);
    Selection chosen = Greedy().select(function, problem_, run_);
    offer(chosen, cap);
    chosen.state.reset();  // the function may not live on
    return chosen;
  }

  /// Greedy with this cap; returns whether every event reaches it.
  bool reaches(double cap) {
    return try_greedy(*events_.capped(cap), cap).value >= cap - TieRule::width(cap, cap);
  }

  void bisect(double low, double high) {
    for (int step = 0; step < bisections && high > low; ++step) {
      const double cap = low + (high - low) / 2.0;
      (reaches(cap) ? low : high) = cap;
    }
  }

  double cap() const { return cap_; }
  double value() const { return value_; }
  std::int64_t evaluations() const { return evaluations_; }
  std::vector<Chosen> steps() { return std::move(steps_); }

 private:
  void offer(const Selection& chosen, double cap) {
    evaluations_ += chosen.evaluations;
    const Items items = chosen.items();
    const double value = objective_.start_at(run_, items)->value();
    if (!steps_.empty() && !(value > value_ + TieRule::width(value_, value_))) return;
    value_ = value;
    cap_ = cap;
    steps_ = chosen.steps;
  }

  const Objective& objective_;
  const EventStructure& events_;
  const Problem& problem_;
  const Run& run_;
  std::vector<Chosen> steps_;
  double value_ = 0.0;
  double cap_ = 0.0;
  std::int64_t evaluations_ = 0;
  std::size_t runs_ = 0;
};

}  // namespace

bool greedy_may_stall(const Objective& objective) { return events_of(objective) != nullptr; }

Algorithm::Choice Saturate::do_select(const Objective& objective, const Problem& problem,
                                      const Run& run) const {
  Choice choice;
  const auto* events = events_of(objective);
  if (!events || problem.k == 0) {
    greedy_steps::announce(name(), run, 0, 1, 0.0);
    const Run::Silence progress_of_its_own(run);
    const Selection greedy = Greedy().select(objective, problem, run);
    choice.steps = greedy.steps;
    choice.evaluations = greedy.evaluations;
    return choice;
  }
  CapSearch search(objective, *events, problem, run);
  search.try_greedy(objective, 0.0);
  // With no cap to speak of: greedy on the mean over all events.
  constexpr double no_cap = std::numeric_limits<double>::max();
  const Selection mean = search.try_greedy(*events->capped(no_cap), 0.0);
  const double most = std::ranges::max(events->event_values(mean.items(), run));
  search.bisect(search.value(), most);
  const double center = search.cap() > 0.0 ? search.cap() : search.value();
  for (const double spread : spreads) search.reaches(spread * center);
  choice.evaluations = search.evaluations();
  choice.steps = search.steps();
  return choice;
}

}  // namespace holdfast
