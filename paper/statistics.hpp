#pragma once

#include <span>

#include "holdfast/documents/panel.hpp"

namespace holdfast::paper {

using documents::Interval;

/// A mean over trials with its two-sided Student interval, mean -+ t(n-1) s / sqrt(n).
/// Fewer than two values say nothing about their spread: the interval is then infinite. Throws
/// std::invalid_argument for no values at all.
Interval mean_interval(std::span<const double> values, double level = 0.95);

/// The middle value, or the mean of the two in the middle. Throws std::invalid_argument for none.
double median(std::vector<double> values);

/// (a - b) / max(|a|, |b|), and 0 where both are 0. For a, b > 0 this is (a - b) / max(a, b); test
/// scores may be negative.
double relative_difference(double a, double b);

}  // namespace holdfast::paper
