#pragma once

#include <cstdint>

#include "holdfast/core/event_structure.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

/// Something that happened or may happen: these items are lost together.
struct Event {
  Items lost;
  double weight = 1.0;
};

/// How what the events leave becomes one number.
struct Measure {
  enum class Kind {
    mean,    ///< the weighted mean
    worst,   ///< the least
    cvar,    ///< the weighted mean over the worst events that have the share `tail` of the weight
    capped,  ///< the weighted mean of min(value, cap): what saturate maximizes
  };
  Kind kind = Kind::mean;
  double tail = 0.1;  ///< the event on the border counts in part
  double cap = 0.0;
};

/// What an event leaves, and the event's share of the weight.
struct Outcome {
  double value = 0.0;
  double weight = 0.0;
};

/// The measure of some outcomes whose weights add up to 1. Sorts them for cvar.
HOLDFAST_EXPORT double measured(const Measure& measure, std::vector<Outcome>& outcomes);

/// f(S) = measure over the events e of g(S without what e takes), for a base objective g. Monotone
/// because g is; the mean is submodular if g is. An attack with tau deletions finds the worst tau
/// losses on top of the events.
///
/// A State keeps one State of the base for each different set of survivors, shared by all events
/// that agree on S. A gain costs one gain of each of these, and an added item one move of each.
class HOLDFAST_EXPORT ScenariosObjective : public Objective, public EventStructure {
 public:
  /// Equal events are merged, and events of weight 0 are left out. Throws std::invalid_argument for
  /// an item that is not there, a weight that is negative or not finite, a tail outside (0, 1], and
  /// where the events take so much that every set would be worth 0.
  ScenariosObjective(std::shared_ptr<const Objective> base, std::vector<Event> events,
                     Measure measure = {});
  ~ScenariosObjective() override;

  const Objective& base() const override { return *base_; }
  const Measure& measure() const { return measure_; }
  /// All different events; their weights add up to 1.
  const std::vector<Event>& events() const { return known_->events; }
  /// The place of a different event among those that were given: its first occurrence.
  std::size_t given_place(std::size_t event) const { return known_->given_places[event]; }
  /// How many events were given.
  std::size_t given_events() const { return known_->given; }
  /// The events that take the item, ascending.
  const std::vector<std::size_t>& takers(Item item) const {
    return known_->takers[static_cast<std::size_t>(item)];
  }

  bool is_mean() const override { return measure_.kind == Measure::Kind::mean; }
  std::vector<double> event_values(std::span<const Item> set, const Run& run) const override;
  std::span<const double> weights() const override { return known_->weights; }
  double effective_events() const override { return known_->effective; }
  std::unique_ptr<Objective> capped(double cap) const override;

  std::string name() const override { return base_->name() + " under events"; }
  Item size() const override { return base_->size(); }
  std::string item_name(Item item) const override { return base_->item_name(item); }
  Item given_index(Item item) const override { return base_->given_index(item); }
  bool is_submodular() const override;
  /// There is no model whose gradient this would be.
  bool has_gradient() const override { return false; }
  bool stays_on_callers_thread() const override { return base_->stays_on_callers_thread(); }
  std::optional<double> largest_value() const override { return base_->largest_value(); }
  /// The mean of costs, their worst, and the mean of their worst tail.
  std::optional<double> cost(double value) const override { return base_->cost(value); }
  ItemStructure structure() const override { return {this}; }
  AttackCost attack_cost() const override;
  double gain_cost() const override;

 private:
  struct Known {
    std::vector<Event> events;
    std::vector<double> weights;
    std::vector<std::size_t> given_places;
    std::vector<std::vector<std::size_t>> takers;  ///< of each item
    std::size_t given = 0;
    double effective = 0.0;
  };

  ScenariosObjective(std::shared_ptr<const Objective> base, std::shared_ptr<const Known> known,
                     Measure measure);
  static std::shared_ptr<const Known> checked(const Objective& base, std::vector<Event> events,
                                              const Measure& measure);

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const override;

  std::shared_ptr<const Objective> base_;
  std::shared_ptr<const Known> known_;
  Measure measure_;
};

/// `draws` events in which each item is lost with its own rate, independently of the others: a
/// random stream of its own, so that a seed gives the same events for every set and every number of
/// threads. Throws std::invalid_argument unless every rate is in [0, 1].
HOLDFAST_EXPORT std::vector<Event> draw_failures(std::span<const double> rates, std::size_t draws,
                                                 std::uint64_t seed);
/// The same with common causes: the last rates are those of `groups`, each of which takes all its
/// members at once. An item is lost by itself or with any of its groups.
HOLDFAST_EXPORT std::vector<Event> draw_failures(std::span<const double> rates,
                                                 std::span<const Items> groups, std::size_t draws,
                                                 std::uint64_t seed);

}  // namespace holdfast
