#pragma once

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

  /// What do_attack fills; name, proven for trivial cases and seconds are added by attack().
  struct Attack {
    Items deleted;
    double value = 0.0;
    bool proven = false;
    std::int64_t evaluations = 0;
    std::string found_by;   ///< which adversary found it, where this one tries others
    double at_least = 0.0;  ///< proven lower bound; attack() fills it where `proven`
  };

 private:
  /// 0 < tau < |S| here.
  virtual Attack do_attack(const State& state, Item tau) const = 0;
  /// For an adversary made of others.
  virtual std::vector<Deletion> do_attacks(const State& state, Item tau) const;
};

}  // namespace holdfast
