#include "holdfast/core/lazy_ranking.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

std::size_t slot_of(Item item) { return static_cast<std::size_t>(item); }

bool lower_score(const Scored& a, const Scored& b) {
  return a.score != b.score ? a.score < b.score : a.item > b.item;
}

/// What a bound must reach for its item to be evaluated.
class Bar {
 public:
  Bar(std::size_t count, double scale) : count_(count), scale_(scale) {}

  /// After the exact gains have grown in number. Rounding may lift a gain slightly above its bound;
  /// twice the width of a tie covers that.
  void raise(std::vector<Scored>& exact) {
    if (exact.size() < count_) return;
    const auto last_winner = exact.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(exact.begin(), last_winner, exact.end(),
                     [](const Scored& a, const Scored& b) { return lower_score(b, a); });
    const double width = TieRule::width(last_winner->score, scale_);
    least_ = last_winner->score - 2 * width;
    if (count_ == 1) find_leader(exact, last_winner->score, width);
  }

  bool is_met_by(double bound) const { return bound >= least_; }
  /// False also for an item that can only tie with the leader, and comes after it.
  bool may_be_won_by(const Scored& bound) const {
    return is_met_by(bound.score) && (bound.item < leader_.item || bound.score > leader_.score);
  }

 private:
  /// The lowest item that is tied with the largest gain, and remains so if rounding lifts another.
  void find_leader(const std::vector<Scored>& exact, double largest, double width) {
    leader_ = {std::numeric_limits<Item>::max(), largest};
    for (const auto& [item, gain] : exact) {
      if (gain >= largest - width / 2) leader_.item = std::min(leader_.item, item);
    }
  }

  std::size_t count_;
  double scale_;
  double least_ = -unknown;
  Scored leader_{std::numeric_limits<Item>::max(), unknown};  // if one winner is wanted
};

/// Takes up to `count` items that may win from a heap with the largest bound on top.
Items pop_from(std::vector<Scored>& heap, std::size_t count, const Bar& bar) {
  Items batch;
  while (!heap.empty() && batch.size() < count && bar.is_met_by(heap.front().score)) {
    std::pop_heap(heap.begin(), heap.end(), lower_score);
    if (bar.may_be_won_by(heap.back())) batch.push_back(heap.back().item);
    heap.pop_back();
  }
  return batch;
}

}  // namespace

/// All candidates without a bound; if there are none, the `count` of largest bound.
Items LazyRanking::first_batch(std::span<const Item> candidates, std::size_t count) const {
  Items first(std::min(count, candidates.size()));
  std::partial_sort_copy(candidates.begin(), candidates.end(), first.begin(), first.end(),
                         [this](Item a, Item b) {
                           return bounds_[slot_of(a)] != bounds_[slot_of(b)]
                                      ? bounds_[slot_of(a)] > bounds_[slot_of(b)]
                                      : a < b;
                         });
  if (bounds_[slot_of(first.front())] != unknown) return first;
  first.clear();
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(first),
               [this](Item item) { return bounds_[slot_of(item)] == unknown; });
  return first;
}

std::vector<Scored> LazyRanking::largest(std::span<const Item> candidates, std::size_t count,
                                         double scale, std::size_t size, const Gains& gains) {
  if (candidates.empty() || count == 0) return {};
  bounds_.resize(size, unknown);
  std::vector<Scored> exact;
  std::vector<bool> evaluated(size, false);
  const auto evaluate = [&](const Items& batch) {
    const auto batch_gains = gains(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      bounds_[slot_of(batch[i])] = batch_gains[i];
      evaluated[slot_of(batch[i])] = true;
      exact.push_back({batch[i], batch_gains[i]});
    }
  };

  // The candidates of largest bound set a bar that most others cannot reach; only those that can go
  // into the heap. The previous call tells how many to expect. Batches grow, so that threads have
  // work to share in a long search.
  const Items first = first_batch(candidates, std::max(count, expected_ / 2));
  const std::size_t news = bounds_[slot_of(first.front())] == unknown ? first.size() : 0;
  evaluate(first);
  Bar bar(count, scale);
  bar.raise(exact);
  std::vector<Scored> heap;
  for (const Item item : candidates) {
    const Scored bound{item, bounds_[slot_of(item)]};
    if (bar.may_be_won_by(bound) && !evaluated[slot_of(item)]) heap.push_back(bound);
  }
  std::make_heap(heap.begin(), heap.end(), lower_score);
  for (std::size_t batch_size = 2;; batch_size *= 2) {
    const Items batch = pop_from(heap, batch_size, bar);
    if (batch.empty()) break;
    evaluate(batch);
    bar.raise(exact);
  }
  expected_ = exact.size() - news;
  return largest_scores(std::move(exact), count, scale);
}

}  // namespace holdfast
