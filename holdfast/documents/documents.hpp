#pragma once

#include <nlohmann/json.hpp>

#include "holdfast/documents/results_json.hpp"

/// The documents of results_json.hpp before they become text, for the Python package, which makes
/// its own objects of them. Private: the library's users need no header of another library.
namespace holdfast::documents {

using Json = nlohmann::ordered_json;

HOLDFAST_EXPORT Json selection_document(const tasks::BuiltObjective& built,
                                        const tasks::Selected& selected, const Run& run);
HOLDFAST_EXPORT Json deletion_document(const tasks::BuiltObjective& built,
                                       const tasks::Judged& judged, const Run& run);
HOLDFAST_EXPORT Json assessment_document(const tasks::BuiltObjective& built,
                                         const tasks::Assessment& assessment, const Run& run);
HOLDFAST_EXPORT Json protection_document(const tasks::BuiltObjective& built,
                                         const tasks::Protection& protection, const Run& run);
HOLDFAST_EXPORT Json certificate_document(const tasks::BuiltObjective& built,
                                          const Certificate& certificate, const Run& run);
HOLDFAST_EXPORT Json curve_document(const tasks::BuiltObjective& built, const Problem& problem,
                                    Item tau_max, const tasks::CurveResult& result, const Run& run);
HOLDFAST_EXPORT Json cost_curve_document(const tasks::BuiltObjective& built, const Problem& problem,
                                         const tasks::CostCurveResult& result, const Run& run);
HOLDFAST_EXPORT Json summary_document(const tasks::BuiltObjective& built,
                                      const tasks::SummaryResult& result, const Run& run);
HOLDFAST_EXPORT Json summary_choice_document(const tasks::BuiltObjective& base,
                                             const tasks::SummaryChoice& choice,
                                             const Items& deleted, const Run& run);
HOLDFAST_EXPORT Json repair_document(const tasks::BuiltObjective& built,
                                     const registry::OptionValues& algorithm,
                                     const tasks::RepairResult& result, const Run& run);
HOLDFAST_EXPORT Json replan_document(const tasks::BuiltObjective& built,
                                     const registry::OptionValues& algorithm,
                                     std::span<const tasks::RepairResult> rounds, const Run& run);
HOLDFAST_EXPORT Json ratios_document(const tasks::BuiltObjective& built, const Ratios& ratios,
                                     const Run& run);
HOLDFAST_EXPORT Json guarantee_document(const tasks::GuaranteeResult& result,
                                        const tasks::BuiltObjective* built, const Ratios* ratios,
                                        const Run& run);

}  // namespace holdfast::documents
