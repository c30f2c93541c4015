#pragma once

#include "paper/results.hpp"
#include "paper/statistics.hpp"

namespace holdfast::paper {

using documents::Panel;
using documents::Point;
using documents::Series;

/// The panels of the paper in its order, then those of the other reading of figure 5.
std::vector<Panel> make_panels(const Results& results);

/// The same panels with everything judged by `strong`, and with the library's own methods. Their
/// ids end in "-beyond"; empty if nothing was judged.
std::vector<Panel> make_strong_panels(const Results& results);

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
HeatMap guarantee_map();

}  // namespace holdfast::paper
