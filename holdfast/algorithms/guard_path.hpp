#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"

namespace holdfast {
class GuardSets;
}

/// The path of oblivious-greedy: one set for each size of the guard, from 0 (greedy) to k
/// (oblivious). beta-path keeps its best set; robust search starts from there.
namespace holdfast::guard_path {

/// How far the path is walked. The sets of greedy, oblivious-greedy (beta = 1) and oblivious come
/// first and are always made; then the sizes in between, spread more and more densely.
struct Limits {
  /// In multiplications (Objective::gain_cost), or this many times the first greedy run if that is
  /// more.
  double work = std::numeric_limits<double>::infinity();
  double greedy_runs = 0.0;
  /// Once so many attacks were made, no further set is compared.
  std::int64_t attacks = std::numeric_limits<std::int64_t>::max();
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  /// Whether a stop request ends the walk and keeps what there is, instead of throwing.
  bool keep_if_interrupted = false;
};

/// A set of the path and the worst deletion of it that is known: an upper bound on its worst case.
struct Known {
  Items set;
  Deletion worst;
};

/// The best set of the path under strong_attack, the smallest guard on ties.
struct Best {
  std::vector<Chosen> steps;
  /// The sets of greedy, oblivious-greedy and oblivious, as far as they are not the best.
  std::vector<Known> basics;
  std::optional<Deletion> worst;  ///< nothing if the walk was interrupted before
  std::int64_t evaluations = 0;
  std::int64_t attacks = 0;
  double greedy_work = 0.0;  ///< what the first greedy run cost, in multiplications
  bool interrupted = false;
};

/// Called between steps with the best worst case so far; may throw Interrupted.
using Announce = std::function<void(double)>;

Best walk(const Objective& objective, const Problem& problem, const Run& run, const Limits& limits,
          const Announce& announce);

/// One result for each k, without constraints. `sets` are those of the largest k, or of more: they
/// contain all others, because greedy is prefix closed.
std::vector<Best> sweep(const Objective& objective, std::span<const Item> ks, Item tau,
                        const Run& run, const Announce& announce, GuardSets& sets);

}  // namespace holdfast::guard_path
