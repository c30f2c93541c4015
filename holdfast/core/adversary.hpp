#pragma once

#include <span>
#include <string>
#include <vector>

#include "holdfast/core/deletion.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {

/// Looks for the tau members of S whose deletion leaves least. Holds its options only.
class HOLDFAST_EXPORT Adversary {
 public:
  virtual ~Adversary();
  Adversary(const Adversary&) = delete;
  Adversary& operator=(const Adversary&) = delete;

  virtual std::string name() const = 0;

  /// Deletes min(tau, |S|) members, S being where the State is; the State itself is left as it was.
  Deletion attack(const State& state, Item tau) const;
  /// Every attack that was made to find the worst: one, or several for an adversary that tries
  /// others in turn. The worst comes first.
  std::vector<Deletion> attacks(const State& state, Item tau) const;

 protected:
  Adversary() = default;

  /// f of the State's set without these.
  static double value_without(const State& state, std::span<const Item> deleted);

 private:
  /// 0 < tau < |S| here. The name is filled in afterwards unless another adversary found it, and so
  /// are the seconds and, where `proven`, `at_least`.
  virtual Deletion do_attack(const State& state, Item tau) const = 0;
  /// For an adversary made of others.
  virtual std::vector<Deletion> do_attacks(const State& state, Item tau) const;
};

}  // namespace holdfast
