#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "holdfast/attacks/covering_branch_and_bound.hpp"
#include "holdfast/attacks/covering_rows.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/core/covering_structure.hpp"

namespace holdfast {

/// The game of a covering objective: single moves go through States; exchanges, the search and the
/// proof look at what each row loses.
class CoveringGame final : public StateGame {
 public:
  /// `blocks` are the columns of each item; empty: item i is column i. The objective, the structure
  /// and the run must outlive the game.
  CoveringGame(const Objective& objective, const CoveringStructure& structure,
               std::span<const Items> blocks, const Run& run)
      : StateGame(objective, run), structure_(structure), blocks_(blocks) {}

  void move_to(std::span<const Item> set) override;
  Exchange best_exchange(std::span<const Item> deleted) override;
  Deletion prove(const Deletion& known, std::int64_t most_nodes) override;
  std::int64_t nodes_per_second() const override { return 4'000; }
  /// The first few nodes of the branch and bound, then exchanges.
  std::optional<Deletion> search_by_model(const Deletion& from, double stop_below,
                                          Effort effort) override;

 private:
  const CoveringRows& rows_for(std::size_t tau);
  std::vector<char> marked(std::span<const Item> deleted) const;

  const CoveringStructure& structure_;
  std::span<const Items> blocks_;
  std::optional<CoveringRows> rows_;  ///< of the present set
  std::size_t rows_tau_ = 0;
  double intact_ = 0.0;  ///< f(S), once rows_ are there
};

}  // namespace holdfast
