#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

/// Any set function that the user supplies. That f is monotone (and submodular, if said so) is the
/// user's promise.
///
/// Without a gains function a gain and a loss cost one call of the value function each; with one,
/// all gains of a step cost one call. The functions are called on the thread that uses the State,
/// one call at a time, and see the set in ascending order; what they throw passes through
/// unchanged.
class HOLDFAST_EXPORT FunctionObjective : public Objective {
 public:
  /// f(set).
  using ValueFunction = std::function<double(std::span<const Item> set)>;
  /// f(set + c) - f(set) for each candidate c, in the order of the candidates.
  using GainsFunction = std::function<std::vector<double>(std::span<const Item> set,
                                                          std::span<const Item> candidates)>;

  /// Calls value(empty) and throws std::invalid_argument unless it is 0. A value or gain that is
  /// NaN or infinite is InvalidInput, which names the set; a wrong number of gains is
  /// std::invalid_argument.
  FunctionObjective(Item size, ValueFunction value, GainsFunction gains = {},
                    bool submodular = false, std::vector<std::string> names = {});

  std::string name() const override { return "function"; }
  Item size() const override { return size_; }
  std::string item_name(Item item) const override;
  bool is_submodular() const override { return submodular_; }

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
};

}  // namespace holdfast
