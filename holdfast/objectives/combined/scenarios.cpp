#include "holdfast/objectives/combined/scenarios.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/objectives/combined/scenarios_state.hpp"

namespace holdfast {
namespace {

constexpr std::uint64_t failure_stream = 7200;

/// The mean of the least outcomes that have the share `tail` of the weight.
double mean_of_tail(std::vector<Outcome>& outcomes, double tail) {
  std::ranges::sort(outcomes, {}, &Outcome::value);
  double sum = 0.0;
  double room = tail;
  for (const auto& [value, weight] : outcomes) {
    sum += value * std::min(weight, room);
    room -= weight;
    if (room <= 0.0) return sum / tail;
  }
  // Rounding left a sliver of the weight over.
  return (sum + outcomes.back().value * room) / tail;
}

}  // namespace

double measured(const Measure& measure, std::vector<Outcome>& outcomes) {
  switch (measure.kind) {
    case Measure::Kind::worst: return std::ranges::min(outcomes, {}, &Outcome::value).value;
    case Measure::Kind::cvar: return mean_of_tail(outcomes, measure.tail);
    default: break;
  }
  const bool capped = measure.kind == Measure::Kind::capped;
  double sum = 0.0;
  for (const auto& [value, weight] : outcomes)
    sum += weight * (capped ? std::min(value, measure.cap) : value);
  return sum;
}

ScenariosObjective::ScenariosObjective(std::shared_ptr<const Objective> base,
                                       std::vector<Event> events, Measure measure)
    : base_(std::move(base)), measure_(measure) {
  require(base_ != nullptr, "events need an objective whose items they take");
  require(measure.tail > 0.0 && measure.tail <= 1.0, "tail must be above 0 and at most 1, got {}",
          measure.tail);
  known_ = checked(*base_, std::move(events), measure_);
}

ScenariosObjective::ScenariosObjective(std::shared_ptr<const Objective> base,
                                       std::shared_ptr<const Known> known, Measure measure)
    : base_(std::move(base)), known_(std::move(known)), measure_(measure) {}

ScenariosObjective::~ScenariosObjective() = default;

std::shared_ptr<const ScenariosObjective::Known> ScenariosObjective::checked(
    const Objective& base, std::vector<Event> events, const Measure& measure) {
  auto known = std::make_shared<Known>();
  known->given = events.size();
  std::map<Items, std::size_t> place_of;
  double total = 0.0;
  double squares = 0.0;
  for (std::size_t given = 0; given < events.size(); ++given) {
    auto& [lost, weight] = events[given];
    base.require_set(lost);
    require(weight >= 0.0 && std::isfinite(weight),
            "event {} has the weight {}; weights must be finite and 0 or more", given, weight);
    if (weight == 0.0) continue;
    total += weight;
    squares += weight * weight;
    std::ranges::sort(lost);
    const auto [place, is_new] = place_of.emplace(lost, known->events.size());
    if (is_new) {
      known->events.push_back({lost, 0.0});
      known->given_places.push_back(given);
    }
    known->events[place->second].weight += weight;
  }
  require(total > 0.0, "there must be at least one event with a weight above 0");
  known->effective = total * total / squares;
  known->takers.resize(static_cast<std::size_t>(base.size()));
  std::vector<Outcome> left;
  for (std::size_t e = 0; e < known->events.size(); ++e) {
    auto& [lost, weight] = known->events[e];
    weight /= total;
    known->weights.push_back(weight);
    for (const Item item : lost) known->takers[static_cast<std::size_t>(item)].push_back(e);
    left.push_back({std::ssize(lost) < base.size() ? 1.0 : 0.0, weight});
  }
  require(base.size() == 0 || measured(measure, left) > 0.0,
          "the events take every item, so that every set would be worth 0; leave out the events "
          "that take everything");
  return known;
}

bool ScenariosObjective::is_submodular() const {
  const bool averages = is_mean() || measure_.kind == Measure::Kind::capped;
  return (averages || events().size() == 1) && base_->is_submodular();
}

/// An attack moves the States of the base, which nothing shortens.
AttackCost ScenariosObjective::attack_cost() const {
  return std::max(base_->attack_cost(), AttackCost::updates);
}

/// To move a State takes time, however small its data are.
double ScenariosObjective::gain_cost() const {
  constexpr double least = 1e4;
  return (base_->gain_cost() + least) * static_cast<double>(events().size());
}

double ScenariosObjective::do_value(std::span<const Item> set) const {
  std::vector<Outcome> outcomes;
  for (const auto& [lost, weight] : events())
    outcomes.push_back({base_->value(difference(set, lost)), weight});
  return measured(measure_, outcomes);
}

std::unique_ptr<State> ScenariosObjective::do_start(const Run& run) const {
  return std::make_unique<ScenariosState>(*this, run);
}

std::vector<double> ScenariosObjective::event_values(std::span<const Item> set,
                                                     const Run& run) const {
  require_set(set);
  ScenariosState state(*this, run);
  for (const Item item : set) state.add(item);
  return state.event_values();
}

std::unique_ptr<Objective> ScenariosObjective::capped(double cap) const {
  Measure measure;
  measure.kind = Measure::Kind::capped;
  measure.cap = cap;
  return std::unique_ptr<Objective>(new ScenariosObjective(base_, known_, measure));
}

/// Each ratio is the constant of an inequality that is linear in f and holds for what every event
/// leaves, so it holds for the mean.
void ScenariosObjective::do_prove_ratios(const Run& run, Item largest_set,
                                         RatioBounds& bounds) const {
  if (!is_mean()) return;
  const RatioBounds of_base = base_->proven_ratios(run, largest_set);
  for (const Ratio ratio : all_ratios) {
    const RatioRange& range = of_base[ratio];
    if (is_curvature(ratio)) {
      bounds.at_most(ratio, range.upper, range.why_upper);
    } else {
      bounds.at_least(ratio, range.lower, range.why_lower);
    }
  }
}

std::vector<Event> draw_failures(std::span<const double> rates, std::size_t draws,
                                 std::uint64_t seed) {
  for (std::size_t item = 0; item < rates.size(); ++item) {
    require(rates[item] >= 0.0 && rates[item] <= 1.0,
            "the failure rate of item {} is {}; a rate is a number from 0 to 1", item, rates[item]);
  }
  require(draws >= 1, "at least one draw is needed, got {}", draws);
  Random random(seed, failure_stream);
  std::vector<Event> events(draws);
  for (Event& event : events) {
    for (std::size_t item = 0; item < rates.size(); ++item) {
      if (random.uniform() < rates[item]) event.lost.push_back(static_cast<Item>(item));
    }
  }
  return events;
}

std::vector<Event> draw_failures(std::span<const double> rates, std::span<const Items> groups,
                                 std::size_t draws, std::uint64_t seed) {
  require(groups.size() <= rates.size(), "there are {} rates for {} groups", rates.size(),
          groups.size());
  const auto items = static_cast<Item>(rates.size() - groups.size());
  auto events = draw_failures(rates, draws, seed);
  for (Event& event : events) {
    Items lost;
    for (const Item drawn : event.lost) {
      if (drawn < items) {
        lost.push_back(drawn);
      } else {
        const Items& members = groups[static_cast<std::size_t>(drawn - items)];
        lost.insert(lost.end(), members.begin(), members.end());
      }
    }
    std::ranges::sort(lost);
    lost.erase(std::unique(lost.begin(), lost.end()), lost.end());
    event.lost = std::move(lost);
  }
  return events;
}

}  // namespace holdfast
