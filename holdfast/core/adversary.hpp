#pragma once

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// Looks for the tau members of S whose deletion leaves the least. Holds its options and nothing
/// else.
class HOLDFAST_EXPORT Adversary {
 public:
  virtual ~Adversary();
  Adversary(const Adversary&) = delete;
  Adversary& operator=(const Adversary&) = delete;

  virtual std::string name() const = 0;

  /// Deletes min(tau, |S|) members of the State's set S. The State itself does not change.
  Deletion attack(const State& state, Item tau) const;
  /// All attacks made in the search for the worst deletion, the worst first: one, or several for an
  /// adversary made of others.
  std::vector<Deletion> attacks(const State& state, Item tau) const;

 protected:
  Adversary() = default;

  /// f of the State's set without `deleted`.
  static double value_without(const State& state, std::span<const Item> deleted);

 private:
  /// Called with 0 < tau < |S|. attack() then fills in the seconds, `at_least` where `proven`, and
  /// the name unless it is set.
  virtual Deletion do_attack(const State& state, Item tau) const = 0;
  /// For an adversary made of others. Default: the one attack.
  virtual std::vector<Deletion> do_attacks(const State& state, Item tau) const;
};

}  // namespace holdfast
