#include "holdfast/attacks/block_game.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "holdfast/attacks/block_set.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/linalg/block_elimination.hpp"

namespace holdfast {
namespace {

using Eigen::Index;
using Places = BlockPool::Places;

/// An exchange must lower f by more than this share of f(S). Otherwise rounding could make it
/// cycle.
constexpr double least_block_progress = 1e-11;

class BlockGame final : public Game {
 public:
  BlockGame(const Objective& objective, const Run& run, std::shared_ptr<const BlockPool> pool)
      : Game(objective, run), pool_(std::move(pool)) {}

  std::unique_ptr<Game> sibling() const override {
    return std::make_unique<BlockGame>(objective_, run_, pool_);
  }

  void move_to(std::span<const Item> set) override {
    set_.assign(set.begin(), set.end());
    at_ = BlockSet(*pool_, places_of(set));
    around_ = {};
    grown_for_.reset();
  }

  double value_without(std::span<const Item> deleted) override {
    if (at_.sound) {
      const BlockSet left(*pool_, survivors_of(deleted));
      if (left.sound) return left.value;
    }
    return through_states().value_without(deleted);
  }

  void begin_deleting(Item most, const Swap* swap) override {
    instead_ = nullptr;
    present_ = set_;
    start_value_ = at_.value;
    if (at_.sound) steps_.begin(at_.p, at_.w, at_.offsets);
    if (at_.sound && (!swap || precede_by(*swap))) return;
    instead_ = &through_states();
    instead_->begin_deleting(most, swap);
  }

  bool remove(Item item) override {
    if (instead_) return instead_->remove(item);
    const Index block = block_of(item);
    if (block < 0 || steps_.is_gone(block)) return false;
    eliminate(block);
    return true;
  }

  Item remove_worst() override {
    if (instead_) return instead_->remove_worst();
    const Index block = best_block([](double worth, double best) { return worth > best; });
    eliminate(block);
    return present_[static_cast<std::size_t>(block)];
  }

  std::pair<Item, Item> worst_pair() override {
    if (instead_) return instead_->worst_pair();
    std::pair<Item, Item> pair{-1, -1};
    double largest = -1.0;
    for (Index a = 0; a < steps_.blocks(); ++a) {
      if (steps_.is_gone(a)) continue;
      for (Index b = a + 1; b < steps_.blocks(); ++b) {
        if (steps_.is_gone(b)) continue;
        count_evaluations(1);
        const double worth = steps_.worth(a, b);
        if (!(worth > largest)) continue;
        largest = worth;
        pair = {present_[static_cast<std::size_t>(a)], present_[static_cast<std::size_t>(b)]};
      }
    }
    return pair;
  }

  double left() const override {
    return instead_ ? instead_->left() : std::max(0.0, start_value_ - steps_.total());
  }

  void begin_growing(Item most) override {
    instead_ = at_.sound ? nullptr : &through_states();
    if (instead_) return instead_->begin_growing(most);
    if (!grown_for_) {
      grown_for_.emplace(pool_->a(at_.columns, at_.columns), pool_->b(at_.columns, Eigen::all));
    }
    present_ = set_;
    steps_.begin(grown_for_->first, grown_for_->second, at_.offsets);
  }

  void keep(Item item) override {
    if (instead_) return instead_->keep(item);
    eliminate(block_of(item));
  }

  Item keep_least() override {
    if (instead_) return instead_->keep_least();
    const Index block = best_block([](double worth, double best) { return worth < best; });
    eliminate(block);
    return present_[static_cast<std::size_t>(block)];
  }

  double kept() const override { return instead_ ? instead_->kept() : steps_.total(); }

  Exchange best_exchange(std::span<const Item> deleted) override {
    if (!at_.sound) return through_states().best_exchange(deleted);
    const BlockSet left(*pool_, survivors_of(deleted));
    if (!left.sound) return through_states().best_exchange(deleted);
    Exchange best{left.value};
    double least = left.value - least_block_progress * at_.value;
    const BlockOutlook outlook(*pool_, left, places_of(deleted));
    for (Index e = 0; e < std::ssize(deleted); ++e) {
      for (Index s = 0; s < left.size(); ++s) {
        count_evaluations(1);
        const double value = outlook.after_swap(left, s, e);
        if (!(value < least)) continue;
        least = value;
        best.spared = deleted[static_cast<std::size_t>(e)];
        best.taken = item(left.members[static_cast<std::size_t>(s)]);
      }
    }
    return best;
  }

