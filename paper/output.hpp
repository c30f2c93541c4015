#pragma once

#include "paper/reproduction.hpp"

namespace holdfast::paper {

/// claims.json, figures/*.svg, figures/numbers.csv, figures/numbers.tex and report.html in
/// options.out, each whole or not at all. `mnist` may be nullptr where figure 4 was not run.
void write_outputs(const ReproductionOptions& options, const Reproduction& made,
                   const Mnist* mnist);

}  // namespace holdfast::paper
