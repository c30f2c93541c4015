#pragma once

#include <span>
#include <string>

#include "holdfast/documents/documents.hpp"
#include "holdfast/tasks/build_objective.hpp"
#include "holdfast/tasks/curve.hpp"
#include "holdfast/tasks/judge.hpp"
#include "holdfast/tasks/protect.hpp"

/// What the JSON documents have in common. Private to this folder.
namespace holdfast::documents {

/// JSON has no NaN and no infinity, and nobody should compute with one unawares: NumericFailure.
double finite(double value);
Json as_json(const registry::OptionValue& value);
/// What was given, and defaults.
void add_options(Json& json, const registry::OptionValues& options);
/// The owner's name and its options.
Json named(const registry::OptionValues& options);
Json objective_json(const tasks::BuiltObjective& built);
/// The items' numbers as the user counts.
Json indices_json(const Objective& objective, const Items& items);
Json names_json(const Objective& objective, const Items& items);
/// The index and the name of each.
Json indexed_json(const Objective& objective, const Items& items);
/// "value" and, where the objective knows them, "share" and "cost".
void add_value(Json& json, const Objective& objective, double value,
               const std::string& prefix = "");
/// One attack: who, what is left, what is gone.
Json deletion_core(const Objective& objective, const Deletion& deletion);
/// The worst attack with all that are known.
void add_worst_case(Json& json, const Objective& objective, const tasks::Judged& judged);
/// The chosen items, step by step; with what each is worth where that is known.
Json steps_json(const Objective& objective, const Selection& selection,
                std::span<const tasks::ItemWorth> worths = {});
/// What is protected, what the worst losses then leave, and what they leave without it.
void add_protection(Json& json, const Objective& objective, const tasks::Protection& protection);
/// "constraints", if there are any.
void add_constraints(Json& json, const Objective& objective, const Constraints& constraints);
/// Algorithms that were left out of a curve, and why.
Json skipped_json(std::span<const tasks::Skipped> skipped);
/// Indented, with a line break at the end.
std::string written(const Json& json);
/// Threads and version.
void add_machine(Json& json, const Run& run);

}  // namespace holdfast::documents
