#include "tests/support/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/core/ranking.hpp"
#include "tests/support/oracle_ranking.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

std::vector<double> gains(const SetFunction& f, const Items& set, const Items& candidates) {
  std::vector<double> all;
  for (const Item item : candidates) all.push_back(f.value(plus(set, item)) - f.value(set));
  return all;
}

Items items_of(const Steps& steps) {
  Items items;
  for (const Chosen& step : steps) items.push_back(step.item);
  return items;
}

void append(Steps& steps, const Steps& more) {
  steps.insert(steps.end(), more.begin(), more.end());
}

/// Greedy from the empty set on V without `taken`; stops when nothing is left.
Steps fresh_greedy(const SetFunction& f, const Items& taken, std::int64_t count, Part part,
                   int bucket) {
  Items own;
  Steps steps;
  Items left = complement(f.size, taken);
  while (static_cast<std::int64_t>(steps.size()) < count && !left.empty()) {
    const Scored best = ranked_by_rule(left, gains(f, own, left), 1, f.value(own)).front();
    steps.push_back({best.item, part, bucket, best.score});
    own.push_back(best.item);
    left = minus(left, best.item);
  }
  return steps;
}

/// Greedy on some items; in each step it looks at look(what is left).
template <class Look>
Steps greedy_among(const SetFunction& f, Items left, Item k, const Look& look) {
  Steps steps;
  while (static_cast<Item>(steps.size()) < k && !left.empty()) {
    const Items own = items_of(steps);
    const Items seen = look(left);
    const Scored best = ranked_by_rule(seen, gains(f, own, seen), 1, f.value(own)).front();
    steps.push_back({best.item, Part::S1, -1, best.score});
    left = minus(left, best.item);
  }
  return steps;
}

Steps best_singletons(const SetFunction& f, std::int64_t count, Part part) {
  const Items all = ground_set(f.size);
  Steps steps;
  for (const Scored& best :
       ranked_by_rule(all, gains(f, {}, all), static_cast<std::size_t>(count), 0.0)) {
    steps.push_back({best.item, part, -1, best.score});
  }
  return steps;
}

struct Bucket {
  std::int64_t count;
  std::int64_t size;
};

Steps buckets_then_greedy(const SetFunction& f, Item k, const std::vector<Bucket>& plan) {
  Steps steps;
  int bucket = 0;
  for (const auto& [count, size] : plan) {
    for (std::int64_t i = 0; i < count; ++i) {
      append(steps, fresh_greedy(f, items_of(steps), size, Part::S0, bucket++));
    }
  }
  const auto rest = k - static_cast<std::int64_t>(steps.size());
  append(steps, fresh_greedy(f, items_of(steps), rest, Part::S1, -1));
  return steps;
}

std::size_t sample_size(double whole, double steps, double epsilon, std::size_t left) {
  const double wanted = std::ceil(whole / steps * std::log(1.0 / epsilon) - 1e-9);
  return std::min(left, static_cast<std::size_t>(std::max(1.0, wanted)));
}

}  // namespace

SetFunction memoized(Item size, Definition value) {
  auto known = std::make_shared<std::vector<std::optional<double>>>(std::size_t{1} << at(size));
  return {size, [known, value = std::move(value)](std::span<const Item> set) {
            std::size_t mask = 0;
            for (const Item item : set) mask |= std::size_t{1} << at(item);
            auto& entry = (*known)[mask];
            if (!entry) entry = set.empty() ? 0.0 : value(sorted(set));
            return *entry;
          }};
}

Steps greedy(const SetFunction& f, Item k) { return fresh_greedy(f, {}, k, Part::S1, -1); }

Steps oblivious(const SetFunction& f, Item k) {
  return best_singletons(f, std::min(k, f.size), Part::S0);
}

Steps oblivious_greedy(const SetFunction& f, Item k, Item tau, double beta) {
  const auto guard = static_cast<std::int64_t>(std::ceil(beta * tau - 1e-9));
  Steps steps = best_singletons(f, guard, Part::S0);
  append(steps, fresh_greedy(f, items_of(steps), k - guard, Part::S1, -1));
  return steps;
}

Steps pro_greedy(const SetFunction& f, Item k, Item tau, int eta) {
  std::vector<Bucket> plan;
  // i runs to the smallest integer with 2^i >= tau.
  for (std::int64_t power = 1; tau > 0; power *= 2) {
    plan.push_back({(tau + power - 1) / power, power * eta});
    if (power >= tau) break;
  }
  return buckets_then_greedy(f, k, plan);
}

