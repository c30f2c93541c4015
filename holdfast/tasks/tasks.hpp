#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/registry/entries.hpp"
#include "holdfast/registry/option_values.hpp"

/// The jobs that people ask for, whichever face of Holdfast they ask.
namespace holdfast::registry {

/// An objective, and how it came to be.
struct BuiltObjective {
  std::shared_ptr<const Objective> objective;
  OptionValues options;  ///< a bag of the entry's all_options(); its owner is the entry's name
  std::vector<Fact> facts;
};

/// Reads the files that the options name. `options` belong to a registered objective.
HOLDFAST_EXPORT BuiltObjective build_objective(OptionValues options, const Run& run);

/// A set S and what the adversaries made of it.
struct AttackResult {
  Items items;                  ///< S
  double value = 0.0;           ///< f(S)
  std::vector<Deletion> tried;  ///< every attack, the worst first
  /// f after the first, the second, ... deletion of the worst attack; as many as it deletes.
  std::vector<double> left;

  const Deletion& worst() const { return tried.front(); }
};

/// Throws std::invalid_argument if the items are not distinct members of V.
HOLDFAST_EXPORT AttackResult attack(const Objective& objective, std::span<const Item> items,
                                    Item tau, const Adversary& adversary, const Run& run);

struct SelectionResult {
  Selection selection;
  AttackResult attacked;
};

HOLDFAST_EXPORT SelectionResult select_and_attack(const Objective& objective,
                                                  const Problem& problem,
                                                  const Algorithm& algorithm,
                                                  const Adversary& adversary, const Run& run);

/// One algorithm's choice for (k, tau), and what is left of it after 0, 1, ..., tau_max deletions.
/// Each point is an attack of its own: where adversaries search, a point may lie above one with
/// fewer deletions.
struct Curve {
  OptionValues algorithm;
  Selection selection;
  std::vector<Deletion> worst;  ///< worst[t] deletes min(t, |S|) items
};

/// An algorithm that is not defined for this problem.
struct Skipped {
  std::string algorithm;
  std::string why;
};

struct CurveResult {
  std::vector<Curve> curves;
  std::vector<Skipped> skipped;
};

/// `algorithms` are option bags of registered algorithms. Costs one selection and tau_max + 1
/// attacks for each.
HOLDFAST_EXPORT CurveResult curves(const Objective& objective, const Problem& problem, Item tau_max,
                                   std::span<const OptionValues> algorithms,
                                   const Adversary& adversary, const Run& run);

/// value / largest possible value, where the objective knows one that is positive.
HOLDFAST_EXPORT std::optional<double> share(const Objective& objective, double value);

}  // namespace holdfast::registry
