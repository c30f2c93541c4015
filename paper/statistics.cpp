#include "paper/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "holdfast/core/require.hpp"

namespace holdfast::paper {

Interval mean_interval(std::span<const double> values, double level) {
  require(!values.empty(), "a mean needs at least one value");
  const auto count = static_cast<double>(values.size());
  Interval interval;
  interval.n = values.size();
  interval.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double half = std::numeric_limits<double>::infinity();
  if (values.size() > 1) {
    double squares = 0.0;
    for (const double value : values) {
      squares += (value - interval.mean) * (value - interval.mean);
    }
    const boost::math::students_t distribution(count - 1.0);
    half = boost::math::quantile(distribution, 0.5 + level / 2.0) *
           std::sqrt(squares / (count - 1.0) / count);
  }
  interval.low = interval.mean - half;
  interval.high = interval.mean + half;
  return interval;
}

double median(std::vector<double> values) {
  require(!values.empty(), "a median needs at least one value");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

double relative_difference(double a, double b) {
  const double scale = std::max(std::abs(a), std::abs(b));
  return scale > 0.0 ? (a - b) / scale : 0.0;
}

}  // namespace holdfast::paper
