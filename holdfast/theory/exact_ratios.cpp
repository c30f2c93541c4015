#include "holdfast/theory/exact_ratios.hpp"

#include <algorithm>
#include <bit>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

/// The smallest ratio so far, never above 1, and where it was found.
struct Smallest {
  double ratio = 1.0;
  Mask first = 0;
  Mask second = 0;
  Item item = -1;

  /// A cheap test before the division: could part / whole be smaller? `whole` is positive.
  bool may_fall(double part, double whole) const { return part < ratio * whole; }
  void offer(double part, double whole, Mask a, Mask b, Item i = -1) {
    const double candidate = part > 0.0 ? part / whole : 0.0;
    if (candidate < ratio) *this = {candidate, a, b, i};
  }
  void offer(const Smallest& other) {
    if (other.ratio < ratio) *this = other;
  }
};

struct PairResult {
  Smallest gamma, gamma_check, nu, nu_check, theta;

  void offer(const PairResult& other) {
    gamma.offer(other.gamma);
    gamma_check.offer(other.gamma_check);
    nu.offer(other.nu);
    nu_check.offer(other.nu_check);
    theta.offer(other.theta);
  }
};

/// Compares pairs of disjoint sets.
class Pairs {
 public:
  Pairs(const ValueTable& table, Item largest_set)
      : table_(table),
        negligible_(table.negligible()),
        largest_(largest_set),
        sums_(table.values.size()) {}

  PairResult compare(std::size_t begin, std::size_t end) {
    PairResult result;
    for (std::size_t set = begin; set < end; ++set) {
      const auto mask = static_cast<Mask>(set);
      if (std::popcount(mask) > largest_) continue;
      extend(mask, result);
      split(mask, result.theta);
    }
    return result;
  }

 private:
  double zeroed(double difference) const { return difference > negligible_ ? difference : 0.0; }

  /// sums_[j] = sum of f(i|S) over the j-th subset of the complement, subsets in ascending order.
  std::size_t sum_gains(Mask set, Mask rest) {
    std::size_t count = 1;
    sums_[0] = 0.0;
    for (Mask left = rest; left != 0; left &= left - 1) {
      const double gain = zeroed(table_[set | (left & -left)] - table_[set]);
      for (std::size_t j = 0; j < count; ++j) sums_[count + j] = sums_[j] + gain;
      count *= 2;
    }
    return count;
  }

  /// gamma and gamma_check for this S and every X; with S empty they are nu and nu_check.
  void extend(Mask set, PairResult& result) {
    const Mask rest = table_.everything() & ~set;
    const std::size_t count = sum_gains(set, rest);
    const int room = largest_ - std::popcount(set);
    const double base = table_[set];
    // The empty set comes first, on its own: its smallest ratios are nu and nu_check.
    Smallest gamma = result.gamma;
    Smallest gamma_check = result.gamma_check;
    Mask more = 0;
    for (std::size_t j = 1; j < count; ++j) {
      more = ((more | ~rest) + 1) & rest;
      const double sum = sums_[j];
      const double joint = zeroed(table_[set | more] - base);
      const bool low = joint > 0.0 && gamma.may_fall(sum, joint);
      const bool high = sum > 0.0 && gamma_check.may_fall(joint, sum);
      if ((low || high) && std::popcount(more) <= room) {
        if (low) gamma.offer(sum, joint, set, more);
        if (high) gamma_check.offer(joint, sum, set, more);
      }
    }
    result.gamma = gamma;
    result.gamma_check = gamma_check;
    if (set == 0) {
      result.nu = gamma;
      result.nu_check = gamma_check;
    }
  }

  /// theta for this union: each split once, the lowest item always in the first part.
  void split(Mask whole, Smallest& theta) const {
    const double value = zeroed(table_[whole]);
    if (value == 0.0) return;
    const Mask lowest = whole & -whole;
    const Mask others = whole ^ lowest;
    for (Mask second = others; second != 0; second = (second - 1) & others) {
      const double parts = zeroed(table_[whole ^ second]) + zeroed(table_[second]);
      if (theta.may_fall(parts, value)) theta.offer(parts, value, whole ^ second, second);
    }
  }

  const ValueTable& table_;
  double negligible_;
  Item largest_;
  std::vector<double> sums_;
};

/// Fixed pieces of the 2^n sets, in several rounds so that a stop is noticed.
PairResult compare_pairs(const ValueTable& table, const Run& run, Item largest_set) {
  constexpr std::size_t piece = 64;
  constexpr std::size_t pieces_a_round = 64;
  const std::size_t count = table.values.size();
  const std::size_t pieces = (count + piece - 1) / piece;
  std::vector<PairResult> results(pieces);
  for (std::size_t first = 0; first < pieces; first += pieces_a_round) {
    run.check_stop();
    run.report({"comparing pairs of sets", static_cast<std::int64_t>(first),
                static_cast<std::int64_t>(pieces), table.values.back()});
    run.workers().share(std::min(pieces_a_round, pieces - first), [&](std::size_t i) {
      const std::size_t begin = (first + i) * piece;
      results[first + i] = Pairs(table, largest_set).compare(begin, std::min(count, begin + piece));
    });
  }
  PairResult all;
  for (const auto& result : results) all.offer(result);
  return all;
}

