#include <algorithm>

#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"

namespace holdfast::documents {
namespace {

Json point_json(const Objective& objective, const tasks::Judged& judged) {
  const Selection& selection = judged.selection;
  const Constraints& limits = selection.problem.constraints;
  Json json{{"cost_limit", finite(limits.cost_limit)},
            {"spent", finite(limits.cost(selection.items()))}};
  add_value(json, objective, selection.value);
  json["worst_case"] = deletion_core(objective, judged.worst());
  json["items"] = steps_json(objective, selection, judged.worths);
  json["evaluations"] = selection.evaluations;
  json["seconds"] = selection.seconds;
  return json;
}

}  // namespace

Json cost_curve_document(const tasks::BuiltObjective& built, const Problem& problem,
                         const tasks::CostCurveResult& result, const Run& run) {
  Json json;
  json["schema"] = "holdfast.cost-curve/1";
  json["objective"] = objective_json(built);
  json["k"] = problem.k;
  json["tau"] = problem.tau;
  json["seed"] = run.seed();
  Constraints most = problem.constraints;
  most.cost_limit = result.limits.back();
  add_constraints(json, *built.objective, most);
  json["cost_limits"] = result.limits;
  json["interrupted"] = std::ranges::any_of(result.curves, [](const auto& curve) {
    return std::ranges::any_of(curve.points,
                               [](const auto& point) { return point.selection.interrupted(); });
  });
  json["curves"] = Json::array();
  for (const auto& curve : result.curves) {
    Json points = Json::array();
    for (const auto& point : curve.points) points.push_back(point_json(*built.objective, point));
    json["curves"].push_back({{"algorithm", named(curve.algorithm)}, {"points", points}});
  }
  json["skipped"] = skipped_json(result.skipped);
  add_machine(json, run);
  return json;
}

std::string cost_curve_json(const tasks::BuiltObjective& built, const Problem& problem,
                            const tasks::CostCurveResult& result, const Run& run) {
  return written(cost_curve_document(built, problem, result, run));
}

}  // namespace holdfast::documents
