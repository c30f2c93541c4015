#include "holdfast/objectives/combined/scenarios_state.hpp"

#include <algorithm>
#include <map>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/survivor_gains.hpp"

namespace holdfast {

ScenariosState::ScenariosState(const ScenariosObjective& objective, const Run& run)
    : State(objective, run), scenarios_(&objective), where_(objective.events().size(), 0) {
  auto start = objective.base().start(run);
  survivors_.push_back({.events = where_.size(), .weight = 1.0});
  const bool at_once = dynamic_cast<SurvivorGains*>(start.get()) != nullptr;
  (at_once ? whole_ : survivors_.front().state) = std::move(start);
}

ScenariosState::ScenariosState(const ScenariosState& other)
    : State(other),
      scenarios_(other.scenarios_),
      whole_(other.whole_ ? other.whole_->clone() : nullptr),
      values_(other.values_),
      where_(other.where_) {
  survivors_.reserve(other.survivors_.size());
  for (const auto& [state, lost, events, weight] : other.survivors_)
    survivors_.push_back({state ? state->clone() : nullptr, lost, events, weight});
}

std::unique_ptr<State> ScenariosState::do_clone() const {
  return std::unique_ptr<State>(new ScenariosState(*this));
}

/// Not a clone: it would carry along what the State at S keeps for gains, and attacks need only
/// losses.
State& ScenariosState::state_of(std::size_t survivors) const {
  auto& [state, lost, events, weight] = survivors_[survivors];
  if (!state) state = scenarios_->base().start_at(run(), difference(items(), lost));
  return *state;
}

const std::vector<double>& ScenariosState::gains_of_all(std::span<const Item> candidates) const {
  const std::size_t count = survivors_.size();
  values_.assign(count, 0.0);
  std::vector<double>& gains = gains_;
  gains.resize(count * candidates.size());
  if (auto* at_once = dynamic_cast<SurvivorGains*>(whole_.get())) {
    std::vector<Items> lost;
    for (const auto& left : survivors_) lost.push_back(left.lost);
    if (at_once->survivors(lost, candidates, values_, gains)) return gains;
  }
  for (std::size_t s = 0; s < count; ++s) {
    run().check_stop();
    State& state = state_of(s);
    values_[s] = state.value();
    if (!candidates.empty())
      std::ranges::copy(state.gains(candidates),
                        gains.begin() + static_cast<std::ptrdiff_t>(s * candidates.size()));
  }
  return gains;
}

/// From States that are there anyway, or from one for all.
const std::vector<double>& ScenariosState::values() const {
  if (!values_.empty()) return values_;
  if (!std::ranges::all_of(survivors_, [](const auto& left) { return left.state != nullptr; })) {
    gains_of_all({});
  } else {
    for (const auto& left : survivors_) values_.push_back(left.state->value());
  }
  return values_;
}

std::vector<Outcome> ScenariosState::outcomes() const {
  const auto& all = values();
  std::vector<Outcome> outcomes;
  for (std::size_t s = 0; s < all.size(); ++s) outcomes.push_back({all[s], survivors_[s].weight});
  return outcomes;
}

std::vector<double> ScenariosState::event_values() const {
  const auto& of_survivors = values();
  std::vector<double> of_events;
  of_events.reserve(where_.size());
  for (const std::size_t where : where_) of_events.push_back(of_survivors[where]);
  return of_events;
}

double ScenariosState::do_value() const {
  auto all = outcomes();
  return measured(scenarios_->measure(), all);
}

std::vector<ScenariosState::Taken> ScenariosState::taken_with(Item item) const {
  std::vector<Taken> taken(survivors_.size());
  for (const std::size_t event : scenarios_->takers(item)) {
    Taken& here = taken[where_[event]];
    ++here.events;
    here.weight += scenarios_->weights()[event];
  }
  return taken;
}

/// All candidates at once for each of the survivors, then one measure for each candidate.
void ScenariosState::do_gains(std::span<const Item> candidates, std::span<double> out) {
  const auto& gains = gains_of_all(candidates);
  if (scenarios_->is_mean()) return mean_gains(candidates, gains, out);
  const auto& before = values();
  const double value = do_value();
  std::vector<Outcome> after;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto taken = taken_with(candidates[c]);
    const double* const gain = gains.data() + c;
    after.clear();
    for (std::size_t s = 0; s < taken.size(); ++s) {
      const double rise = gain[s * candidates.size()];
      const bool stays = taken[s].events < survivors_[s].events;
      if (taken[s].events > 0) after.push_back({before[s], taken[s].weight});
      if (stays) after.push_back({before[s] + rise, survivors_[s].weight - taken[s].weight});
    }
    out[c] = measured(scenarios_->measure(), after) - value;
  }
}

