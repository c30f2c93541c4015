#pragma once

#include <string>
#include <vector>

#include "holdfast/core/export.hpp"
#include "paper/results.hpp"
#include "paper/statistics.hpp"

namespace holdfast::paper {

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

/// One chart: curves with intervals.
struct Panel {
  std::string id;      ///< "fig2-tau10-objective"
  std::string figure;  ///< "2" or "appendix"
  std::string group;   ///< "Figure 2: linear regression"
  std::string title;   ///< "tau = 10"
  std::string x_label;
  std::string y_label;
  bool is_score = false;
  std::string note;
  std::vector<Series> series;
};

/// The panels of the paper in its order, then those of the other reading of figure 5.
HOLDFAST_EXPORT std::vector<Panel> make_panels(const Results& results);

/// The same panels with everything judged by `strong`, and with the library's own methods. Their
/// ids end in "-beyond"; empty if nothing was judged.
HOLDFAST_EXPORT std::vector<Panel> make_beyond_panels(const Results& results);

/// Values over two axes.
struct HeatMap {
  std::string title;
  std::vector<double> xs;                   ///< gamma
  std::vector<double> ys;                   ///< theta
  std::vector<std::vector<double>> values;  ///< a row for each y
  double marked_x = 1.0;
  double marked_y = 1.0;
  std::string mark;
};

/// Figure 1: what Remark 2 guarantees over gamma and theta.
HOLDFAST_EXPORT HeatMap guarantee_map();

}  // namespace holdfast::paper
