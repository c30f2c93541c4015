#pragma once

#include <memory>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// The game of any monotone objective, played through its States.
class HOLDFAST_EXPORT StateGame : public Game {
 public:
  /// The objective and the run must outlive it.
  StateGame(const Objective& objective, const Run& run);

  void move_to(std::span<const Item> set) override;
  bool is_quick() const override { return false; }
  std::unique_ptr<Game> sibling() const override;
  double value_without(std::span<const Item> deleted) override;
  Strike greedy_min(Item tau, std::span<const Item> forced, double enough) override;
  Strike grow_min(Item tau, Item first, double hopeless, VisitedSets& met) override;
  Strike pair_greedy(Item tau) override;
  Strike improve(Strike strike) override;
  std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                          double floor) override;
  Strike greedy_min_after(const Swap& swap, Item tau, std::span<const Item> forced,
                          double enough) override;
  Proof prove(Item tau, const Strike& known, std::int64_t most_nodes) override;

 protected:
  const Objective& objective_;
  const Run& run_;

 private:
  std::unique_ptr<State> without(std::span<const Item> deleted) const;
  Strike finish_greedily(std::unique_ptr<State> left, Items deleted, Item tau, double enough);
  void count(const State& state);

  std::unique_ptr<State> state_;
};

}  // namespace holdfast
