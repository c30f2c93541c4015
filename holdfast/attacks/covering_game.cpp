#include "holdfast/attacks/covering_game.hpp"

#include <limits>
#include <utility>

#include "holdfast/attacks/moves.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// Nodes of the branch and bound in a search. Few problems need more.
constexpr std::int64_t nodes_in_search = 8;

/// What the row loses if `first`, its first survivor, is deleted too.
double next_loss(std::span<const CoveringRows::Drop> row, std::size_t first,
                 std::span<const char> deleted) {
  double loss = row[first].loss;
  for (std::size_t d = first + 1; d < row.size() && deleted[row[d].member] != 0; ++d)
    loss += row[d].loss;
  return loss;
}

/// What is lost by the deletion, and adds for each other member what its deletion would add.
double losses(const CoveringRows& rows, std::span<const char> deleted, std::span<double> further) {
  double lost = 0.0;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows.row(i);
    std::size_t d = 0;
    for (; d < row.size() && deleted[row[d].member] != 0; ++d) lost += row[d].loss;
    if (d < row.size()) further[row[d].member] += next_loss(row, d, deleted);
  }
  return lost;
}

}  // namespace

void CoveringGame::move_to(std::span<const Item> set) {
  StateGame::move_to(set);
  rows_.reset();
}

const CoveringRows& CoveringGame::rows_for(std::size_t tau) {
  if (!rows_ || rows_tau_ != tau) {
    rows_.emplace(structure_, blocks_, set_, static_cast<Item>(tau));
    rows_tau_ = tau;
    intact_ = value_without({});
  }
  return *rows_;
}

std::vector<char> CoveringGame::marked(std::span<const Item> deleted) const {
  std::vector<char> marks(set_.size(), 0);
  for (std::size_t m = 0; m < set_.size(); ++m) marks[m] = holds(deleted, set_[m]) ? 1 : 0;
  return marks;
}

Exchange CoveringGame::best_exchange(std::span<const Item> deleted) {
  const CoveringRows& rows = rows_for(deleted.size());
  std::vector<char> marks = marked(deleted);
  std::vector<double> further(set_.size());
  const double loss = rows.loss(marks);
  double most = loss + TieRule::width(intact_, intact_);
  Exchange best{intact_ - loss};
  for (std::size_t spared = 0; spared < set_.size(); ++spared) {
    if (!holds(deleted, set_[spared])) continue;
    marks[spared] = 0;
    std::ranges::fill(further, 0.0);
    const double lost = losses(rows, marks, further);
    count_evaluations(std::ssize(set_) - std::ssize(deleted));
    for (std::size_t taken = 0; taken < set_.size(); ++taken) {
      if (marks[taken] != 0 || !(lost + further[taken] > most)) continue;
      most = lost + further[taken];
      best.spared = set_[spared];
      best.taken = set_[taken];
    }
    marks[spared] = 1;
  }
  return best;
}

Deletion CoveringGame::prove(const Deletion& known, std::int64_t most_nodes) {
  const std::size_t tau = known.items.size();
  CoveringBranchAndBound search(rows_for(tau), tau, intact_, run_);
  search.know(marked(known.items));
  // Up to two deletions are always settled.
  search.run(tau <= 2 ? std::numeric_limits<std::int64_t>::max() : most_nodes);
  count_evaluations(search.nodes());
  Deletion worst = known;
  if (search.worst() != marked(known.items)) {
    worst.items.clear();
    for (std::size_t m = 0; m < set_.size(); ++m) {
      if (search.worst()[m] != 0) worst.items.push_back(set_[m]);
    }
    worst.value = intact_ - search.loss();
  }
  worst.proven = search.complete();
  worst.at_least = worst.proven ? worst.value : std::max(0.0, intact_ - search.most_lost());
  return worst;
}

std::optional<Deletion> CoveringGame::search_by_model(const Deletion& from, double stop_below,
                                                      Effort /*effort*/) {
  Deletion worst = prove(improve_by_exchanges(*this, from), nodes_in_search);
  count_attack();
  if (worst.proven || worst.value <= stop_below) return worst;
  return improve_by_exchanges(*this, std::move(worst));
}

}  // namespace holdfast
