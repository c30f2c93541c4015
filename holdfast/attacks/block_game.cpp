#include "holdfast/attacks/block_game.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/attacks/block_set.hpp"
#include "holdfast/attacks/matrix_game.hpp"
#include "holdfast/linalg/block_elimination.hpp"

namespace holdfast {
namespace {

class BlockGame final : public MatrixGame<BlockPool, BlockSet, BlockOutlook> {
 public:
  BlockGame(const Objective& objective, const Run& run, std::shared_ptr<const BlockPool> pool)
      : MatrixGame(objective, run, std::move(pool)) {}

  std::unique_ptr<Game> sibling(const Run& run) const override {
    return std::make_unique<BlockGame>(objective_, run, pool_);
  }

  void move_to(std::span<const Item> set) override {
    enter(set);
    around_ = {};
    grown_for_.reset();
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
      grown_for_.emplace(pool_->a(at_.columns, at_.columns),
                         pool_->b(at_.columns, Eigen::indexing::all));
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

  Deletion prove(const Deletion& known, std::int64_t most_nodes) override {
    return through_states().prove(known, most_nodes);
  }

  std::int64_t nodes_per_second() const override { return 40; }

 private:
  void look_around(Places candidates) override {
    around_ = BlockOutlook(*pool_, at_, std::move(candidates));
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

  BlockOutlook around_;  ///< of S, for the candidates of the last query
  linalg::BlockElimination steps_;
  Items present_;  ///< the item of each block of steps_; -1 where a swap removed it
  double start_value_ = 0.0;
  std::optional<std::pair<Eigen::MatrixXd, Eigen::MatrixXd>> grown_for_;  ///< A and B of S
};

}  // namespace

std::unique_ptr<Game> make_block_game(const Objective& objective, const TraceOracle& oracle,
                                      std::span<const Items> blocks, const Run& run,
                                      std::span<const Item> pool) {
  return std::make_unique<BlockGame>(
      objective, run, std::make_shared<const BlockPool>(oracle, blocks, pool, run.workers()));
}

}  // namespace holdfast
