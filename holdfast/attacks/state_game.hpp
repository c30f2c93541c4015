#pragma once

#include <memory>

#include "holdfast/attacks/game.hpp"

namespace holdfast {

/// The game of any monotone objective, played through its States.
class HOLDFAST_EXPORT StateGame : public Game {
 public:
  /// At the empty set. The objective and the run must outlive it.
  StateGame(const Objective& objective, const Run& run);
  /// At the State's own set.
  explicit StateGame(const State& state);

  void move_to(std::span<const Item> set) override;
  double value_without(std::span<const Item> deleted) override;
  void begin_deleting(Item most, const Swap* swap = nullptr) override;
  bool remove(Item item) override;
  Item remove_worst() override;
  std::pair<Item, Item> worst_pair() override;
  double left() const override { return cursor_->value(); }
  void begin_growing(Item most) override;
  void keep(Item item) override;
  Item keep_least() override;
  double kept() const override { return cursor_->value(); }
  Exchange best_exchange(std::span<const Item> deleted) override;
  std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                          double floor) override;
  Deletion prove(const Deletion& known, std::int64_t most_nodes) override;
  std::int64_t nodes_per_second() const override;
  std::unique_ptr<Game> sibling(const Run& run) const override;

 private:
  std::unique_ptr<State> without(std::span<const Item> deleted) const;
  /// Queries a State and counts its evaluations.
  template <class Question>
  auto ask(State& state, const Question& question) {
    run_.check_stop();
    const std::int64_t before = state.evaluations();
    auto answer = question(state);
    count_evaluations(state.evaluations() - before);
    return answer;
  }

  std::unique_ptr<State> state_;   ///< at S
  std::unique_ptr<State> cursor_;  ///< at what is left, or at what is kept
  Items not_kept_;
};

}  // namespace holdfast
