#pragma once

#include <memory>
#include <vector>

#include "holdfast/core/state.hpp"
#include "holdfast/objectives/combined/scenarios.hpp"

namespace holdfast {

/// One State of the base for each different set of survivors of S. Where the base can answer for
/// all survivors from one State at S (SurvivorGains), that is the only one until losses are asked
/// for.
class ScenariosState final : public State {
 public:
  ScenariosState(const ScenariosObjective& objective, const Run& run);

  /// What each event leaves of S.
  std::vector<double> event_values() const;

 private:
  /// Events that leave the same of S, and what they leave.
  struct Survivors {
    std::unique_ptr<State> state = {};  ///< null until it is needed, if the base can do without
    Items lost = {};                    ///< members of S
    std::size_t events = 0;
    double weight = 0.0;
  };
  /// How many events of a Survivors take an item, and their weight.
  struct Taken {
    std::size_t events = 0;
    double weight = 0.0;
  };

  ScenariosState(const ScenariosState& other);

  /// For each Survivors. O(the events that take the item).
  std::vector<Taken> taken_with(Item item) const;
  /// The events that take the item part from those that do not.
  void split(Item item, std::vector<Taken>& taken);
  /// Survivors that differ only in the item become one.
  void join_without(Item item);
  State& state_of(std::size_t survivors) const;
  /// f of the survivors, and the gains of candidates over each, survivors by survivors.
  const std::vector<double>& values() const;
  const std::vector<double>& gains_of_all(std::span<const Item> candidates) const;
  /// The weighted means of gains that gains_of_all has found.
  void mean_gains(std::span<const Item> candidates, const std::vector<double>& gains,
                  std::span<double> out) const;
  std::vector<Outcome> outcomes() const;
  /// Counts and weighs the events of each Survivors afresh, so that no rounding adds up.
  void weigh();

  double do_value() const override;
  void do_gains(std::span<const Item> candidates, std::span<double> out) override;
  void do_losses(std::span<double> out) override;
  void do_add(Item item) override;
  void do_remove(std::size_t position) override;
  std::unique_ptr<State> do_clone() const override;

  const ScenariosObjective* scenarios_;
  std::unique_ptr<State> whole_;  ///< at S; null if the base has no SurvivorGains
  mutable std::vector<Survivors> survivors_;
  mutable std::vector<double> values_;  ///< of the survivors; empty if they are not known
  mutable std::vector<double> gains_;   ///< memory of gains_of_all: too much to ask for each time
  std::vector<std::size_t> where_;      ///< the place in survivors_ of each event
};

}  // namespace holdfast
