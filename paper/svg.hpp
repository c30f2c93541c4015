#pragma once

#include <string>

#include "paper/panel.hpp"

/// Static figures for print. Written by hand because the C++ plotting libraries either drive
/// another program (gnuplot, Python) or draw on screens; these charts need lines, bands and text.
namespace holdfast::paper {

/// Curves with bands for the intervals, markers that tell them apart without colour, and a legend.
std::string panel_svg(const Panel& panel);

std::string heat_map_svg(const HeatMap& map);

/// Round numbers that cover [low, high], at most `most` of them.
std::vector<double> nice_ticks(double low, double high, int most);

}  // namespace holdfast::paper
