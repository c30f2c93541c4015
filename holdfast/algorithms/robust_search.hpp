#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "holdfast/algorithms/robust_walk.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/side_runs.hpp"

namespace holdfast {

/// Local search over sets of k items for the best worst case: one walk, or several side by side
/// that tell each other what they have found. What is found does not depend on how many threads the
/// walks run on.
class RobustSearch {
 public:
  struct Limits {
    std::int64_t attacks = 0;
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
  };

  RobustSearch(const Objective& objective, const Problem& problem, const Run& run, Items pool,
               Limits limits, std::size_t walks);

  /// Adds a starting set to the archive; it is judged unless a deletion of it is known.
  void add_start(const Items& set, std::optional<Deletion> known = {});
  /// Searches until the limits are reached. A stop request ends this and verify() with Interrupted;
  /// best() is still the best so far.
  void search();
  /// Checks the best sets once more, harder.
  void verify(std::int64_t most_nodes);

  const Judged& best() const { return archive_.best(); }
  std::int64_t evaluations() const;

 private:
  std::int64_t attacks() const;
  /// What the walks have found, in their order.
  void gather();
  /// Lets the first walks go on, on as many threads as there are: each by `share` attacks, and with
  /// no other restart after `enough`.
  void walk(std::size_t walks, std::int64_t share, std::int64_t enough);
  void report() const;

  const Objective& objective_;
  const Problem problem_;
  const Run& run_;
  const Items pool_;
  const Limits limits_;
  Archive archive_;
  SideRuns side_runs_;  ///< of the walks, if there are several
  std::vector<std::unique_ptr<RobustWalk>> walks_;
  std::int64_t evaluations_ = 0;  ///< beside those of the walks
};

}  // namespace holdfast
