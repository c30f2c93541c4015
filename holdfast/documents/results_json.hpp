#pragma once

#include <span>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/tasks/certify.hpp"
#include "holdfast/tasks/explain.hpp"
#include "holdfast/tasks/repair.hpp"
#include "holdfast/tasks/tasks.hpp"

/// Results as JSON texts, the documents of the command line and of Python's to_dict. Keys are a
/// contract: they may be added to, never renamed. Numbers read back as the same doubles; bytes of
/// names that are no UTF-8 become U+FFFD.
namespace holdfast::registry {

/// holdfast.selection/1; with "guarantee" if an explanation is given, and with "certificate" if one
/// is.
HOLDFAST_EXPORT std::string selection_json(const BuiltObjective& built,
                                           const OptionValues& algorithm,
                                           const SelectionResult& result, const Run& run,
                                           const Explanation* explanation = nullptr,
                                           const Certificate* certificate = nullptr);
/// holdfast.deletion/1.
HOLDFAST_EXPORT std::string deletion_json(const BuiltObjective& built, Item tau,
                                          const AttackResult& result, const Run& run);
/// holdfast.certificate/1.
HOLDFAST_EXPORT std::string certificate_json(const BuiltObjective& built,
                                             const Certificate& certificate, const Run& run);
/// holdfast.curve/1.
HOLDFAST_EXPORT std::string curve_json(const BuiltObjective& built, const Problem& problem,
                                       Item tau_max, const CurveResult& result, const Run& run);
/// holdfast.repair/1.
HOLDFAST_EXPORT std::string repair_json(const BuiltObjective& built, const OptionValues& algorithm,
                                        const RepairResult& result, const Run& run);
/// holdfast.replan/1: one entry a round, each with the keys of holdfast.repair/1 that differ.
HOLDFAST_EXPORT std::string replan_json(const BuiltObjective& built, const OptionValues& algorithm,
                                        std::span<const RepairResult> rounds, const Run& run);
/// holdfast.dataset/1: what was generated, and where it is.
HOLDFAST_EXPORT std::string dataset_json(const OptionValues& generator, std::uint64_t seed,
                                         std::span<const std::string> files);

/// holdfast.ratios/1.
HOLDFAST_EXPORT std::string ratios_json(const BuiltObjective& built, const Ratios& ratios,
                                        const Run& run);
/// holdfast.guarantee/1; `built` and `ratios` are those that the guarantee came from, if any.
HOLDFAST_EXPORT std::string guarantee_json(const GuaranteeResult& result,
                                           const BuiltObjective* built, const Ratios* ratios,
                                           const Run& run);

}  // namespace holdfast::registry
