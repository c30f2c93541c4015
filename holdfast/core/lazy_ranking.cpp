#include "holdfast/core/lazy_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();
/// Items whose largest bound is kept together, where there are so many items that it pays.
constexpr std::size_t block_size = 256;
constexpr std::size_t least_for_blocks = std::size_t{1} << 14U;

std::size_t slot_of(Item item) { return static_cast<std::size_t>(item); }

bool lower_score(const Scored& a, const Scored& b) {
  return a.score != b.score ? a.score < b.score : a.item > b.item;
}

bool higher_bound(const Scored& a, const Scored& b) { return lower_score(b, a); }

bool is_among(std::span<const Item> ascending, Item item) {
  return std::ranges::binary_search(ascending, item);
}

}  // namespace

/// What a bound must reach for its item to be evaluated.
class LazyRanking::Bar {
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

namespace {

/// Takes up to `count` items that may win from a heap with the largest bound on top.
Items pop_from(std::vector<Scored>& heap, std::size_t count, const auto& bar) {
  Items batch;
  while (!heap.empty() && batch.size() < count && bar.is_met_by(heap.front().score)) {
    std::pop_heap(heap.begin(), heap.end(), lower_score);
    if (bar.may_be_won_by(heap.back())) batch.push_back(heap.back().item);
    heap.pop_back();
  }
  return batch;
}

}  // namespace

void LazyRanking::forget() {
  bounds_.clear();
  tops_.clear();
}

void LazyRanking::learn(std::span<const Item> items, std::span<const double> gains) {
  for (std::size_t i = 0; i < items.size(); ++i) bounds_[slot_of(items[i])] = gains[i];
  if (tops_.empty()) return;
  std::size_t done = tops_.size();
  for (const Item item : items) {
    const std::size_t block = slot_of(item) / block_size;
    if (block == done) continue;
    done = block;
    const auto of_block = std::span(bounds_).subspan(block * block_size);
    tops_[block] = std::ranges::max(of_block.first(std::min(block_size, of_block.size())));
  }
}

/// All candidates without a bound; if there are none, the `count` of largest bound.
Items LazyRanking::first_batch(std::span<const Item> candidates, std::size_t count,
                               bool by_blocks) const {
  Items first;
  if (by_blocks) {
    first = of_largest_bound(candidates, count);
  } else {
    first.resize(std::min(count, candidates.size()));
    std::partial_sort_copy(
        candidates.begin(), candidates.end(), first.begin(), first.end(), [this](Item a, Item b) {
          return higher_bound({a, bounds_[slot_of(a)]}, {b, bounds_[slot_of(b)]});
        });
  }
  if (bounds_[slot_of(first.front())] != unknown) return first;
  first.clear();
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(first),
               [this](Item item) { return bounds_[slot_of(item)] == unknown; });
  return first;
}

/// The candidates of largest bound, best first. Looks into the blocks of largest top
/// until no other can hold one of them.
Items LazyRanking::of_largest_bound(std::span<const Item> candidates, std::size_t count) const {
  std::vector<Scored> blocks(tops_.size());  // as their first items
  for (std::size_t b = 0; b < blocks.size(); ++b)
    blocks[b] = {static_cast<Item>(b * block_size), tops_[b]};
  std::make_heap(blocks.begin(), blocks.end(), lower_score);
  std::vector<Scored> best;  // a heap with the smallest on top
  while (!blocks.empty()) {
    const auto [begin, top] = blocks.front();
    if (best.size() == count && !higher_bound({begin, top}, best.front())) break;
    std::pop_heap(blocks.begin(), blocks.end(), lower_score);
    blocks.pop_back();
    const std::size_t end = std::min(slot_of(begin) + block_size, bounds_.size());
    for (std::size_t i = slot_of(begin); i < end; ++i) {
      const Scored bound{static_cast<Item>(i), bounds_[i]};
      if (best.size() == count && !higher_bound(bound, best.front())) continue;
      if (!is_among(candidates, bound.item)) continue;
      if (best.size() == count) {
        std::pop_heap(best.begin(), best.end(), higher_bound);
        best.pop_back();
      }
      best.push_back(bound);
      std::push_heap(best.begin(), best.end(), higher_bound);
    }
  }
  std::sort_heap(best.begin(), best.end(), higher_bound);
  Items items(best.size());
  std::ranges::transform(best, items.begin(), &Scored::item);
  return items;
}

/// The candidates that may win, with their bounds.
std::vector<Scored> LazyRanking::reaching(std::span<const Item> candidates, const Bar& bar,
                                          bool by_blocks) const {
  std::vector<Scored> found;
  const auto look_at = [&](Item item) {
    const Scored bound{item, bounds_[slot_of(item)]};
    if (bar.may_be_won_by(bound) && (!by_blocks || is_among(candidates, item)))
      found.push_back(bound);
  };
  if (!by_blocks) {
    std::ranges::for_each(candidates, look_at);
    return found;
  }
  for (std::size_t b = 0; b < tops_.size(); ++b) {
    const std::size_t begin = b * block_size;
    if (!bar.may_be_won_by({static_cast<Item>(begin), tops_[b]})) continue;
    const std::size_t end = std::min(begin + block_size, bounds_.size());
    for (std::size_t i = begin; i < end; ++i) look_at(static_cast<Item>(i));
  }
  return found;
}

std::vector<Scored> LazyRanking::largest(std::span<const Item> candidates, std::size_t count,
                                         double scale, std::size_t size, const Gains& gains,
                                         bool ascending) {
  if (candidates.empty() || count == 0) return {};
  bounds_.resize(size, unknown);
  if (size >= least_for_blocks) tops_.resize((size + block_size - 1) / block_size, unknown);
  // Blocks tell nothing of a small part of the items.
  const bool by_blocks = !tops_.empty() && candidates.size() >= size - size / 64 &&
                         (ascending || is_ascending(candidates));
  std::vector<Scored> exact;
  std::vector<bool> evaluated(size, false);
  const auto evaluate = [&](const Items& batch) {
    const auto batch_gains = gains(batch);
    learn(batch, batch_gains);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      evaluated[slot_of(batch[i])] = true;
      exact.push_back({batch[i], batch_gains[i]});
    }
  };

  // The candidates of largest bound set a bar that most others cannot reach; only those that can go
  // into the heap. The previous call tells how many to expect. Batches grow, so that threads have
  // work to share in a long search.
  const Items first = first_batch(candidates, std::max(count, expected_ / 2), by_blocks);
  const std::size_t news = bounds_[slot_of(first.front())] == unknown ? first.size() : 0;
  evaluate(first);
  Bar bar(count, scale);
  bar.raise(exact);
  std::vector<Scored> heap = reaching(candidates, bar, by_blocks);
  std::erase_if(heap, [&](const Scored& bound) { return evaluated[slot_of(bound.item)]; });
  std::make_heap(heap.begin(), heap.end(), lower_score);
  for (std::size_t batch_size = 2;; batch_size *= 2) {
    const Items batch = pop_from(heap, batch_size, bar);
    if (batch.empty()) break;
    evaluate(batch);
    bar.raise(exact);
  }
  expected_ = exact.size() - news;
  std::erase_if(exact, [&](const Scored& one) {
    return std::isfinite(one.score) && !bar.is_met_by(one.score);
  });
  return largest_scores(std::move(exact), count, scale);
}

}  // namespace holdfast