/// All gains as if nobody took the candidates, row by row; then without the events that do.
void ScenariosState::mean_gains(std::span<const Item> candidates, const std::vector<double>& gains,
                                std::span<double> out) const {
  const std::size_t count = candidates.size();
  std::ranges::fill(out, 0.0);
  for (std::size_t s = 0; s < survivors_.size(); ++s) {
    const double weight = survivors_[s].weight;
    const double* const row = gains.data() + s * count;
    for (std::size_t c = 0; c < count; ++c) out[c] += weight * row[c];
  }
  for (std::size_t c = 0; c < count; ++c) {
    const auto& takers = scenarios_->takers(candidates[c]);
    for (const std::size_t event : takers)
      out[c] -= scenarios_->weights()[event] * gains[where_[event] * count + c];
    if (takers.size() == where_.size()) out[c] = 0.0;
  }
}

void ScenariosState::do_losses(std::span<double> out) {
  const auto before = outcomes();
  std::vector<std::vector<double>> losses;
  losses.reserve(survivors_.size());
  std::vector<std::map<Item, std::size_t>> places(survivors_.size());
  for (std::size_t s = 0; s < survivors_.size(); ++s) {
    run().check_stop();
    State& state = state_of(s);
    losses.push_back(state.losses());
    for (std::size_t i = 0; i < state.items().size(); ++i) places[s][state.items()[i]] = i;
  }
  const double value = do_value();
  for (std::size_t m = 0; m < out.size(); ++m) {
    auto after = before;
    double mean = 0.0;
    for (std::size_t s = 0; s < after.size(); ++s) {
      const auto place = places[s].find(items()[m]);
      if (place == places[s].end()) continue;
      // What is left of nearly nothing is rounding, and would decide between worst events of 0.
      const double left = before[s].value - losses[s][place->second];
      after[s].value = left < TieRule::floor * before[s].value ? 0.0 : left;
      mean += after[s].weight * losses[s][place->second];
    }
    out[m] = scenarios_->is_mean() ? mean : value - measured(scenarios_->measure(), after);
  }
}

void ScenariosState::weigh() {
  for (auto& left : survivors_) {
    left.events = 0;
    left.weight = 0.0;
  }
  for (std::size_t event = 0; event < where_.size(); ++event) {
    ++survivors_[where_[event]].events;
    survivors_[where_[event]].weight += scenarios_->weights()[event];
  }
}

void ScenariosState::split(Item item, std::vector<Taken>& taken) {
  const std::size_t before = survivors_.size();
  std::vector<std::size_t> apart(before);
  for (std::size_t s = 0; s < before; ++s) {
    apart[s] = s;
    if (taken[s].events == 0 || taken[s].events == survivors_[s].events) continue;
    apart[s] = survivors_.size();
    const auto& state = survivors_[s].state;
    survivors_.push_back({state ? state->clone() : nullptr, survivors_[s].lost});
    taken.push_back(taken[s]);
    taken[s] = {};
  }
  for (const std::size_t event : scenarios_->takers(item)) where_[event] = apart[where_[event]];
  if (survivors_.size() > before) weigh();
}

void ScenariosState::do_add(Item item) {
  values_.clear();
  auto taken = taken_with(item);
  split(item, taken);
  if (whole_) whole_->add(item);
  for (std::size_t s = 0; s < survivors_.size(); ++s) {
    auto& [state, lost, events, weight] = survivors_[s];
    if (taken[s].events > 0) {
      lost.push_back(item);
    } else if (state) {
      state->add(item);
    }
  }
}

/// Of two that become one, the one stays that has lost the item already: it need not move.
void ScenariosState::join_without(Item item) {
  std::map<Items, std::size_t> place_of;  // by what else is lost
  const auto others = [&](const Survivors& left) {
    Items sorted = difference(left.lost, std::span(&item, 1));
    std::ranges::sort(sorted);
    return sorted;
  };
  for (std::size_t s = 0; s < survivors_.size(); ++s) {
    if (holds(survivors_[s].lost, item)) place_of.emplace(others(survivors_[s]), s);
  }
  for (std::size_t s = 0; s < survivors_.size(); ++s) {
    auto& [state, lost, events, weight] = survivors_[s];
    if (holds(lost, item)) {
      std::erase(lost, item);
      continue;
    }
    const auto same = place_of.find(others(survivors_[s]));
    if (same != place_of.end()) {
      std::ranges::replace(where_, s, same->second);
    } else if (state) {
      state->remove(item);
    }
  }
  weigh();
}

void ScenariosState::do_remove(std::size_t position) {
  const Item item = items()[position];
  values_.clear();
  join_without(item);
  if (whole_) whole_->remove(item);
  std::vector<std::size_t> moved(survivors_.size());
  std::size_t kept = 0;
  for (std::size_t s = 0; s < survivors_.size(); ++s) {
    moved[s] = kept;
    if (survivors_[s].events == 0) continue;
    if (kept != s) survivors_[kept] = std::move(survivors_[s]);
    ++kept;
  }
  survivors_.resize(kept);
  for (std::size_t& where : where_) where = moved[where];
}

}  // namespace holdfast
