#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/selection.hpp"
#include "tests/support/definitions.hpp"

/// Every algorithm and adversary straight from its definition, using only values of sets. Slow and
/// plain: the library must agree with these, pick by pick.
namespace holdfast::support {

/// A set function known by its values only.
struct SetFunction {
  Item size = 0;
  Definition value;
};

/// Remembers values, so that each set is evaluated once. At most 20 items.
SetFunction memoized(Item size, Definition value);

using Steps = std::vector<Chosen>;

Steps greedy(const SetFunction& f, Item k);
Steps oblivious(const SetFunction& f, Item k);
Steps oblivious_greedy(const SetFunction& f, Item k, Item tau, double beta);
Steps pro_greedy(const SetFunction& f, Item k, Item tau, int eta);
/// bucket_size 0: ceil(tau log2 k).
Steps osu(const SetFunction& f, Item k, Item tau, int bucket_size);
Steps stochastic_greedy(const SetFunction& f, Item k, double epsilon, std::uint64_t seed);
Steps random_greedy(const SetFunction& f, Item k, std::uint64_t seed);
/// Greedy in each part, then on the union of what they chose; the better of that and the best part.
/// epsilon 0: no samples.
Steps partitioned_greedy(const SetFunction& f, Item k, std::size_t parts, double epsilon,
                         std::uint64_t seed);
/// `gradients(S)` are the sizes of all items' gradients at the optimum for S.
Steps matching_pursuit(const SetFunction& f, Item k,
                       const std::function<std::vector<double>(std::span<const Item>)>& gradients);

/// Which items an attack deletes and what it leaves.
struct Attack {
  Items deleted;
  double value = 0.0;
};

Attack greedy_min(const SetFunction& f, const Items& set, Item tau);
Attack greedy_max(const SetFunction& f, const Items& set, Item tau);
Attack random_greedy_min(const SetFunction& f, const Items& set, Item tau, int repeats,
                         std::uint64_t seed);
Attack stochastic_greedy_min(const SetFunction& f, const Items& set, Item tau, double epsilon,
                             int repeats, std::uint64_t seed);
/// min over E in S, |E| = min(tau, |S|), of f(S \ E).
double worst_value(const SetFunction& f, const Items& set, Item tau);

/// max over |S| <= k of f(S).
double optimum(const SetFunction& f, Item k);
/// max over |S| <= k of the worst value of S.
double robust_optimum(const SetFunction& f, Item k, Item tau);

}  // namespace holdfast::support
