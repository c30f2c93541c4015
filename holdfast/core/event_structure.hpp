#pragma once

#include <memory>

#include "holdfast/core/structure.hpp"

namespace holdfast {

class Objective;
class Run;

/// The structure of an objective that is made of another one and of weighted events, each of which
/// takes some items away.
class HOLDFAST_EXPORT EventStructure : public Structure {
 public:
  /// The objective that is valued after each event.
  virtual const Objective& base() const = 0;
  /// Whether the events are averaged. If not, greedy may stall: no single item helps as long as
  /// several events are equally bad.
  virtual bool is_mean() const = 0;
  /// What each event leaves of the set, in the order of weights().
  virtual std::vector<double> event_values(std::span<const Item> set, const Run& run) const = 0;
  /// Of the events; they add up to 1.
  virtual std::span<const double> weights() const = 0;
  /// How many equally likely events say as much as these: the number of given events, or less if
  /// their weights differ.
  virtual double effective_events() const = 0;
  /// The mean over the events of min(value, cap), over the same items: submodular if the base is.
  virtual std::unique_ptr<Objective> capped(double cap) const = 0;
};

}  // namespace holdfast
