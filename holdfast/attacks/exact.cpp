#include "holdfast/attacks/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// Up to this many subsets, trying all is faster than branch and bound.
constexpr double subsets_to_try = 2000;
constexpr double rounding = 1e-9;

/// C(n, r) as a double: exact as far as it matters, possibly infinite beyond.
double subsets(std::size_t n, Item r) {
  double count = 1.0;
  for (Item i = 1; i <= r; ++i)
    count = count * static_cast<double>(n - static_cast<std::size_t>(r - i)) / i;
  return std::round(count);
}

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

Exact::Exact(std::int64_t most_nodes) : most_nodes_(most_nodes) {
  if (most_nodes < 1)
    throw std::invalid_argument(
        fmt::format("the limit on nodes must be 1 or more, got {}", most_nodes));
}

Deletion Exact::do_attack(const State& state, Item tau) const {
  Deletion worst;
  if (subsets(state.size(), tau) <= subsets_to_try) {
    Search search(state, tau);
    search.visit(state, 0);
    worst.items = std::move(search.worst);
    worst.proven = true;
    worst.evaluations = search.evaluations;
  } else {
    const auto game = game_at(state);
    worst = game->prove(strong_attack(*game, tau), most_nodes_);
    worst.adversary.clear();
    worst.evaluations = game->evaluations();
    // Without this margin, rounding could make the bound false.
    worst.at_least = std::max(0.0, worst.at_least - rounding * state.value());
  }
  worst.value = value_without(state, worst.items);
  worst.at_least = std::min(worst.at_least, worst.value);
  return worst;
}

}  // namespace holdfast
