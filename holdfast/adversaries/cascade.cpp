#include "holdfast/adversaries/cascade.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "holdfast/core/state.hpp"

namespace holdfast {
namespace {

constexpr std::size_t improved_growths = 4;
constexpr std::size_t improved_forced = 3;
constexpr std::size_t starts_if_slow = 3;

bool same_items(Items a, Items b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  return a == b;
}

/// The few worst of many, each set once.
class Shortlist {
 public:
  explicit Shortlist(std::size_t most) : most_(most) {}

  /// Strikes that leave more are of no interest.
  double bar() const {
    return best_.size() < most_ ? std::numeric_limits<double>::infinity() : best_.back().value;
  }
  void offer(Strike strike) {
    if (!(strike.value < bar())) return;
    const bool known = std::ranges::any_of(
        best_, [&](const Strike& other) { return same_items(other.deleted, strike.deleted); });
    if (known) return;
    const auto place = std::ranges::upper_bound(best_, strike.value, {}, &Strike::value);
    best_.insert(place, std::move(strike));
    if (best_.size() > most_) best_.pop_back();
  }
  const std::vector<Strike>& strikes() const { return best_; }

 private:
  std::size_t most_;
  std::vector<Strike> best_;
};

class Cascade {
 public:
  Cascade(Game& game, Item tau, double enough) : game_(game), tau_(tau), enough_(enough) {}

  Strike run() {
    keep(game_.greedy_min(tau_, {}, enough_));
    if (done()) return worst_;
    improve(worst_);
    if (!done()) grow();
    if (!game_.is_quick()) return worst_;
    if (!done()) force_first();
    if (!done()) improve(game_.pair_greedy(tau_));
    return worst_;
  }

 private:
  bool done() const { return worst_.value <= enough_; }

  void keep(Strike strike) {
    if (strike.value < worst_.value) worst_ = std::move(strike);
  }
  void improve(Strike strike) { keep(game_.improve(std::move(strike))); }
  void improve_all(const Shortlist& list) {
    for (const Strike& strike : list.strikes()) {
      if (done()) return;
      improve(strike);
    }
  }

  /// Where few starts are affordable, they are survivors of the worst attack so far.
  Items starts() const {
    if (game_.is_quick()) return game_.set();
    Items survivors;
    for (const Item item : game_.set()) {
      if (std::ranges::find(worst_.deleted, item) == worst_.deleted.end())
        survivors.push_back(item);
    }
    survivors.resize(std::min(survivors.size(), starts_if_slow));
    return survivors;
  }

  void grow() {
    Shortlist list(game_.is_quick() ? improved_growths : 1);
    for (const Item first : starts()) {
      Strike strike = game_.grow_min(tau_, first, list.bar());
      const double value = strike.value;
      list.offer(std::move(strike));
      if (value <= enough_) break;
    }
    for (const Strike& strike : list.strikes()) keep(strike);
    improve_all(list);
  }

  void force_first() {
    Shortlist list(improved_forced);
    for (const Item first : game_.set()) {
      Strike strike = game_.greedy_min(tau_, std::span(&first, 1), enough_);
      const double value = strike.value;
      list.offer(std::move(strike));
      if (value <= enough_) break;
    }
    for (const Strike& strike : list.strikes()) keep(strike);
    improve_all(list);
  }

  Game& game_;
  Item tau_;
  double enough_;
  Strike worst_;
};

}  // namespace

Strike strike_hard(Game& game, Item tau, double enough) {
  if (tau <= 0) return {{}, game.value_without({})};
  if (static_cast<std::size_t>(tau) >= game.set().size()) return {game.set(), 0.0};
  return Cascade(game, tau, enough).run();
}

std::unique_ptr<Game> game_of(const State& state) {
  auto game = state.objective().game(state.run(), state.items());
  game->move_to(state.items());
  return game;
}

}  // namespace holdfast
