#include "holdfast/objectives/combined/function.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/item_names.hpp"

namespace holdfast {
namespace {

Items in_ascending_order(std::span<const Item> set) {
  Items sorted(set.begin(), set.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Items with(Items ascending, Item item) {
  ascending.insert(std::lower_bound(ascending.begin(), ascending.end(), item), item);
  return ascending;
}

Items without(Items ascending, Item item) {
  ascending.erase(std::lower_bound(ascending.begin(), ascending.end(), item));
  return ascending;
}

/// "{0, 3, 7}"; a long set is truncated, so that the message stays readable.
std::string in_words(std::span<const Item> set) {
  constexpr std::size_t most_shown = 20;
  if (set.size() <= most_shown) return fmt::format("{{{}}}", fmt::join(set, ", "));
  return fmt::format("{{{}, ...}} ({} items)", fmt::join(set.first(most_shown), ", "), set.size());
}

}  // namespace

class FunctionObjective::FunctionState final : public State {
 public:
  FunctionState(const FunctionObjective& objective, const Run& run)
      : State(objective, run), function_(&objective) {}

 private:
  double do_value() const override {
    if (!value_) value_ = function_->call_value(members_);
    return *value_;
  }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    if (function_->gains_) {
      function_->call_gains(members_, candidates, out);
    } else {
      const double base = value();
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        run().check_stop();
        out[c] = function_->call_value(with(members_, candidates[c])) - base;
      }
    }
    if (out.empty()) return;
    const auto [least, most] = std::ranges::minmax_element(out);
    if (*least >= 0.0) return;
    const Item item = candidates[static_cast<std::size_t>(least - out.begin())];
    watch(members_, item, value(), *least, *most);
  }

  void do_losses(std::span<double> out) override {
    const double base = value();
    for (std::size_t m = 0; m < out.size(); ++m) {
      run().check_stop();
      const Items left = without(members_, items()[m]);
      out[m] = base - function_->value(left);
      watch(left, items()[m], base - out[m], out[m], base);
    }
  }

  void do_add(Item item) override { move_to(with(members_, item)); }
  void do_remove(std::size_t where) override { move_to(without(members_, items()[where])); }
  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<FunctionState>(*this);
  }

  /// A gain below 0 by more than rounding breaks the promise that f is monotone. `scale` is the
  /// size of other values, since rounding errors are not relative to a value near 0.
  void watch(std::span<const Item> set, Item item, double before, double gain, double scale) const {
    constexpr double rounding = 1e-9;
    if (gain >= -rounding * std::max(std::abs(before), std::abs(scale))) return;
    function_->promise_.report(fmt::format("item {} changes the value of {} from {} to {}", item,
                                           in_words(set), before, before + gain));
  }

  void move_to(Items ascending) {
    members_ = std::move(ascending);
    value_.reset();
  }

  const FunctionObjective* function_;
  Items members_;                        // in ascending order
  mutable std::optional<double> value_;  // f(members), computed on first use
};

FunctionObjective::FunctionObjective(Item size, ValueFunction value, GainsFunction gains,
                                     bool submodular, std::vector<std::string> names,
                                     std::string falls, double cost)
    : size_(size),
      value_(std::move(value)),
      gains_(std::move(gains)),
      submodular_(submodular),
      names_(std::move(names)),
      gain_cost_(cost) {
  if (!falls.empty()) promise_.report(std::move(falls));
  require(size_ >= 0, "a set function needs 0 items or more, got {}", size_);
  require(value_ != nullptr, "a set function needs a value function, got none");
  require_item_names(names_, static_cast<std::size_t>(size_));
  const double at_empty = call_value({});
  require(at_empty == 0.0,
          "the set function returns {} for the empty set; it must return 0 (subtract f(empty))",
          at_empty);
}

std::string FunctionObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

double FunctionObjective::call_value(std::span<const Item> ascending) const {
  const double value = value_(ascending);
  if (!std::isfinite(value)) {
    throw InvalidInput(fmt::format("the set function returns {} for the set {}; it must be finite",
                                   value, in_words(ascending)));
  }
  return value;
}

void FunctionObjective::call_gains(std::span<const Item> ascending,
                                   std::span<const Item> candidates, std::span<double> out) const {
  const auto gains = gains_(ascending, candidates);
  if (gains.size() != candidates.size()) {
    throw std::invalid_argument(
        fmt::format("the gains function returns {} gains for {} candidates at the set {}",
                    gains.size(), candidates.size(), in_words(ascending)));
  }
  for (std::size_t c = 0; c < gains.size(); ++c) {
    if (!std::isfinite(gains[c])) {
      throw InvalidInput(
          fmt::format("the gains function returns {} for item {} at the set {}; it must be finite",
                      gains[c], candidates[c], in_words(ascending)));
    }
    out[c] = gains[c];
  }
}

double FunctionObjective::do_value(std::span<const Item> set) const {
  return call_value(in_ascending_order(set));
}

std::unique_ptr<State> FunctionObjective::do_start(const Run& run) const {
  return std::make_unique<FunctionState>(*this, run);
}

}  // namespace holdfast
