#pragma once

#include <string>

#include "cli/terminal.hpp"
#include "holdfast/tasks/build_objective.hpp"

namespace holdfast::cli {

/// How the value of a set reads as a part of the largest possible value. Empty texts where the
/// objective knows no largest value.
class ShareWords {
 public:
  ShareWords(const tasks::BuiltObjective& built, const Style& style);

  /// "R² 0.827" or "82.7 %".
  std::string brief(double value) const;
  /// With what it is a part of: "82.7 % of the log-likelihood that can be gained".
  std::string full(double value) const;

 private:
  const Objective& objective_;
  std::string symbol_;  ///< what the share is called, if it has a name of its own
  std::string whole_;   ///< what it is a part of
};

}  // namespace holdfast::cli
