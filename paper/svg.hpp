#pragma once

#include "paper/panel.hpp"

/// Static figures for print. They need only lines, bands and text, so SVG is written directly: the
/// plotting libraries for C++ either drive another program (gnuplot, Python) or draw on a screen.
namespace holdfast::paper {

/// Curves with bands for the intervals, markers to distinguish them without colour, and a legend.
std::string panel_svg(const Panel& panel);

std::string heat_map_svg(const HeatMap& map);

/// Round numbers that cover [low, high], at most `most` of them.
std::vector<double> nice_ticks(double low, double high, int most);

}  // namespace holdfast::paper
