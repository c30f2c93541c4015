#include "holdfast/documents/theory_json.hpp"

#include "holdfast/documents/results_json.hpp"

namespace holdfast::documents {
namespace {

Json witness_json(const RatioWitness& witness, const Objective& objective) {
  Json json{{"first", indices_json(objective, witness.first)},
            {"second", indices_json(objective, witness.second)}};
  if (witness.item >= 0) json["item"] = objective.given_index(witness.item);
  return json;
}

Json ratio_json(const RatioValue& ratio, const Objective& objective) {
  Json json{{"value", finite(ratio.value)}, {"kind", to_string(ratio.kind)}};
  const RatioRange& range = ratio.range;
  const bool both_known = !range.why_lower.empty() && !range.why_upper.empty();
  if (ratio.kind != RatioKind::exact && both_known) {
    json["lower"] = finite(range.lower);
    json["upper"] = finite(range.upper);
    json["why_lower"] = range.why_lower;
    json["why_upper"] = range.why_upper;
  }
  json["why"] = ratio.why;
  if (ratio.witness) json["witness"] = witness_json(*ratio.witness, objective);
  return json;
}

void add_ratios(Json& json, const Ratios& ratios, const Objective& objective) {
  for (const Ratio ratio : all_ratios)
    json[to_string(ratio)] = ratio_json(ratios[ratio], objective);
  json["largest_set"] = ratios.largest_set;
  json["evaluations"] = ratios.evaluations;
  json["pairs"] = ratios.pairs;
}

Json known_json(const KnownRatios& known) {
  Json json = Json::object();
  for (const Ratio ratio : all_ratios) {
    if (const auto& one = known[ratio])
      json[to_string(ratio)] = {{"value", finite(one->value)}, {"proven", one->proven}};
  }
  return json;
}

Json statement_json(const Guarantee& one) {
  Json json{{"applies", one.applies}};
  if (!one.applies) {
    json["why"] = one.why;
    return json;
  }
  json["value"] = finite(one.value);
  json["relative_to"] = one.relative_to;
  json["proven"] = one.proven;
  json["formula"] = formula(one.statement);
  if (is_limit(one.statement)) json["limit"] = true;
  if (!one.note.empty()) json["note"] = one.note;
  return json;
}

Json best_json(const Guarantee& one) {
  return {{"statement", to_string(one.statement)},
          {"value", finite(one.value)},
          {"relative_to", one.relative_to},
          {"proven", one.proven}};
}

void add_guarantees(Json& json, const tasks::GuaranteeResult& result) {
  json["k"] = result.problem.k;
  json["tau"] = result.problem.tau;
  json["beta"] = finite(result.problem.beta);
  json["guard_size"] = guard_size(result.problem);
  for (const Guarantee& one : result.statements)
    json[to_string(one.statement)] = statement_json(one);
  if (const Guarantee* best = result.best()) json["best"] = best_json(*best);
  if (result.best_beta) {
    json["best_beta"] = best_json(result.best_beta->guarantee);
    json["best_beta"]["beta"] = finite(result.best_beta->beta);
  }
}

}  // namespace

Json explanation_json(const tasks::Explanation& explanation, const Objective& objective) {
  Json json;
  add_guarantees(json, explanation.result);
  if (!explanation.why_none.empty()) json["why"] = explanation.why_none;
  if (explanation.at_least) json["at_least"] = finite(*explanation.at_least);
  json["ratios"] = Json::object();
  add_ratios(json["ratios"], explanation.ratios, objective);
  return json;
}

Json ratios_document(const tasks::BuiltObjective& built, const Ratios& ratios, const Run& run) {
  Json json;
  json["schema"] = "holdfast.ratios/1";
  json["objective"] = objective_json(built);
  json["seed"] = run.seed();
  add_ratios(json, ratios, *built.objective);
  add_machine(json, run);
  return json;
}

Json guarantee_document(const tasks::GuaranteeResult& result, const tasks::BuiltObjective* built,
                        const Ratios* ratios, const Run& run) {
  Json json;
  json["schema"] = "holdfast.guarantee/1";
  if (built) json["objective"] = objective_json(*built);
  add_guarantees(json, result);
  json["ratios"] = known_json(result.known);
  if (built && ratios) {
    json["found"] = Json::object();
    add_ratios(json["found"], *ratios, *built->objective);
  }
  add_machine(json, run);
  return json;
}

}  // namespace holdfast::documents
