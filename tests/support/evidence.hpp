#pragma once

#include <optional>
#include <string>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"
#include "holdfast/objectives/combined/function.hpp"

/// Searches and judges that know exactly what a test wants them to know.
namespace holdfast::support {

/// Item i weighs i + 1; f is the root of the sum, so every answer is known.
double root_of_weights(std::span<const Item> set);
/// Six such items.
FunctionObjective root_objective();

/// Chooses the first k items and says that it knows this deletion.
class KnowingAlgorithm : public Algorithm {
 public:
  explicit KnowingAlgorithm(std::optional<Deletion> worst) : worst_(std::move(worst)) {}
  std::string name() const override { return "knowing"; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;

  std::optional<Deletion> worst_;
};

/// Deletes the lightest items, the worst choice of all, and counts how often it is asked.
class FeebleAdversary : public Adversary {
 public:
  std::string name() const override { return "feeble"; }
  int asked() const { return asked_; }

 private:
  Deletion do_attack(const State& state, Item tau) const override;

  mutable int asked_ = 0;
};

}  // namespace holdfast::support