Steps osu(const SetFunction& f, Item k, Item tau, int bucket_size) {
  std::int64_t size = bucket_size;
  if (size == 0 && k > 0) {
    size = static_cast<std::int64_t>(std::ceil(tau * std::log2(static_cast<double>(k)) - 1e-9));
  }
  return buckets_then_greedy(f, k, {{tau, size}});
}

Steps stochastic_greedy(const SetFunction& f, Item k, double epsilon, std::uint64_t seed) {
  Random random(seed, 1);
  k = std::min(k, f.size);
  Steps steps;
  while (static_cast<Item>(steps.size()) < k) {
    const Items set = items_of(steps);
    const Items left = complement(f.size, set);
    const Items sample = random.sample(left, sample_size(f.size, k, epsilon, left.size()));
    const Scored best = ranked_by_rule(sample, gains(f, set, sample), 1, f.value(set)).front();
    steps.push_back({best.item, Part::S1, -1, best.score});
  }
  return steps;
}

Steps partitioned_greedy(const SetFunction& f, Item k, std::size_t parts, double epsilon,
                         std::uint64_t seed) {
  constexpr std::uint64_t first_stream = 0x706172740000;
  const auto value_of = [&](const Steps& steps) { return f.value(items_of(steps)); };
  const auto is_more = [](double one, double other) {
    return one > other + TieRule::width(other, other);
  };
  Steps best;
  Items chosen;
  for (std::size_t p = 0; p < parts; ++p) {
    Random random(seed, first_stream + p);
    Items own;
    for (std::size_t i = p * at(f.size) / parts; i < (p + 1) * at(f.size) / parts; ++i)
      own.push_back(static_cast<Item>(i));
    const auto look = [&](const Items& left) {
      if (epsilon == 0.0) return left;
      const auto whole = static_cast<double>(own.size());
      return random.sample(left, sample_size(whole, k, epsilon, left.size()));
    };
    const Steps offer = greedy_among(f, own, k, look);
    for (const Item item : items_of(offer)) chosen.push_back(item);
    if (is_more(value_of(offer), value_of(best))) best = offer;
  }
  const Steps found = greedy_among(f, sorted(chosen), k, [](const Items& left) { return left; });
  const bool part_wins = is_more(value_of(best), value_of(found)) && best.size() >= found.size();
  return part_wins ? best : found;
}

Steps random_greedy(const SetFunction& f, Item k, std::uint64_t seed) {
  Random random(seed, 2);
  k = std::min(k, f.size);
  Steps steps;
  while (static_cast<Item>(steps.size()) < k) {
    const Items set = items_of(steps);
    const Items left = complement(f.size, set);
    const auto best = ranked_by_rule(left, gains(f, set, left), at(k), f.value(set));
    const Scored drawn = best[random.below(best.size())];
    steps.push_back({drawn.item, Part::S1, -1, drawn.score});
  }
  return steps;
}

Steps matching_pursuit(const SetFunction& f, Item k,
                       const std::function<std::vector<double>(std::span<const Item>)>& gradients) {
  // Gradients that are zero up to rounding are tied; the largest gradient at the start sets the
  // scale of rounding.
  double largest = 0.0;
  for (const double size : gradients({})) largest = std::max(largest, size);
  Steps steps;
  while (static_cast<Item>(steps.size()) < std::min(k, f.size)) {
    const Items set = items_of(steps);
    const Items left = complement(f.size, set);
    const auto sizes = gradients(set);
    std::vector<double> of_left;
    for (const Item item : left) of_left.push_back(sizes[at(item)]);
    const Item best = ranked_by_rule(left, of_left, 1, largest).front().item;
    steps.push_back({best, Part::S1, -1, f.value(plus(set, best)) - f.value(set)});
  }
  return steps;
}

double optimum(const SetFunction& f, Item k) {
  double best = 0.0;
  for_each_subset(ground_set(f.size), at(std::min(k, f.size)),
                  [&](const Items& set) { best = std::max(best, f.value(set)); });
  return best;
}

double robust_optimum(const SetFunction& f, Item k, Item tau) {
  double best = 0.0;
  for_each_subset(ground_set(f.size), at(std::min(k, f.size)),
                  [&](const Items& set) { best = std::max(best, worst_value(f, set, tau)); });
  return best;
}

}  // namespace holdfast::support
