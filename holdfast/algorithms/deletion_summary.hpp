#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"

/// Small parts of a ground set from which a good choice can still be made after d deletions, for
/// data too large to keep (Kazemi, Zadimoghaddam and Karbasi 2018; with caps on kinds, which are a
/// matroid: Duetting, Fusco, Lattanzi, Norouzi-Fard and Zadimoghaddam 2022).
///
/// Items of about the same gain form a bucket. Only from a bucket of at least d / epsilon items one
/// is drawn at random into the set A, so that a deletion hits it with probability epsilon at most;
/// smaller buckets are kept whole. THIS ASSUMES that whoever deletes does not know the draws: it is
/// no protection against deletions that are chosen after a look at the summary. The robust
/// problem of this library (tau) makes no such assumption. For a submodular f the best k items of
/// what is left are worth at least (1/2 - O(epsilon)) of the best k items left of V, in the mean
/// over the draws.
namespace holdfast {

struct SummaryOptions {
  Item k = 0;
  Item deletions = 0;  ///< d
  double epsilon = 0.2;
};

struct HOLDFAST_EXPORT Summary {
  /// What is kept for one guess of what an item of the best set is worth on average.
  struct Level {
    double threshold = 0.0;
    Items chosen;   ///< A: drawn from full buckets, each of gain >= threshold over the earlier ones
    Items waiting;  ///< what the buckets hold: gains >= threshold over A
  };

  Items largest;              ///< the d items of largest f({v})
  std::vector<Level> levels;  ///< thresholds descending; those of one part after those of another

  /// Everything that is kept, ascending.
  Items items() const;
  /// Takes over the summary of another part of V.
  void merge(const Summary& other);
};

/// Of some items, all of which are at hand: thresholds from high to low over one growing A. At most
/// k + d + (d / epsilon) log(2k) / epsilon items. `constraints`: caps on kinds and must-nots are
/// kept by A; nothing else is looked at.
HOLDFAST_EXPORT Summary summarize_whole(const Objective& objective, Items items,
                                        const SummaryOptions& options,
                                        const Constraints& constraints, Random random,
                                        const Run& run, std::int64_t& evaluations);

/// Of items that arrive one after the other and are seen once. Each threshold has an A of its own,
/// which costs about log(2k) / epsilon times the memory of summarize_whole. The result does not
/// depend on how the stream is cut into updates.
class HOLDFAST_EXPORT StreamSummary {
 public:
  StreamSummary(const SummaryOptions& options, std::uint64_t seed);

  /// Item i of the objective is number `numbers[i]` of the stream, ascending. The first `kept` of
  /// them must be kept(); the others arrive now, in this order.
  void update(const Objective& objective, std::span<const Item> numbers, std::size_t kept,
              const Run& run);

  /// Numbers of the stream.
  Items kept() const { return summary().items(); }
  Summary summary() const;
  std::int64_t evaluations() const { return evaluations_; }

 private:
  /// An item and its value by itself.
  struct Arrival {
    Item number = 0;
    double alone = 0.0;
  };
  struct Waiting {
    Item number = 0;
    double gain = 0.0;
  };
  /// Draws until A has k items, and takes nothing more then.
  struct Level {
    Items chosen;
    std::vector<Waiting> waiting;
    Random random;
  };
  /// The objective of one update, and where its items are.
  struct View;

  /// What arrives behind the d largest: an arrival itself, or one that it displaces.
  std::vector<Arrival> behind_the_largest(std::span<const Arrival> arrivals);
  void pass_through(Level& level, int exponent, std::span<const Arrival> arrivals,
                    const View& view);
  /// Draws from full buckets until none is full. Returns whether A has changed.
  bool draw(Level& level, int exponent, State& state, const View& view) const;

  SummaryOptions options_;
  std::uint64_t seed_;
  std::vector<Arrival> largest_;  ///< the largest first
  double next_largest_ = 0.0;     ///< of all that are not among them
  std::map<int, Level> levels_;   ///< by the exponent of their threshold
  std::int64_t evaluations_ = 0;
};

/// The papers' own choice from what deletions have left: for each guess, what is left of A, filled
/// up by items whose gain reaches the threshold; the best of these sets. `left` are the items of
/// the summary that are left, in items of the objective, as are the levels.
HOLDFAST_EXPORT Items choose_by_thresholds(const Objective& objective,
                                           std::span<const Summary::Level> levels,
                                           std::span<const Item> left, const Problem& problem,
                                           double epsilon, const Run& run);

}  // namespace holdfast
