#pragma once

#include "paper/experiment.hpp"
#include "paper/mnist.hpp"

namespace holdfast::paper {

/// The data of one trial of an experiment. Immutable: threads may share one.
class Trial {
 public:
  virtual ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// A fresh objective: what it caches during one run does not reach another.
  virtual std::unique_ptr<Objective> objective() const = 0;
  /// The score on test rows of the model that is left of `set` when all but `left` is deleted;
  /// nothing if the experiment has no scores. `objective` came from objective().
  virtual std::optional<double> score(const Objective& objective, std::span<const Item> set,
                                      std::span<const Item> left) const;

 protected:
  Trial() = default;
};

/// What deletions from `set` leave if the weights are not fitted again. Refers to `objective`.
/// Throws std::invalid_argument if it has no weights.
std::unique_ptr<Objective> with_fixed_weights(const Objective& objective,
                                              std::span<const Item> set);

/// What a trial is drawn from.
struct TrialSource {
  std::uint64_t seed = 0;
  Scale scale = Scale::full;
  std::shared_ptr<const Mnist> mnist;  ///< needed by figure 4 only
};

/// How many images of each digit a scale uses, and of how many digits.
struct ImageCounts {
  std::size_t train;
  std::size_t test;
  int digits;
};
ImageCounts image_counts(Scale scale);

std::unique_ptr<const Trial> draw_trial(const Experiment& experiment, const TrialSource& source,
                                        std::uint64_t trial);

}  // namespace holdfast::paper
