#pragma once

#include "paper/claims.hpp"
#include "paper/panel.hpp"

/// The numbers behind the figures, for use in a paper.
namespace holdfast::paper {

/// One line for each point of each curve: panel, algorithm, x, mean, low, high, n.
std::string numbers_csv(const std::vector<Panel>& panels);

/// One LaTeX table for each panel, mean and half width of the interval; needs booktabs.
std::string numbers_latex(const std::vector<Panel>& panels);

/// The claims as a Markdown table. With enough trials it shows the verdicts of both rules, with
/// fewer it begins with what they can say.
std::string claims_markdown(const std::vector<Claim>& claims, std::size_t trials);

}  // namespace holdfast::paper
