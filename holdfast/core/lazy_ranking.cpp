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

/// What a gain must reach to be, or to tie with, one of the `count` largest of `exact`. Rounding
/// may lift a gain slightly above its bound; twice the width of a tie covers that.
double bar_of(std::vector<Scored>& exact, std::size_t count, double scale) {
  if (exact.size() < count) return -unknown;
  const auto last_winner = exact.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::nth_element(exact.begin(), last_winner, exact.end(),
                   [](const Scored& a, const Scored& b) { return lower_score(b, a); });
  return last_winner->score - 2 * TieRule::width(last_winner->score, scale);
}

/// Takes up to `count` items with a bound of `bar` or more from a heap with the largest on top.
Items pop_from(std::vector<Scored>& heap, std::size_t count, double bar) {
  Items batch;
  while (!heap.empty() && batch.size() < count && heap.front().score >= bar) {
    std::pop_heap(heap.begin(), heap.end(), lower_score);
    batch.push_back(heap.back().item);
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
  double bar = bar_of(exact, count, scale);
  std::vector<Scored> heap;
  for (const Item item : candidates) {
    const double bound = bounds_[slot_of(item)];
    if (bound >= bar && !evaluated[slot_of(item)]) heap.push_back({item, bound});
  }
  std::make_heap(heap.begin(), heap.end(), lower_score);
  for (std::size_t batch_size = 2;; batch_size *= 2) {
    const Items batch = pop_from(heap, batch_size, bar);
    if (batch.empty()) break;
    evaluate(batch);
    bar = bar_of(exact, count, scale);
  }
  expected_ = exact.size() - news;
  return largest_scores(std::move(exact), count, scale);
}

}  // namespace holdfast
