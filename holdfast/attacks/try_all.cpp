#include "holdfast/attacks/try_all.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {
namespace {

/// Up to this many deletions, trying all is faster than branch and bound.
constexpr double deletions_to_try = 2000;
/// Beyond, branch and bound is faster if it makes at least this many nodes per second.
constexpr std::int64_t quick_nodes = 500;

/// Depth-first over the subsets in lexicographic order of ascending items, so that the first of
/// several equally bad deletions is the one with the lowest items.
class Search {
 public:
  Search(const State& state, Item tau)
      : scale_(state.value()), tau_(static_cast<std::size_t>(tau)), members_(state.items()) {
    std::sort(members_.begin(), members_.end());
  }

  void visit(const State& at, std::size_t first) {
    at.run().check_stop();
    if (deleted_.size() + 1 == tau_) {
      finish(at, first);
      return;
    }
    const std::size_t still_needed = tau_ - deleted_.size();
    for (std::size_t i = first; i + still_needed <= members_.size(); ++i) {
      const auto child = at.clone();
      child->remove(members_[i]);
      deleted_.push_back(members_[i]);
      visit(*child, i + 1);
      deleted_.pop_back();
    }
  }

  Items worst;
  double worst_value = std::numeric_limits<double>::infinity();
  std::int64_t evaluations = 0;

 private:
  /// The last deletion: one call gives the losses of all members.
  void finish(const State& at, std::size_t first) {
    const auto last = at.clone();
    const double value = last->value();
    const auto losses = last->losses();
    evaluations += last->evaluations() - at.evaluations();
    Items allowed;
    std::vector<double> allowed_losses;
    for (std::size_t i = 0; i < losses.size(); ++i) {
      const Item item = last->items()[i];
      if (first == members_.size() || item < members_[first]) continue;
      allowed.push_back(item);
      allowed_losses.push_back(losses[i]);
    }
    if (allowed.empty()) return;
    const Scored best = largest_scores(allowed, allowed_losses, 1, scale_).front();
    const double left = value - best.score;
    if (left < worst_value - TieRule::width(worst.empty() ? 0.0 : worst_value, scale_)) {
      worst_value = left;
      worst = deleted_;
      worst.push_back(best.item);
    }
  }

  double scale_;
  std::size_t tau_;
  Items members_;
  Items deleted_;
};

}  // namespace

double count_deletions(std::size_t members, Item tau) {
  double count = 1.0;
  for (Item i = 1; i <= tau; ++i)
    count = count * static_cast<double>(members - static_cast<std::size_t>(tau - i)) / i;
  return std::round(count);
}

Deletion try_all(const State& state, Item tau) {
  Search search(state, tau);
  search.visit(state, 0);
  Deletion worst;
  worst.items = std::move(search.worst);
  worst.value = search.worst_value;
  worst.adversary = "exact";
  worst.proven = true;
  worst.evaluations = search.evaluations;
  return worst;
}

Deletion settle(const State& state, Item tau) {
  const auto game = game_at(state);
  if (auto all = game->try_all(tau)) {
    all->evaluations = game->evaluations();
    all->adversary = "exact";
    return *std::move(all);
  }
  const bool few = count_deletions(state.size(), tau) <= deletions_to_try;
  if (few || game->nodes_per_second() < quick_nodes) return try_all(state, tau);
  Deletion worst = game->prove(strong_attack(*game, tau), std::numeric_limits<std::int64_t>::max());
  worst.evaluations = game->evaluations();
  worst.adversary = "exact";
  return worst;
}

}  // namespace holdfast