  std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                          double floor) override {
    const BlockSet left(*pool_, survivors_of(deleted));
    if (!at_.sound || !left.sound) return through_states().swaps(deleted, candidates, floor);
    const Places outside = places_of(difference(candidates, set_));
    const BlockOutlook outlook(*pool_, left, outside);
    std::vector<Swap> found;
    for (Index j = 0; j < std::ssize(outside); ++j) {
      run_.check_stop();
      count_evaluations(left.size());
      for (Index s = 0; s < left.size(); ++s) {
        const double bound = outlook.after_swap(left, s, j);
        if (!(bound > floor)) continue;
        found.push_back({item(left.members[static_cast<std::size_t>(s)]),
                         item(outside[static_cast<std::size_t>(j)]), bound});
      }
    }
    std::ranges::sort(found, [](const Swap& a, const Swap& b) {
      return std::tie(b.bound, a.out, a.in) < std::tie(a.bound, b.out, b.in);
    });
    around_ = BlockOutlook(*pool_, at_, outside);
    return found;
  }

  Deletion prove(const Deletion& known, std::int64_t most_nodes) override {
    return through_states().prove(known, most_nodes);
  }

 private:
  Item item(BlockPool::Place place) const { return pool_->items[static_cast<std::size_t>(place)]; }

  Places places_of(std::span<const Item> items) const {
    Places places;
    places.reserve(items.size());
    for (const Item item : items) places.push_back(pool_->place(item));
    return places;
  }
  Places survivors_of(std::span<const Item> deleted) const {
    return places_of(difference(set_, deleted));
  }

  /// The block of an item, or -1 if the item is not present.
  Index block_of(Item item) const {
    const auto found = std::ranges::find(present_, item);
    return found == present_.end() ? -1 : found - present_.begin();
  }

  template <class Better>
  Index best_block(const Better& better) {
    Index best = -1;
    double best_worth = 0.0;
    for (Index block = 0; block < steps_.blocks(); ++block) {
      if (steps_.is_gone(block)) continue;
      const double worth = steps_.worth(block);
      if (best >= 0 && !better(worth, best_worth)) continue;
      best = block;
      best_worth = worth;
    }
    return best;
  }

  void eliminate(Index block) {
    steps_.eliminate(block);
    count_evaluations(at_.size());
  }

  /// Applies the swap before the first deletion. False if the incoming item is not in the outlook,
  /// or adds no direction.
  bool precede_by(const Swap& swap) {
    const auto known = std::ranges::find(around_.candidates, pool_->place(swap.in));
    if (known == around_.candidates.end()) return false;
    const Index leaving = block_of(swap.out);
    const BlockView view = around_.after_leaving(at_, leaving, known - around_.candidates.begin());
    if (!adds_directions(Eigen::LLT<Eigen::MatrixXd>(view.rest))) return false;
    steps_.eliminate(leaving);
    steps_.join(view.v, view.rest, view.open);
    present_[static_cast<std::size_t>(leaving)] = -1;
    present_.push_back(swap.in);
    return true;
  }

  StateGame& through_states() {
    if (!slow_) slow_ = std::make_unique<StateGame>(objective_, run_);
    if (slow_->set() != set_) slow_->move_to(set_);
    return *slow_;
  }

  std::shared_ptr<const BlockPool> pool_;
  BlockSet at_;
  BlockOutlook around_;  ///< of S, for the candidates of the last query
  linalg::BlockElimination steps_;
  Items present_;  ///< the item of each block of steps_; -1 where a swap removed it
  double start_value_ = 0.0;
  std::optional<std::pair<Eigen::MatrixXd, Eigen::MatrixXd>> grown_for_;  ///< A and B of S
  std::unique_ptr<StateGame> slow_;
  StateGame* instead_ = nullptr;  ///< plays instead where the matrices are singular
};

}  // namespace

std::unique_ptr<Game> make_block_game(const Objective& objective, const TraceOracle& oracle,
                                      std::span<const Items> blocks, const Run& run,
                                      std::span<const Item> pool) {
  return std::make_unique<BlockGame>(objective, run,
                                     std::make_shared<const BlockPool>(oracle, blocks, pool));
}

}  // namespace holdfast
