#pragma once

#include <memory>
#include <optional>

#include "holdfast/core/constraints.hpp"
#include "holdfast/core/deletion.hpp"

namespace holdfast {

class State;

/// What the user asks for: at most k items, robust to the loss of any tau of them.
struct Problem {
  Item k = 0;
  Item tau = 0;
  Constraints constraints = {};
};

/// The two parts of a robust selection: S0 guards against deletions, S1 is greedy. An algorithm
/// without such parts fills one of them.
enum class Part { S0, S1 };

HOLDFAST_EXPORT const char* to_string(Part part);

/// One step of an algorithm: an item and its gain.
struct Chosen {
  Item item = 0;
  Part part = Part::S1;
  int bucket = -1;  ///< which bucket of S0, for algorithms that build buckets; -1 otherwise
  /// Gain over the earlier items of its own part (or bucket); f({item}) where the part is chosen
  /// obliviously. The gains do not add up to the value.
  double gain = 0.0;
};

/// What an algorithm returns, with the evidence it gathered. `steps` are in the order of choice, S0
/// first.
struct Selection {
  std::string algorithm;
  Problem problem;
  std::vector<Chosen> steps;
  double value = 0.0;  ///< f(S)
  std::int64_t evaluations = 0;
  double seconds = 0.0;
  int threads = 1;
  std::uint64_t seed = 0;
  std::string stopped;  ///< why: "k items chosen", "every item chosen", ...
  /// The worst deletion of problem.tau items that the algorithm knows of, if it looked for one. No
  /// later judge may report a better worst case.
  std::optional<Deletion> worst;
  /// The State at items() that the algorithm left, so that an attack need not rebuild it; null if
  /// it was not kept. It refers to the objective and the run, which must outlive it.
  std::shared_ptr<const State> state;

  /// Whether the algorithm returned the best it had when the run was stopped.
  bool interrupted() const { return stopped.starts_with("interrupted"); }

  Items items() const {
    Items list;
    list.reserve(steps.size());
    for (const auto& step : steps) list.push_back(step.item);
    return list;
  }
};

}  // namespace holdfast
