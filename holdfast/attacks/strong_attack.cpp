#include "holdfast/attacks/strong_attack.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "holdfast/core/random.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {
namespace {

constexpr std::size_t improved_growths = 4;
constexpr std::size_t improved_forced = 3;
/// Where attacks are slow.
constexpr std::size_t starts_if_slow = 32;
constexpr std::size_t improved_growths_if_slow = 2;
/// Random exchanges at once, and how often.
constexpr std::size_t kick_size = 5;
constexpr int kicks = 12;
constexpr std::uint64_t kick_stream = 7100;

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
    if (auto found = game_.search_by_model(worst_, enough_)) {
      keep(std::move(*found));
      return worst_;
    }
    improve(worst_);
    if (!done()) grow();
    if (!game_.is_quick()) return worst_;
    if (!done()) force_first();
    if (!done()) improve(game_.pair_greedy(tau_));
    kick();
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

  /// All members, or where few starts are affordable some of them, far apart: many growths meet.
  Items starts() const {
    Items members = game_.set();
    if (game_.is_quick() || members.size() <= starts_if_slow) return members;
    std::ranges::sort(members);
    Items some;
    for (std::size_t i = 0; i < starts_if_slow; ++i) {
      some.push_back(members[i * members.size() / starts_if_slow]);
    }
    return some;
  }

  void grow() {
    Shortlist list(game_.is_quick() ? improved_growths : improved_growths_if_slow);
    VisitedSets met;
    for (const Item first : starts()) {
      Strike strike = game_.grow_min(tau_, first, list.bar(), met);
      const double value = strike.value;
      list.offer(std::move(strike));
      if (value <= enough_) break;
    }
    for (const Strike& strike : list.strikes()) keep(strike);
    improve_all(list);
  }

  /// Exchanges some at random and improves again, from the worst so far.
  void kick() {
    Random random(0, kick_stream);
    for (int round = 0; round < kicks && !done(); ++round) {
      // The same for every order of the same set.
      Strike next = worst_;
      std::ranges::sort(next.deleted);
      Items survivors = difference(game_.set(), next.deleted);
      std::ranges::sort(survivors);
      const std::size_t size = std::min({kick_size, next.deleted.size(), survivors.size()});
      for (std::size_t i = 0; i < size; ++i) {
        std::swap(next.deleted[random.below(next.deleted.size())],
                  survivors[random.below(survivors.size())]);
      }
      improve(std::move(next));
    }
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

Strike strong_attack(Game& game, Item tau, double enough) {
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
