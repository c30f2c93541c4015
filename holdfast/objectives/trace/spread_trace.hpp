#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/linear.hpp"

namespace holdfast {

/// Parts that hold the items of one objective, and a way to ask them.
struct SpreadItems {
  /// The first item of each part, ascending, then the number of all items.
  std::vector<Item> borders;
  /// The answers of these parts to a question (SpreadPart::answer), in this order.
  std::function<std::vector<std::string>(const std::string& question,
                                         const std::vector<std::size_t>& parts)>
      ask;
};

/// Linear regression and variance reduction whose items are spread over parts, on other machines
/// say, because their columns do not fit into one. In each step of greedy every part answers the
/// gains of its own items, and sends those that are tied with its best: TieRule is not associative,
/// so one winner of each part would not do. The chosen item travels to all parts.
///
/// Equal to LinearObjective and VarianceReductionObjective to the last bit, whatever the parts:
/// every item goes through the same arithmetic by itself.
///
/// Here are one number for each item and the data of items that were chosen or looked at closely,
/// which is what losses, attacks and searches work with. A step costs each part what it costs the
/// whole objective on the items of the part; what travels is the chosen item and O(k) numbers to
/// each part, and the tied items back.
HOLDFAST_EXPORT std::unique_ptr<Objective> make_spread_linear(SpreadItems items,
                                                              const Matrix& responses,
                                                              const LinearOptions& options,
                                                              std::vector<std::string> names);
/// `given` numbers the items among all points; none: 0, 1, ...
HOLDFAST_EXPORT std::unique_ptr<Objective> make_spread_variance_reduction(
    SpreadItems items, const Kernel& kernel, const Matrix& targets, double noise,
    std::vector<std::string> names, Items given = {});

}  // namespace holdfast
