#pragma once

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {

/// A randomized adversary: repeats its attack with fresh draws and keeps the worst (the first on
/// ties). `first_repeat` is the number of the first repeat, for a caller that has made the earlier
/// ones.
class HOLDFAST_EXPORT RepeatedAdversary : public Adversary {
 protected:
  RepeatedAdversary(int repeats, int first_repeat);

 private:
  /// The member to delete next. `left` is at the members not yet deleted; `initial` is |S|.
  virtual Item draw(State& left, std::size_t initial, Item tau, Random& random) const = 0;
  /// The r-th repeat draws from stream first_stream() + r of the run's seed.
  virtual std::uint64_t first_stream() const = 0;

  Deletion do_attack(const State& state, Item tau) const override;
  Deletion attack_once(const State& state, Item tau, std::uint64_t stream) const;

  int repeats_;
  int first_repeat_;
};

}  // namespace holdfast