struct TripleResult {
  Smallest kept;      ///< 1 - alpha
  Smallest promised;  ///< 1 - alpha_check
};

/// f(i|A) for every A without i, and its extremes over the subsets of each B. Sets without item i
/// are numbered by leaving out bit i.
class GainsOfItem {
 public:
  GainsOfItem(const ValueTable& table, Item item)
      : item_(item), below_((Mask{1} << item) - 1), gains_(table.values.size() / 2) {
    for (std::size_t index = 0; index < gains_.size(); ++index) {
      const Mask set = unpacked(index);
      const double gain = table[set | Mask{1} << item_] - table[set];
      gains_[index] = gain > table.negligible() ? gain : 0.0;
    }
  }

  TripleResult compare(Item largest_set) const {
    const auto largest = over_subsets([](double a, double b) { return std::max(a, b); });
    const auto smallest = over_subsets([](double a, double b) { return std::min(a, b); });
    TripleResult result;
    for (std::size_t b = 0; b < gains_.size(); ++b) {
      if (std::popcount(b) >= largest_set) continue;
      if (largest[b] > 0.0 && result.kept.may_fall(gains_[b], largest[b]))
        result.kept.offer(gains_[b], largest[b], 0, static_cast<Mask>(b), item_);
      if (gains_[b] > 0.0 && result.promised.may_fall(smallest[b], gains_[b]))
        result.promised.offer(smallest[b], gains_[b], 0, static_cast<Mask>(b), item_);
    }
    name_sets(result.kept, largest);
    name_sets(result.promised, smallest);
    return result;
  }

 private:
  Mask unpacked(std::size_t index) const {
    const auto packed = static_cast<Mask>(index);
    return (packed & below_) | (packed & ~below_) << 1;
  }

  template <class Best>
  std::vector<double> over_subsets(const Best& best) const {
    std::vector<double> result = gains_;
    for (std::size_t bit = 1; bit < result.size(); bit *= 2) {
      for (std::size_t set = 0; set < result.size(); ++set) {
        if (set & bit) result[set] = best(result[set], result[set ^ bit]);
      }
    }
    return result;
  }

  /// The smallest A in B that attains the extreme gain; then both as true masks.
  void name_sets(Smallest& found, const std::vector<double>& over) const {
    if (found.item < 0) return;
    const std::size_t b = found.second;
    std::size_t a = 0;
    while (gains_[a] != over[b]) a = ((a | ~b) + 1) & b;
    found.first = unpacked(a);
    found.second = unpacked(b);
  }

  Item item_;
  Mask below_;
  std::vector<double> gains_;
};

TripleResult compare_triples(const ValueTable& table, const Run& run, Item largest_set) {
  std::vector<TripleResult> results(static_cast<std::size_t>(table.items));
  run.check_stop();
  run.workers().share(results.size(), [&](std::size_t item) {
    results[item] = GainsOfItem(table, static_cast<Item>(item)).compare(largest_set);
  });
  TripleResult all;
  for (const auto& result : results) {
    all.kept.offer(result.kept);
    all.promised.offer(result.promised);
  }
  return all;
}

RatioValue exact_value(double value, const Smallest& found) {
  RatioValue result;
  result.value = value;
  result.why = "every set was looked at";
  if (found.ratio == 0.0)
    result.why += "; the smaller side counts as zero, being at most 1e-9 f(V)";
  result.range = {value, value, result.why, result.why};
  if (found.ratio < 1.0)
    result.witness = RatioWitness{to_items(found.first), to_items(found.second), found.item};
  return result;
}

std::int64_t power_of_three(Item exponent) {
  std::int64_t power = 1;
  for (Item i = 0; i < exponent; ++i) power *= 3;
  return power;
}

}  // namespace

Ratios exact_ratios(const ValueTable& table, const Run& run, Item largest_set) {
  require(
      table.items <= ValueTable::most_items && table.values.size() == std::size_t{1} << table.items,
      "a table of {} items needs 2^{} values, got {}", table.items, table.items,
      table.values.size());
  require(largest_set >= 1, "ratios are over sets of at least 1 item, got largest_set = {}",
          largest_set);
  const PairResult pairs = compare_pairs(table, run, largest_set);
  const TripleResult triples = compare_triples(table, run, largest_set);
  Ratios ratios;
  ratios.items = table.items;
  ratios.largest_set = std::min(largest_set, table.items);
  ratios.evaluations = static_cast<std::int64_t>(table.values.size());
  ratios.pairs = power_of_three(table.items);
  ratios[Ratio::gamma] = exact_value(pairs.gamma.ratio, pairs.gamma);
  ratios[Ratio::gamma_check] = exact_value(pairs.gamma_check.ratio, pairs.gamma_check);
  ratios[Ratio::alpha] = exact_value(1.0 - triples.kept.ratio, triples.kept);
  ratios[Ratio::alpha_check] = exact_value(1.0 - triples.promised.ratio, triples.promised);
  ratios[Ratio::nu] = exact_value(pairs.nu.ratio, pairs.nu);
  ratios[Ratio::nu_check] = exact_value(pairs.nu_check.ratio, pairs.nu_check);
  ratios[Ratio::theta] = exact_value(pairs.theta.ratio, pairs.theta);
  return ratios;
}

}  // namespace holdfast
