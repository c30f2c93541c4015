#pragma once

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {

/// An adversary that draws: repeated with fresh draws, it keeps the worst (the first on ties).
/// `first_repeat` is the number of the first one: those before it may have been made already.
class HOLDFAST_EXPORT RepeatedAdversary : public Adversary {
 protected:
  RepeatedAdversary(int repeats, int first_repeat);

 private:
  /// Which member to delete next. `left` is at what was not deleted yet; `initial` is |S|.
  virtual Item draw(State& left, std::size_t initial, Item tau, Random& random) const = 0;
  /// The r-th repeat draws from stream first_stream() + r of the run's seed.
  virtual std::uint64_t first_stream() const = 0;

  Deletion do_attack(const State& state, Item tau) const override;
  Deletion attack_once(const State& state, Item tau, std::uint64_t stream) const;

  int repeats_;
  int first_repeat_;
};

}  // namespace holdfast
