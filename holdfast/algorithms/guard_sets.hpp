#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast {

/// The sets of oblivious-greedy with every size of the guard from 0 to k, without constraints.
/// They do not depend on tau and take k greedy runs, so sweeps for several tau may share them, from
/// several threads: each thread makes those that nobody has begun.
class HOLDFAST_EXPORT GuardSets {
 public:
  explicit GuardSets(Item k) : sets_(static_cast<std::size_t>(k) + 1) {}

  Item k() const { return static_cast<Item>(sets_.size()) - 1; }

  /// Makes what is missing. The objective must be the same at every call, or another made from the
  /// same data. `announce` is called after every set; it may throw.
  void make(const Objective& objective, const Run& run, const std::function<void()>& announce);

  /// The items in the order in which they are chosen. To be called after make().
  const std::vector<Chosen>& steps(Item guard) const;
  /// What making all of them took.
  std::int64_t evaluations() const;

 private:
  struct Set {
    std::mutex being_made;
    std::optional<std::vector<Chosen>> steps;
    std::int64_t evaluations = 0;
  };

  std::vector<Set> sets_;
};

}  // namespace holdfast
