#include "holdfast/algorithms/deletion_summary.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

constexpr std::uint64_t first_stream = 9000;
/// How many arrivals are looked at in one batch.
constexpr std::size_t block_size = 256;

/// The powers of 1 + epsilon, between which gains are told apart.
class PowerGrid {
 public:
  explicit PowerGrid(double epsilon) : ratio_(1.0 + epsilon) {}

  double at(int exponent) const { return std::pow(ratio_, exponent); }
  /// The largest exponent whose power is at most x > 0.
  int below(double x) const {
    int exponent = static_cast<int>(std::floor(std::log(x) / std::log(ratio_)));
    while (at(exponent) > x) --exponent;
    while (at(exponent + 1) <= x) ++exponent;
    return exponent;
  }
  /// The least exponent that a summary needs where the largest value is `largest`: the best k items
  /// are worth at least that, so half of their mean is not below it.
  int lowest(double largest, Item k) const {
    const double least = largest / (2.0 * ratio_ * std::max<Item>(1, k));
    const int exponent = below(least);
    return at(exponent) < least ? exponent + 1 : exponent;
  }

 private:
  double ratio_;
};

std::size_t capacity_of(const SummaryOptions& options) {
  return static_cast<std::size_t>(std::max(1.0, std::ceil(options.deletions / options.epsilon)));
}

void require_valid(const SummaryOptions& options) {
  require(options.k >= 0, "k must be 0 or more, got {}", options.k);
  require(options.deletions >= 0, "the number of deletions must be 0 or more, got {}",
          options.deletions);
  require(options.epsilon > 0.0 && options.epsilon <= 1.0,
          "epsilon must be above 0 and at most 1, got {}", options.epsilon);
}

/// Items by their value alone, the largest first, ties to the lowest.
std::vector<Scored> ranked_alone(const Objective& objective, std::span<const Item> items,
                                 const Run& run, std::int64_t& evaluations) {
  const auto state = objective.start(run);
  const auto gains = state->gains(items);
  evaluations += state->evaluations();
  return largest_scores(items, gains, items.size(), 0.0);
}

}  // namespace

