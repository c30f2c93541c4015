#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <tuple>
#include <utility>

#include "holdfast/attacks/state_game.hpp"

namespace holdfast {

/// What the games of trace forms share, whether an item is a column or a block of columns. Pool
/// holds the matrices, Set is a set as its members see it, Outlook how candidates look from a set.
///
/// A set whose matrix is singular, or nearly so, is not `sound` and is played through States.
template <class Pool, class Set, class Outlook>
class MatrixGame : public Game {
 public:
  double value_without(std::span<const Item> deleted) final {
    if (at_.sound) {
      const Set left = without(deleted);
      if (left.sound) return left.value;
    }
    return through_states().value_without(deleted);
  }

  Exchange best_exchange(std::span<const Item> deleted) final {
    if (!at_.sound) return through_states().best_exchange(deleted);
    const Set left = without(deleted);
    if (!left.sound) return through_states().best_exchange(deleted);
    Exchange best{left.value};
    double least = left.value - least_progress * at_.value;
    for_each_swap(left, Outlook(*pool_, left, places_of(deleted)),
                  [&](Item survivor, std::size_t e, double value) {
                    if (!(value < least)) return;
                    least = value;
                    best.spared = deleted[e];
                    best.taken = survivor;
                  });
    return best;
  }

  std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                          double floor) final {
    const Set left = without(deleted);
    if (!at_.sound || !left.sound) return through_states().swaps(deleted, candidates, floor);
    Items outside;
    std::ranges::copy_if(candidates, std::back_inserter(outside),
                         [&](Item candidate) { return local(candidate) < 0; });
    Places places = places_of(outside);
    std::vector<Swap> found;
    for_each_swap(left, Outlook(*pool_, left, places), [&](Item out, std::size_t j, double bound) {
      if (bound > floor) found.push_back({out, outside[j], bound});
    });
    std::ranges::sort(found, [](const Swap& a, const Swap& b) {
      return std::tie(b.bound, a.out, a.in) < std::tie(a.bound, b.out, b.in);
    });
    look_around(std::move(places));
    return found;
  }

 protected:
  using Index = Eigen::Index;
  using Places = typename Pool::Places;

  MatrixGame(const Objective& objective, const Run& run, std::shared_ptr<const Pool> pool)
      : Game(objective, run), pool_(std::move(pool)), where_(pool_->items.size(), -1) {}

  /// The present set becomes `set`.
  void enter(std::span<const Item> set) {
    set_.assign(set.begin(), set.end());
    for (const auto place : at_.members) where_[static_cast<std::size_t>(place)] = -1;
    at_ = Set(*pool_, places_of(set));
    for (std::size_t i = 0; i < set_.size(); ++i)
      where_[static_cast<std::size_t>(at_.members[i])] = static_cast<Index>(i);
  }

  /// Place of a member in the set; -1 if it is none.
  Index local(Item item) const {
    const auto place = pool_->place(item);
    return place < 0 ? -1 : where_[static_cast<std::size_t>(place)];
  }
  Item member(Index i) const { return set_[static_cast<std::size_t>(i)]; }

  StateGame& through_states() {
    if (!slow_) slow_ = std::make_unique<StateGame>(objective_, run_);
    if (slow_->set() != set_) slow_->move_to(set_);
    return *slow_;
  }

  std::shared_ptr<const Pool> pool_;
  Set at_;
  StateGame* instead_ = nullptr;  ///< deletes or grows where the matrices cannot

 private:
  /// An exchange must lower f by more than this share of f(S). Otherwise rounding could make it
  /// cycle.
  static constexpr double least_progress = 1e-11;

  /// The candidates of the last swaps() are the ones that may soon come in.
  virtual void look_around(Places candidates) = 0;

  Places places_of(std::span<const Item> items) const {
    Places places;
    places.reserve(items.size());
    for (const Item item : items) places.push_back(pool_->place(item));
    return places;
  }

  Set without(std::span<const Item> deleted) const {
    Places survivors;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (!holds(deleted, set_[i])) survivors.push_back(at_.members[i]);
    }
    return Set(*pool_, std::move(survivors));
  }

  /// visit(a member of the set, the number of a candidate, f(set - member + candidate)).
  template <class Visit>
  void for_each_swap(const Set& set, const Outlook& outlook, const Visit& visit) {
    const auto candidates = static_cast<Index>(outlook.candidates.size());
    count_evaluations(candidates * set.size());
    for (Index j = 0; j < candidates; ++j) {
      for (Index s = 0; s < set.size(); ++s) {
        const auto place = static_cast<std::size_t>(set.members[static_cast<std::size_t>(s)]);
        visit(pool_->items[place], static_cast<std::size_t>(j), outlook.after_swap(set, s, j));
      }
    }
  }

  std::vector<Index> where_;  ///< place in the pool -> place in the set, or -1
  std::unique_ptr<StateGame> slow_;
};

}  // namespace holdfast
