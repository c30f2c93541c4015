#pragma once

#include "cli/table.hpp"
#include "paper/readings_output.hpp"

namespace holdfast::cli {

Paint paint_of(paper::Verdict verdict);

/// For each claim a table of its verdicts, reading by reading; then the conclusion, and what was
/// left out.
std::string readings_text(const paper::ReadingsReport& report, const Style& style);

}  // namespace holdfast::cli
