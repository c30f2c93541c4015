#pragma once

#include <functional>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

/// Any set function supplied by the user, who promises that f is monotone, and submodular if
/// declared so. A gain or loss below 0 breaks the promise, see MonotonePromise.
///
/// Without a gains function, each gain and each loss costs one call of the value function; with
/// one, all gains of a step cost one call. The functions are called on the thread that uses the
/// State, one call at a time, with the set in ascending order. Their exceptions pass through
/// unchanged.
class HOLDFAST_EXPORT FunctionObjective : public Objective {
 public:
  /// f(set).
  using ValueFunction = std::function<double(std::span<const Item> set)>;
  /// f(set + c) - f(set) for each candidate c, in the order of the candidates.
  using GainsFunction = std::function<std::vector<double>(std::span<const Item> set,
                                                          std::span<const Item> candidates)>;

  /// Calls value(empty) and throws std::invalid_argument unless it is 0. A value or gain that is
  /// NaN or infinite throws InvalidInput, which names the set; a wrong number of gains throws
  /// std::invalid_argument.
  ///
  /// `falls` says why f may fall when an item is added, if that is known beforehand: then nothing
  /// is ever proven from monotonicity. `cost` is the one of a gain, see Objective::gain_cost.
  FunctionObjective(Item size, ValueFunction value, GainsFunction gains = {},
                    bool submodular = false, std::vector<std::string> names = {},
                    std::string falls = {}, double cost = 1e4);

  std::string name() const override { return "function"; }
  Item size() const override { return size_; }
  std::string item_name(Item item) const override;
  bool is_submodular() const override { return submodular_; }
  bool stays_on_callers_thread() const override { return true; }
  ItemStructure structure() const override { return {&promise_}; }
  double gain_cost() const override { return gain_cost_; }

 private:
  class FunctionState;

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  /// f of a set in ascending order, checked.
  double call_value(std::span<const Item> ascending) const;
  /// Gains over a set in ascending order, checked.
  void call_gains(std::span<const Item> ascending, std::span<const Item> candidates,
                  std::span<double> out) const;

  Item size_;
  ValueFunction value_;
  GainsFunction gains_;
  bool submodular_;
  std::vector<std::string> names_;
  double gain_cost_;
  MonotonePromise promise_;
};

}  // namespace holdfast