Items Summary::items() const {
  Items all = largest;
  for (const Level& level : levels) {
    all.insert(all.end(), level.chosen.begin(), level.chosen.end());
    all.insert(all.end(), level.waiting.begin(), level.waiting.end());
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void Summary::merge(const Summary& other) {
  largest.insert(largest.end(), other.largest.begin(), other.largest.end());
  levels.insert(levels.end(), other.levels.begin(), other.levels.end());
}

Summary summarize_whole(const Objective& objective, Items items, const SummaryOptions& options,
                        const Constraints& constraints, Random random, const Run& run,
                        std::int64_t& evaluations) {
  require_valid(options);
  const std::size_t capacity = capacity_of(options);
  items = difference(items, constraints.must_not);
  std::ranges::sort(items);
  Summary summary;
  Items left;
  double next = 0.0;
  for (const Scored& one : ranked_alone(objective, items, run, evaluations)) {
    if (std::ssize(summary.largest) < options.deletions) {
      summary.largest.push_back(one.item);
    } else {
      next = std::max(next, one.score);
      left.push_back(one.item);
    }
  }
  if (!(next > 0.0) || options.k == 0) return summary;
  std::ranges::sort(left);
  const PowerGrid grid(options.epsilon);
  const auto state = objective.start(run);
  const auto allowed = [&](const Items& candidates) {
    if (constraints.kinds.empty()) return candidates;
    const Items may = allowed_after(constraints, objective.size(), options.k, state->items());
    Items both;
    std::ranges::set_intersection(candidates, may, std::back_inserter(both));
    return both;
  };
  const auto worth = [&](const Items& candidates, double threshold) {
    const auto gains = state->gains(candidates);
    Items kept;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (gains[i] >= threshold) kept.push_back(candidates[i]);
    }
    return kept;
  };
  // A matroid needs lower thresholds: what is below them adds up to epsilon of the best set.
  const int lowest = constraints.kinds.empty() ? grid.lowest(next, options.k)
                                               : grid.below(options.epsilon * next / options.k);
  for (int i = grid.below(next); i >= lowest; --i) {
    run.check_stop();
    const double threshold = grid.at(i);
    Items bucket = worth(allowed(left), threshold);
    while (bucket.size() >= capacity && std::ssize(state->items()) < options.k) {
      const Item drawn = bucket[random.below(bucket.size())];
      state->add(drawn);
      std::erase(left, drawn);
      std::erase(bucket, drawn);
      bucket = worth(allowed(bucket), threshold);
    }
    // Once A is full, the rest of its last bucket is not needed for the guarantee.
    if (bucket.size() >= capacity) bucket = random.sample(bucket, capacity);
    std::ranges::sort(bucket);
    left = difference(left, bucket);
    summary.levels.push_back({threshold, state->items(), bucket});
    if (std::ssize(state->items()) >= options.k) break;
  }
  evaluations += state->evaluations();
  return summary;
}

/// Where the numbers of the stream are in the objective of an update.
struct StreamSummary::View {
  const Objective& objective;
  std::span<const Item> numbers;
  const Run& run;

  Item item(Item number) const {
    return static_cast<Item>(std::ranges::lower_bound(numbers, number) - numbers.begin());
  }
  template <class Numbered>
  Items items(const Numbered& many) const {
    Items found;
    for (const auto& one : many) found.push_back(item(one.number));
    return found;
  }
};

StreamSummary::StreamSummary(const SummaryOptions& options, std::uint64_t seed)
    : options_(options), seed_(seed) {
  require_valid(options);
}

std::vector<StreamSummary::Arrival> StreamSummary::behind_the_largest(
    std::span<const Arrival> arrivals) {
  std::vector<Arrival> behind;
  for (const Arrival& arrival : arrivals) {
    const auto place =
        std::ranges::upper_bound(largest_, arrival.alone, std::greater<>(), &Arrival::alone);
    largest_.insert(place, arrival);
    if (std::ssize(largest_) <= options_.deletions) continue;
    behind.push_back(largest_.back());
    largest_.pop_back();
    next_largest_ = std::max(next_largest_, behind.back().alone);
  }
  return behind;
}

void StreamSummary::update(const Objective& objective, std::span<const Item> numbers,
                           std::size_t kept, const Run& run) {
  require(numbers.size() == static_cast<std::size_t>(objective.size()) && kept <= numbers.size() &&
              std::ranges::equal(this->kept(), numbers.first(kept)),
          "an update takes what is kept, and then what is new");
  const View view{objective, numbers, run};
  std::vector<Arrival> arrivals;
  for (const Item number : numbers.subspan(kept)) arrivals.push_back({number, 0.0});
  const auto state = objective.start(run);
  const auto alone = state->gains(view.items(arrivals));
  evaluations_ += state->evaluations();
  for (std::size_t i = 0; i < arrivals.size(); ++i) arrivals[i].alone = alone[i];
  const auto behind = behind_the_largest(arrivals);
  if (!(next_largest_ > 0.0) || options_.k == 0) return;
  const PowerGrid grid(options_.epsilon);
  const int lowest = grid.lowest(next_largest_, options_.k);
  levels_.erase(levels_.begin(), levels_.lower_bound(lowest));
  for (int i = lowest; i <= grid.below(next_largest_); ++i) {
    run.check_stop();
    // What came before this level began was worth less than its threshold by itself.
    const auto stream = first_stream + static_cast<std::uint64_t>(static_cast<std::int64_t>(i));
    Level& level = levels_.try_emplace(i, Level{{}, {}, Random(seed_, stream)}).first->second;
    pass_through(level, i, behind, view);
  }
}

void StreamSummary::pass_through(Level& level, int exponent, std::span<const Arrival> arrivals,
                                 const View& view) {
  const double threshold = PowerGrid(options_.epsilon).at(exponent);
  std::vector<Waiting> worthy;
  for (const Arrival& arrival : arrivals) {
    if (arrival.alone >= threshold) worthy.push_back({arrival.number, 0.0});
  }
  if (worthy.empty() || std::ssize(level.chosen) >= options_.k) return;
  Items chosen;
  for (const Item number : level.chosen) chosen.push_back(view.item(number));
  const auto state = view.objective.start_at(view.run, chosen);
  const std::int64_t before = state->evaluations();
  for (std::size_t next = 0; next < worthy.size();) {
    const auto block = std::span(worthy).subspan(next, std::min(block_size, worthy.size() - next));
    const auto gains = state->gains(view.items(block));
    bool changed = false;
    for (std::size_t i = 0; i < block.size() && !changed; ++i, ++next) {
      if (!(gains[i] >= threshold)) continue;
      level.waiting.push_back({block[i].number, gains[i]});
      changed = draw(level, exponent, *state, view);
    }
    if (std::ssize(level.chosen) >= options_.k) {
      // A full A needs no bucket for the guarantee; the best stay, to fill up what deletions take.
      std::ranges::stable_sort(level.waiting, std::greater<>(), &Waiting::gain);
      level.waiting.resize(std::min(level.waiting.size(), capacity_of(options_)));
      break;
    }
  }
  evaluations_ += state->evaluations() - before;
}

bool StreamSummary::draw(Level& level, int exponent, State& state, const View& view) const {
  const PowerGrid grid(options_.epsilon);
  const std::size_t capacity = capacity_of(options_);
  bool changed = false;
  while (std::ssize(level.chosen) < options_.k) {
    std::map<int, std::vector<std::size_t>> buckets;
    for (std::size_t i = 0; i < level.waiting.size(); ++i)
      buckets[grid.below(level.waiting[i].gain)].push_back(i);
    const auto full = std::ranges::find_if(
        buckets, [&](const auto& bucket) { return bucket.second.size() >= capacity; });
    if (full == buckets.end()) return changed;
    const std::size_t place = full->second[level.random.below(full->second.size())];
    const Item number = level.waiting[place].number;
    level.waiting.erase(level.waiting.begin() + static_cast<std::ptrdiff_t>(place));
    level.chosen.push_back(number);
    state.add(view.item(number));
    const auto gains = state.gains(view.items(level.waiting));
    for (std::size_t i = 0; i < gains.size(); ++i) level.waiting[i].gain = gains[i];
    std::erase_if(level.waiting, [threshold = grid.at(exponent)](const Waiting& waiting) {
      return !(waiting.gain >= threshold);
    });
    changed = true;
  }
  return changed;
}

Summary StreamSummary::summary() const {
  Summary summary;
  for (const Arrival& one : largest_) summary.largest.push_back(one.number);
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    Items waiting;
    for (const Waiting& one : level->second.waiting) waiting.push_back(one.number);
    summary.levels.push_back(
        {PowerGrid(options_.epsilon).at(level->first), level->second.chosen, std::move(waiting)});
  }
  return summary;
}

