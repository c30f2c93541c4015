#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace holdfast::documents {

/// A mean of n values with the interval around it.
struct Interval {
  double mean = 0.0;
  double low = 0.0;
  double high = 0.0;
  std::size_t n = 0;
};

struct Point {
  double x = 0.0;
  Interval y;
};

struct Series {
  std::string name;   ///< of the algorithm
  std::string label;  ///< with its options
  std::vector<Point> points;
  std::string gap;  ///< why points are missing; empty if none are
};

/// One chart of the report page: curves with intervals.
struct Panel {
  std::string id;      ///< "fig2-tau10-objective"
  std::string figure;  ///< "2" or "appendix"; empty outside the reproduction
  std::string group;   ///< "Figure 2: linear regression"
  std::string title;   ///< "tau = 10"
  std::string x_label;
  std::string y_label;
  bool is_score = false;
  std::string note;
  std::vector<Series> series;
  std::string data = {};         ///< what was computed with, in a sentence
  std::string look_for = {};     ///< what a reader should look at
  std::vector<int> claims = {};  ///< the numbers of the claims that it is about
};

}  // namespace holdfast::documents
