#pragma once

#include "holdfast/attacks/state_game.hpp"
#include "holdfast/linalg/softmax_structure.hpp"

namespace holdfast {

/// The game of a class model: moves go through States, the search and the scan of swaps use
/// quadratic models.
class ClassGame final : public StateGame {
 public:
  /// `blocks` are the features of each item; empty: item i is feature i. The objective, the model
  /// and the run must outlive the game.
  ClassGame(const Objective& objective, const linalg::SoftmaxStructure& model,
            std::span<const Items> blocks, const Run& run)
      : StateGame(objective, run), model_(model), blocks_(blocks) {}

  /// The bounds are those of a model: only close to f.
  std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                          double floor) override;
  std::optional<Deletion> search_by_model(const Deletion& from, double stop_below,
                                          Effort effort) override;
  std::optional<Deletion> search_from_known(std::span<const Items> known,
                                            double stop_below) override;
  std::optional<Deletion> try_all(Item tau) override;

 private:
  std::optional<Deletion> search_from(std::span<const Items> known, double stop_below,
                                      Effort effort);
  std::size_t weights_of(std::span<const Item> items) const;

  const linalg::SoftmaxStructure& model_;
  std::span<const Items> blocks_;
};

}  // namespace holdfast
