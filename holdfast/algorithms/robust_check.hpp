#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/algorithms/robust_walk.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

/// The final check of a search: looks for worse deletions of the best sets by branch and bound, or
/// by a thorough attack where a node takes long, and ranks the sets that fall anew, until the best
/// set keeps its rank. Where few deletions are possible, all are settled.
class RobustCheck {
 public:
  /// `most_nodes` is for linear regression: fewer where a node takes longer.
  RobustCheck(const Objective& objective, const Problem& problem, const Run& run, Game& judge,
              std::int64_t most_nodes)
      : objective_(objective), problem_(problem), run_(run), judge_(judge), nodes_(most_nodes) {}

  void check(Archive& archive);
  /// Those that `judge` has not counted.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  struct Check {
    Items set;
    Deletion worst;
    std::int64_t evaluations = 0;
  };

  bool is_checked(const Items& set) const;
  /// Multiplications of trying all deletions of a set of so many; infinite if they are too many.
  double work_of_settling(std::size_t members) const;
  /// The worst deletion of a set as far as it can be proven.
  Deletion proven_worst(const Judged& judged, Game& judge) const;
  /// The same of the best set.
  Deletion worst_of_best(const Archive& archive);
  void check_ahead(const std::vector<Judged>& asked);

  const Objective& objective_;
  const Problem& problem_;
  const Run& run_;
  Game& judge_;
  std::int64_t nodes_;
  std::int64_t evaluations_ = 0;
  std::vector<Items> checked_;
  std::vector<Check> ahead_;  ///< made while another set was checked, not asked for yet
};

}  // namespace holdfast
