#pragma once

#include <span>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/tasks/assess.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/cost_curve.hpp"
#include "holdfast/tasks/curve.hpp"
#include "holdfast/tasks/guarantee.hpp"
#include "holdfast/tasks/protect.hpp"
#include "holdfast/tasks/repair.hpp"
#include "holdfast/tasks/select.hpp"
#include "holdfast/tasks/summarize.hpp"

/// Results as JSON texts, the documents of the command line and of Python's to_dict. Keys are a
/// contract: they may be added to, never renamed. Numbers read back as the same doubles; bytes of
/// names that are no UTF-8 become U+FFFD.
namespace holdfast::documents {

/// holdfast.selection/1; with "guarantee" and "certificate" where they were asked for.
HOLDFAST_EXPORT std::string selection_json(const tasks::BuiltObjective& built,
                                           const tasks::Selected& selected, const Run& run);
/// holdfast.deletion/1.
HOLDFAST_EXPORT std::string deletion_json(const tasks::BuiltObjective& built,
                                          const tasks::Judged& judged, const Run& run);
/// holdfast.assessment/1.
HOLDFAST_EXPORT std::string assessment_json(const tasks::BuiltObjective& built,
                                            const tasks::Assessment& assessment, const Run& run);
/// holdfast.protection/1.
HOLDFAST_EXPORT std::string protection_json(const tasks::BuiltObjective& built,
                                            const tasks::Protection& protection, const Run& run);
/// holdfast.certificate/1.
HOLDFAST_EXPORT std::string certificate_json(const tasks::BuiltObjective& built,
                                             const Certificate& certificate, const Run& run);
/// holdfast.curve/1.
HOLDFAST_EXPORT std::string curve_json(const tasks::BuiltObjective& built, const Problem& problem,
                                       Item tau_max, const tasks::CurveResult& result,
                                       const Run& run);
/// holdfast.cost-curve/1.
HOLDFAST_EXPORT std::string cost_curve_json(const tasks::BuiltObjective& built,
                                            const Problem& problem,
                                            const tasks::CostCurveResult& result, const Run& run);
/// holdfast.summary/1.
HOLDFAST_EXPORT std::string summary_json(const tasks::BuiltObjective& built,
                                         const tasks::SummaryResult& result, const Run& run);
/// holdfast.selection/1, with "summary": what it was chosen from.
HOLDFAST_EXPORT std::string summary_choice_json(const tasks::BuiltObjective& base,
                                                const tasks::SummaryChoice& choice,
                                                const Items& deleted, const Run& run);
/// holdfast.repair/1.
HOLDFAST_EXPORT std::string repair_json(const tasks::BuiltObjective& built,
                                        const registry::OptionValues& algorithm,
                                        const tasks::RepairResult& result, const Run& run);
/// holdfast.replan/1: one entry a round, each with the keys of holdfast.repair/1 that differ.
HOLDFAST_EXPORT std::string replan_json(const tasks::BuiltObjective& built,
                                        const registry::OptionValues& algorithm,
                                        std::span<const tasks::RepairResult> rounds,
                                        const Run& run);
/// holdfast.dataset/1: what was generated, and where it is.
HOLDFAST_EXPORT std::string dataset_json(const registry::OptionValues& generator,
                                         std::uint64_t seed, std::span<const std::string> files);

/// holdfast.ratios/1.
HOLDFAST_EXPORT std::string ratios_json(const tasks::BuiltObjective& built, const Ratios& ratios,
                                        const Run& run);
/// holdfast.guarantee/1; `built` and `ratios` are those that the guarantee came from, if any.
HOLDFAST_EXPORT std::string guarantee_json(const tasks::GuaranteeResult& result,
                                           const tasks::BuiltObjective* built, const Ratios* ratios,
                                           const Run& run);

}  // namespace holdfast::documents
