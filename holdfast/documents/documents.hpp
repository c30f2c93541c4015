#pragma once

#include <nlohmann/json.hpp>

#include "holdfast/documents/results_json.hpp"

/// The documents of results_json.hpp before they become text, for the Python package, which makes
/// its own objects of them. Private: the library's users need no header of another library.
namespace holdfast::registry {

using Json = nlohmann::ordered_json;

HOLDFAST_EXPORT Json selection_document(const BuiltObjective& built, const OptionValues& algorithm,
                                        const SelectionResult& result, const Run& run,
                                        const Explanation* explanation,
                                        const Certificate* certificate = nullptr);
HOLDFAST_EXPORT Json deletion_document(const BuiltObjective& built, Item tau,
                                       const AttackResult& result, const Run& run);
HOLDFAST_EXPORT Json certificate_document(const BuiltObjective& built,
                                          const Certificate& certificate, const Run& run);
HOLDFAST_EXPORT Json curve_document(const BuiltObjective& built, const Problem& problem,
                                    Item tau_max, const CurveResult& result, const Run& run);
HOLDFAST_EXPORT Json repair_document(const BuiltObjective& built, const OptionValues& algorithm,
                                     const RepairResult& result, const Run& run);
HOLDFAST_EXPORT Json replan_document(const BuiltObjective& built, const OptionValues& algorithm,
                                     std::span<const RepairResult> rounds, const Run& run);
HOLDFAST_EXPORT Json ratios_document(const BuiltObjective& built, const Ratios& ratios,
                                     const Run& run);
HOLDFAST_EXPORT Json guarantee_document(const GuaranteeResult& result, const BuiltObjective* built,
                                        const Ratios* ratios, const Run& run);

}  // namespace holdfast::registry
