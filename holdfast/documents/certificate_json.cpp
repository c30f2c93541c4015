#include <algorithm>

#include "holdfast/documents/documents.hpp"
#include "holdfast/documents/json_parts.hpp"
#include "holdfast/documents/theory_json.hpp"
#include "holdfast/tasks/certify.hpp"

namespace holdfast::documents {
namespace {

Json interval_json(const Certificate& certificate, const Objective& objective) {
  const WorstCase& worst = certificate.worst_case;
  const Deletion& attack = worst.attacks.front();
  Json json{{"lower", finite(worst.lower)},
            {"upper", finite(worst.upper)},
            {"proven", worst.lower >= worst.upper},
            {"lower_by", worst.lower_by},
            {"upper_by", attack.adversary},
            {"deleted", indices_json(objective, attack.items)},
            {"deleted_names", names_json(objective, attack.items)}};
  if (!worst.refused.empty()) json["refused"] = worst.refused;
  return json;
}

Json bound_json(const OptimumBound& bound, const Objective& objective) {
  return {{"method", bound.method},
          {"value", finite(bound.value)},
          {"without", indices_json(objective, bound.without)},
          {"without_names", names_json(objective, bound.without)}};
}

void add_promise(Json& json, const APriori& promised) {
  if (!promised.guarantee) {
    json["a_priori"] = nullptr;
    json["a_priori_why"] = promised.why;
    return;
  }
  json["a_priori"] = finite(promised.guarantee->value);
  json["a_priori_of"] = tasks::promised_to(promised);
  json["a_priori_by"] = to_string(promised.guarantee->statement);
}

}  // namespace

void add_certificate(Json& json, const Certificate& certificate, const Objective& objective) {
  json["worst_case"] = interval_json(certificate, objective);
  json["optimum_upper"] = finite(certificate.optimum_upper());
  json["proven_share"] = finite(certificate.proven_share());
  if (const auto least = objective.cost(certificate.optimum_upper())) {
    const WorstCase& worst = certificate.worst_case;
    json["worst_case"]["cost_lower"] = finite(*objective.cost(worst.upper));
    json["worst_case"]["cost_upper"] = finite(*objective.cost(worst.lower));
    json["optimum_cost_lower"] = finite(std::max(0.0, *least));
  }
  add_promise(json, certificate.promised);
  json["bounds"] = Json::array();
  for (const OptimumBound& bound : certificate.bounds)
    json["bounds"].push_back(bound_json(bound, objective));
  json["seconds"] = certificate.seconds;
}

Json certificate_document(const tasks::BuiltObjective& built, const Certificate& certificate,
                          const Run& run) {
  Json json;
  json["schema"] = "holdfast.certificate/1";
  json["objective"] = objective_json(built);
  json["k"] = certificate.problem.k;
  json["tau"] = certificate.problem.tau;
  json["seed"] = run.seed();
  json["items"] = indexed_json(*built.objective, certificate.items);
  json["value"] = finite(certificate.value);
  if (const auto part = tasks::share(*built.objective, certificate.value))
    json["share"] = finite(*part);
  add_certificate(json, certificate, *built.objective);
  add_machine(json, run);
  return json;
}

std::string certificate_json(const tasks::BuiltObjective& built, const Certificate& certificate,
                             const Run& run) {
  return written(certificate_document(built, certificate, run));
}

}  // namespace holdfast::documents
