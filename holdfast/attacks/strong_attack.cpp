#include "holdfast/attacks/strong_attack.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "holdfast/attacks/moves.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {
namespace {

constexpr std::size_t improved_growths = 4;
constexpr std::size_t improved_forced = 3;
/// Limits where attacks are slow.
constexpr std::size_t starts_if_slow = 32;
constexpr std::size_t improved_growths_if_slow = 2;
/// The number of random exchanges in one kick.
constexpr std::size_t kick_size = 5;
constexpr int kicks_if_quick = 12;
constexpr int kicks_if_thorough = 400;
/// Multiplications that growths may take after a search by a model.
constexpr double growth_work = 6e9;
constexpr std::uint64_t kick_stream = 7100;

/// The few worst deletions of many, without duplicates.
class Shortlist {
 public:
  explicit Shortlist(std::size_t most) : most_(most) {}

  /// A deletion that leaves this much or more is not kept.
  double bar() const {
    return best_.size() < most_ ? std::numeric_limits<double>::infinity() : best_.back().value;
  }
  void offer(Deletion deletion) {
    if (!(deletion.value < bar())) return;
    const bool known = std::ranges::any_of(
        best_, [&](const Deletion& other) { return same_items(other.items, deletion.items); });
    if (known) return;
    const auto place = std::ranges::upper_bound(best_, deletion.value, {}, &Deletion::value);
    best_.insert(place, std::move(deletion));
    if (best_.size() > most_) best_.pop_back();
  }
  const std::vector<Deletion>& deletions() const { return best_; }

 private:
  std::size_t most_;
  std::vector<Deletion> best_;
};

class Cascade {
 public:
  Cascade(Game& game, Item tau, double stop_below, Effort effort)
      : game_(game), tau_(tau), stop_below_(stop_below), thorough_(effort == Effort::thorough) {}

  Deletion run() {
    keep(greedy_min(game_, tau_, {}, stop_below_));
    if (done()) return worst_;
    if (search_by_model()) {
      if (thorough_ && !worst_.proven && growths_are_affordable()) grow_beside_the_model();
      return worst_;
    }
    improve(worst_);
    if (!done()) grow();
    if (!game_.is_quick()) return worst_;
    if (!done()) force_first();
    if (!done()) improve(pair_greedy(game_, tau_));
    kick();
    return worst_;
  }

 private:
  bool done() const { return worst_.value <= stop_below_; }

  bool search_by_model() {
    auto found =
        game_.search_by_model(worst_, stop_below_, thorough_ ? Effort::thorough : Effort::quick);
    if (!found) return false;
    if (found->value <= worst_.value) worst_ = std::move(*found);
    return true;
  }

  /// A fit that fails ends this, not the attack: the model has found a deletion.
  void grow_beside_the_model() {
    const double before = worst_.value;
    try {
      grow();
      force_first();
    } catch (const NumericFailure&) {
    }
    if (worst_.value < before) search_by_model();
  }

  bool growths_are_affordable() const {
    const auto members = static_cast<double>(game_.set().size());
    const double steps = static_cast<double>(starts().size()) * (members - tau_);
    return steps * members * game_.objective().gain_cost() <= growth_work;
  }

  void keep(Deletion deletion) {
    if (deletion.value < worst_.value) worst_ = std::move(deletion);
  }
  void improve(Deletion deletion) { keep(improve_by_exchanges(game_, std::move(deletion))); }
  void improve_all(const Shortlist& list) {
    for (const Deletion& deletion : list.deletions()) {
      if (done()) return;
      improve(deletion);
    }
  }

  /// All members, or, where attacks are slow, some of them, spread over the set: many growths end
  /// in the same survivors.
  Items starts() const {
    Items members = game_.set();
    if (game_.is_quick() || thorough_ || members.size() <= starts_if_slow) return members;
    std::ranges::sort(members);
    Items some;
    for (std::size_t i = 0; i < starts_if_slow; ++i) {
      some.push_back(members[i * members.size() / starts_if_slow]);
    }
    return some;
  }

  void grow() {
    Shortlist list(game_.is_quick() || thorough_ ? improved_growths : improved_growths_if_slow);
    VisitedSets visited;
    for (const Item first : starts()) {
      Deletion deletion = grow_min(game_, tau_, first, list.bar(), visited);
      const double value = deletion.value;
      list.offer(std::move(deletion));
      if (value <= stop_below_) break;
    }
    for (const Deletion& deletion : list.deletions()) keep(deletion);
    improve_all(list);
  }

  /// Makes random exchanges in the worst deletion so far and improves the result.
  void kick() {
    Random random(0, kick_stream);
    const int kicks = thorough_ ? kicks_if_thorough : kicks_if_quick;
    for (int round = 0; round < kicks && !done(); ++round) {
      // Sorted, so that the result does not depend on the order of the set.
      Deletion next = worst_;
      std::ranges::sort(next.items);
      Items survivors = difference(game_.set(), next.items);
      std::ranges::sort(survivors);
      const std::size_t size = std::min({kick_size, next.items.size(), survivors.size()});
      for (std::size_t i = 0; i < size; ++i) {
        std::swap(next.items[random.below(next.items.size())],
                  survivors[random.below(survivors.size())]);
      }
      improve(std::move(next));
    }
  }

  void force_first() {
    Shortlist list(improved_forced);
    for (const Item first : game_.set()) {
      Deletion deletion = greedy_min(game_, tau_, std::span(&first, 1), stop_below_);
      const double value = deletion.value;
      list.offer(std::move(deletion));
      if (value <= stop_below_) break;
    }
    for (const Deletion& deletion : list.deletions()) keep(deletion);
    improve_all(list);
  }

  Game& game_;
  Item tau_;
  double stop_below_;
  bool thorough_;
  Deletion worst_;
};

}  // namespace

Deletion strong_attack(Game& game, Item tau, double stop_below, Effort effort) {
  Deletion worst;
  if (tau <= 0) {
    worst.value = game.value_without({});
    worst.proven = true;
  } else if (static_cast<std::size_t>(tau) >= game.set().size()) {
    worst.items = game.set();
    worst.value = 0.0;
    worst.proven = true;
  } else {
    worst = Cascade(game, tau, stop_below, effort).run();
  }
  worst.adversary = "strong";
  return worst;
}

}  // namespace holdfast
