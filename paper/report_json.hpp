#pragma once

#include <nlohmann/json.hpp>

#include "paper/panel.hpp"
#include "paper/reproduction.hpp"

namespace holdfast::paper {

/// holdfast.report/1 for a reproduction. `strong_panels` are the panels' other views, of which any
/// may be missing.
std::string reproduction_report_json(const ReproductionOptions& options, const Reproduction& made,
                                     const std::vector<Panel>& panels,
                                     const std::vector<Panel>& strong_panels, const Mnist* mnist);

/// How the paper was read and where it errs: [{"topic", "text"}].
nlohmann::ordered_json reading_json(bool pooled_images, Scale scale);

}  // namespace holdfast::paper
