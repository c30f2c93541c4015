#pragma once

#include <optional>
#include <string>

#include "holdfast/data/generators.hpp"

namespace holdfast::paper {

/// The values of MNIST's pixels.
enum class Pixels {
  unit,          ///< 0 to 1
  bytes,         ///< 0 to 255
  standardized,  ///< mean 0 and variance 1 over the training images; a constant pixel is 0
};

/// What is left of a model when an adversary deletes items.
enum class Remains {
  refitted,  ///< f(S \ E): the best weights of what is left
  zeroed     ///< the weights of S, those of E set to zero
};

/// Who deletes.
enum class Attackers { paper, greedy_min, strong };

/// How an experiment takes the decisions that the paper's text leaves open, apart from the methods
/// and alpha. The defaults are those of the headline.
struct Decisions {
  ArProcess process;
  double response_variance = 5.0;  ///< figure 2
  Labels labels = Labels::likelier;
  Pixels pixels = Pixels::unit;
  std::optional<double> ridge = 1.0;  ///< of class models; none: the number of rows
  bool intercept = false;             ///< of class models
  bool one_vs_rest = false;           ///< instead of softmax
  Remains remains = Remains::refitted;
  Attackers attackers = Attackers::paper;

  /// "ar-noise = literal, ridge = 0.1": what differs from the headline; empty if nothing does.
  std::string differences() const;
};

}  // namespace holdfast::paper
