#include "holdfast/documents/results_json.hpp"

#include <algorithm>

#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"
#include "holdfast/documents/theory_json.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::documents {
namespace {

Json comparison_json(const Objective& objective, const tasks::Judged& judged) {
  Json json;
  json["items"] = indexed_json(objective, judged.selection.items());
  add_value(json, objective, judged.selection.value);
  json["worst_case"] = deletion_core(objective, judged.worst());
  json["worst_case"]["deleted_names"] = names_json(objective, judged.worst().items);
  return json;
}

}  // namespace

Json selection_document(const tasks::BuiltObjective& built, const tasks::Selected& selected,
                        const Run& run) {
  const Objective& objective = *built.objective;
  const Selection& selection = selected.judged.selection;
  Json json;
  json["schema"] = "holdfast.selection/1";
  json["objective"] = objective_json(built);
  json["algorithm"] = named(selected.algorithm);
  json["k"] = selection.problem.k;
  json["tau"] = selection.problem.tau;
  json["seed"] = selection.seed;
  add_constraints(json, objective, selection.problem.constraints);
  json["items"] = steps_json(objective, selection, selected.judged.worths);
  add_value(json, objective, selection.value);
  if (selected.standard_error) json["standard_error"] = finite(*selected.standard_error);
  if (const Constraints& limits = selection.problem.constraints; limits.has_costs())
    json["spent"] = finite(limits.cost(selection.items()));
  json["worst_case"] = Json::object();
  add_worst_case(json["worst_case"], objective, selected.judged);
  if (selected.protection) {
    json["protect"] = selected.protection->most;
    add_protection(json["protection"], objective, *selected.protection);
  }
  if (selected.greedy) json["greedy"] = comparison_json(objective, *selected.greedy);
  if (selected.explanation) json["guarantee"] = explanation_json(*selected.explanation, objective);
  if (selected.certificate) add_certificate(json["certificate"], *selected.certificate, objective);
  json["stopped"] = selection.stopped;
  json["interrupted"] = selection.interrupted();
  json["evaluations"] = selection.evaluations;
  json["seconds"] = selection.seconds;
  add_machine(json, run);
  return json;
}

Json deletion_document(const tasks::BuiltObjective& built, const tasks::Judged& judged,
                       const Run& run) {
  Json json;
  json["schema"] = "holdfast.deletion/1";
  json["objective"] = objective_json(built);
  json["tau"] = judged.selection.problem.tau;
  json["seed"] = run.seed();
  json["items"] = indexed_json(*built.objective, judged.selection.items());
  add_value(json, *built.objective, judged.selection.value, "intact_");
  add_worst_case(json, *built.objective, judged);
  add_machine(json, run);
  return json;
}

Json curve_document(const tasks::BuiltObjective& built, const Problem& problem, Item tau_max,
                    const tasks::CurveResult& result, const Run& run) {
  Json json;
  json["schema"] = "holdfast.curve/1";
  json["objective"] = objective_json(built);
  json["k"] = problem.k;
  json["tau"] = problem.tau;
  json["tau_max"] = tau_max;
  json["seed"] = run.seed();
  add_constraints(json, *built.objective, problem.constraints);
  json["interrupted"] = std::ranges::any_of(
      result.curves, [](const auto& curve) { return curve.selection.interrupted(); });
  json["curves"] = Json::array();
  for (const auto& curve : result.curves) {
    Json points = Json::array();
    for (std::size_t tau = 0; tau < curve.worst.size(); ++tau) {
      Json point{{"tau", tau}};
      point.update(deletion_core(*built.objective, curve.worst[tau]));
      points.push_back(std::move(point));
    }
    json["curves"].push_back({{"algorithm", named(curve.algorithm)},
                              {"items", steps_json(*built.objective, curve.selection)},
                              {"points", std::move(points)},
                              {"evaluations", curve.selection.evaluations},
                              {"seconds", curve.selection.seconds}});
  }
  json["skipped"] = skipped_json(result.skipped);
  add_machine(json, run);
  return json;
}

std::string dataset_json(const registry::OptionValues& generator, std::uint64_t seed,
                         std::span<const std::string> files) {
  Json json;
  json["schema"] = "holdfast.dataset/1";
  json["dataset"] = named(generator);
  json["seed"] = seed;
  json["files"] = files;
  json["version"] = registry::version();
  return written(json);
}

std::string selection_json(const tasks::BuiltObjective& built, const tasks::Selected& selected,
                           const Run& run) {
  return written(selection_document(built, selected, run));
}

std::string deletion_json(const tasks::BuiltObjective& built, const tasks::Judged& judged,
                          const Run& run) {
  return written(deletion_document(built, judged, run));
}

std::string curve_json(const tasks::BuiltObjective& built, const Problem& problem, Item tau_max,
                       const tasks::CurveResult& result, const Run& run) {
  return written(curve_document(built, problem, tau_max, result, run));
}

std::string ratios_json(const tasks::BuiltObjective& built, const Ratios& ratios, const Run& run) {
  return written(ratios_document(built, ratios, run));
}

std::string guarantee_json(const tasks::GuaranteeResult& result, const tasks::BuiltObjective* built,
                           const Ratios* ratios, const Run& run) {
  return written(guarantee_document(result, built, ratios, run));
}

}  // namespace holdfast::documents