Items choose_by_thresholds(const Objective& objective, std::span<const Summary::Level> levels,
                           std::span<const Item> left, const Problem& problem, double epsilon,
                           const Run& run) {
  Items best;
  double most = -std::numeric_limits<double>::infinity();
  const auto try_guess = [&](double threshold, const Items& chosen) {
    const auto state = objective.start_at(run, problem.constraints.must);
    for (;;) {
      run.check_stop();
      Items may = allowed_after(problem.constraints, objective.size(), problem.k, state->items());
      std::erase_if(may, [&](Item item) { return !std::ranges::binary_search(left, item); });
      // What is left of A first, whatever it is worth by now.
      const auto of_chosen =
          std::ranges::find_if(may, [&](Item item) { return holds(chosen, item); });
      if (of_chosen != may.end()) {
        state->add(*of_chosen);
        continue;
      }
      if (may.empty()) break;
      const Scored next = state->largest_gains(may, 1).front();
      if (!(next.score >= threshold)) break;
      state->add(next.item);
    }
    if (state->value() > most) {
      most = state->value();
      best = state->items();
    }
  };
  for (const auto& level : levels) try_guess(level.threshold, level.chosen);
  // Above the levels there is nothing but the largest items.
  double top = 0.0;
  for (const auto& level : levels) top = std::max(top, level.threshold);
  const auto alone = objective.start(run)->gains(left);
  const double largest = alone.empty() ? 0.0 : *std::ranges::max_element(alone);
  if (!(largest > 0.0)) return best;
  const PowerGrid grid(epsilon);
  for (int i = grid.below(largest); i >= grid.lowest(largest, problem.k) && grid.at(i) > top; --i)
    try_guess(grid.at(i), {});
  return best;
}

}  // namespace holdfast
