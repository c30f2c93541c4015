#pragma once

#include <memory>
#include <optional>

#include "holdfast/core/ratio_bounds.hpp"
#include "holdfast/core/structure.hpp"

namespace holdfast {

class Run;
class State;

/// A monotone set function f on V = {0, ..., |V|-1} with f(empty) = 0. Immutable: States of several
/// threads may share one.
class HOLDFAST_EXPORT Objective {
 public:
  Objective(const Objective&) = delete;
  Objective& operator=(const Objective&) = delete;
  virtual ~Objective();

  /// The name in the registry: "linear", say.
  virtual std::string name() const = 0;
  /// |V|.
  virtual Item size() const = 0;
  /// The item's name; its number by default.
  virtual std::string item_name(Item item) const;
  /// The item's number in what the user gave: where only some of all points may be chosen, the row
  /// of its point. The item itself by default. Documents and lists of items count this way.
  virtual Item given_index(Item item) const { return item; }

  /// Whether f is submodular: gains never grow as the set grows. The best gain can then be found
  /// lazily.
  virtual bool is_submodular() const { return false; }
  /// Whether States offer gradient_norms(), which orthogonal matching pursuit needs.
  virtual bool has_gradient() const { return false; }
  /// Whether States must be used on the thread of the run's caller: functions of users expect that.
  virtual bool stays_on_callers_thread() const { return false; }
  /// An upper bound on f, if the objective knows one: the denominator of a share.
  virtual std::optional<double> largest_value() const { return std::nullopt; }

  /// The cost that a value stands for, where the objective was made from costs: the less the value,
  /// the more it costs.
  virtual std::optional<double> cost(double /*value*/) const { return std::nullopt; }

  /// The structure behind f, for attacks and bounds that can use more than States.
  virtual ItemStructure structure() const { return {}; }
  /// What an attack on a set costs.
  virtual AttackCost attack_cost() const { return AttackCost::updates; }
  /// About how many multiplications one gain takes. Callers plan by it and not by a clock, so that
  /// an answer does not depend on the machine.
  virtual double gain_cost() const { return 1e4; }
  /// Where a gain is a fit: about how many multiplications it takes to rule out a candidate by a
  /// bound instead, as greedy does with most of them.
  virtual double bound_cost() const { return 0.1 * gain_cost(); }

  /// f(set) from scratch, computed in the obvious way: slow, and the oracle of every test. Takes
  /// distinct items in any order; throws std::invalid_argument otherwise.
  double value(std::span<const Item> set) const;

  /// A State at the empty set. The objective and the run must outlive it.
  std::unique_ptr<State> start(const Run& run) const;
  /// A State at `set`, added in that order.
  std::unique_ptr<State> start_at(const Run& run, std::span<const Item> set) const;

  /// What the structure of f proves about its ratios over sets of at most `largest_set` items (a
  /// statement about S and X counts the members of both). Smaller sets allow better bounds; |V| or
  /// more means all sets. At most the cost of the eigenvalues of a |V| x |V| matrix.
  RatioBounds proven_ratios(const Run& run, Item largest_set) const;

  /// 0, 1, ..., |V|-1.
  Items all_items() const;
  Items given_indices(std::span<const Item> items) const;
  /// The items of these given indices. Throws std::invalid_argument for an index that no item has.
  Items items_given_as(std::span<const Item> indices) const;
  /// Throws std::invalid_argument unless the items are distinct and in V.
  void require_set(std::span<const Item> set) const;

 protected:
  Objective() = default;

 private:
  virtual double do_value(std::span<const Item> set) const = 0;
  virtual std::unique_ptr<State> do_start(const Run& run) const = 0;
  /// Adds what this kind of objective knows beyond "monotone" and "submodular".
  /// 1 <= largest_set <= |V|.
  virtual void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const;
};

}  // namespace holdfast
