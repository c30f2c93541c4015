#include "holdfast/documents/result_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/documents/json_parts.hpp"
#include "holdfast/documents/page_models.hpp"
#include "holdfast/documents/page_sets.hpp"
#include "holdfast/documents/report_parts.hpp"
#include "holdfast/objectives/combined/scenarios.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/share_name.hpp"

namespace holdfast::documents {
namespace {

using registry::OptionKind;

Json place_json(const std::optional<Places>& places, Item item) {
  if (!places) return nullptr;
  const auto& place = places->of_item[static_cast<std::size_t>(item)];
  return place ? Json(*place) : Json(nullptr);
}

Json set_json(const Objective& objective, const PageSet& set, const PageRequest& request) {
  const Items items = set.selection.items();
  std::unordered_map<Item, std::size_t> place;
  for (std::size_t i = 0; i < items.size(); ++i) place.emplace(items[i], i);
  const auto worths = tasks::item_worths(set.selection);
  Json list = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    list.push_back({{"index", objective.given_index(items[i])},
                    {"name", objective.item_name(items[i])},
                    {"part", i < set.parts.size() ? Json(set.parts[i]) : Json(nullptr)},
                    {"alone", finite(worths[i].alone)},
                    {"loss", finite(worths[i].loss)},
                    {"place", place_json(request.places, items[i])}});
  }
  Json model = page_model(objective, set);
  Json spares = Json::array();
  for (const Item item : set.spares)
    spares.push_back(
        {{"name", objective.item_name(item)}, {"place", place_json(request.places, item)}});
  const bool computes = model["kind"] != "patterns";
  Json curve = Json::array();
  for (const Deletion& point : set.curve) {
    Json deleted = Json::array();
    for (const Item item : point.items) deleted.push_back(place.at(item));
    curve.push_back(
        {{"value", finite(point.value)},
         {"at_least", finite(point.at_least)},
         {"proven", point.proven},
         {"adversary", point.adversary},
         {"deleted", std::move(deleted)},
         {"repair", computes ? Json(nullptr) : repair_json_after(objective, set, point)}});
  }
  return {{"name", set.name},
          {"value", finite(set.selection.value)},
          {"items", std::move(list)},
          {"curve", std::move(curve)},
          {"spares", std::move(spares)},
          {"model", std::move(model)}};
}

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

/// What the objective was made of, in the words of its options.
void add_sources(Json& head, const registry::OptionValues& options) {
  head["data"] = Json::array();
  head["target"] = nullptr;
  head["settings"] = Json::array();
  for (const auto& option : options.table()) {
    if (!options.is_given(option.name)) continue;
    const std::string text = registry::to_text(options.value(option.name));
    if (option.kind == OptionKind::file) {
      head["data"].push_back(file_name(text));
    } else if (option.name == "target") {
      head["target"] = text;
    } else {
      head["settings"].push_back(fmt::format("{} {}", option.name, text));
    }
  }
}

Json head_json(const tasks::BuiltObjective& built, const Json& result, const PageRequest& request,
               const Run& run) {
  Json head{{"objective", built.objective->name()}, {"items", built.objective->size()}};
  add_sources(head, built.options);
  head["facts"] = Json::array();
  for (const auto& fact : built.facts) {
    std::string name = fact.name;
    std::ranges::replace(name, '_', ' ');
    head["facts"].push_back(fmt::format("{} {}", registry::to_text(fact.value), name));
  }
  head["algorithm"] = result.contains("algorithm") ? result["algorithm"]["name"] : Json(nullptr);
  head["adversary"] = request.adversary.owner();
  head["command"] = request.command;
  const Json made = made_json(request.command, run.seed(), run.threads());
  for (const auto* key : {"version", "seed", "date"}) head[key] = made[key];
  return head;
}

Json measure_json(const tasks::BuiltObjective& built) {
  const auto name = tasks::share_name(built);
  const auto largest = built.objective->largest_value();
  const bool known = largest && *largest > 0.0;
  return {{"largest", known ? Json(finite(*largest)) : Json(nullptr)},
          {"r_squared", name.is_r_squared},
          {"whole", name.whole}};
}

/// The places of items that are in none of the sets; some thousands say enough.
Json map_json(const Objective& objective, const std::vector<PageSet>& sets,
              const std::optional<Places>& places) {
  constexpr std::size_t most_others = 5000;
  if (!places) return nullptr;
  std::vector<bool> shown(static_cast<std::size_t>(objective.size()), false);
  for (const PageSet& set : sets) {
    for (const auto& step : set.selection.steps) shown[static_cast<std::size_t>(step.item)] = true;
  }
  Json others = Json::array();
  for (const Item item : objective.all_items()) {
    const auto at = static_cast<std::size_t>(item);
    if (shown[at] || !places->of_item[at] || others.size() >= most_others) continue;
    others.push_back({{"name", objective.item_name(item)}, {"place", *places->of_item[at]}});
  }
  return {{"geographic", places->geographic}, {"others", std::move(others)}};
}

/// What the page says about a certificate, from a document that carries one.
Json certificate_part(const Json& result, const std::string& kind) {
  if (kind == "certificate") {
    Json part = result;
    for (const auto* key : {"schema", "objective", "items", "version", "threads", "seed"})
      part.erase(key);
    return part;
  }
  return result.contains("certificate") ? result["certificate"] : Json(nullptr);
}

Json repair_part(const Json& round) {
  if (!round.contains("before")) return nullptr;
  return {{"before", round["before"]["value"]},
          {"left", round["left"]["value"]},
          {"deleted", round["deleted_names"]},
          {"added", round["added_names"]}};
}

/// Where in the list of the set's items these are, which documents give by index; others are left
/// out.
Json positions(const Json& indices, const Json& items) {
  Json found = Json::array();
  for (const Json& index : indices) {
    const auto own =
        std::ranges::find_if(items, [&](const Json& item) { return item["index"] == index; });
    if (own != items.end()) found.push_back(own - items.begin());
  }
  return found;
}

Json protection_part(const Json& result, const std::string& kind) {
  if (kind != "protection") return nullptr;
  const Json& items = result["items"];
  return {{"protected", positions(result["protected"], items)},
          {"deleted", positions(result["deleted"], items)},
          {"value", result["value"]},
          {"proven", result["proven"]},
          {"at_most", result["at_most"]},
          {"unprotected", result["unprotected"]["value"]}};
}

/// The worst events first; some hundreds say enough.
Json assessment_part(const Json& result, const std::string& kind) {
  constexpr std::size_t most_events = 1000;
  if (kind != "assessment") return nullptr;
  Json part{{"mean", result["mean"]},
            {"tail", result["tail"]},
            {"cvar", result["cvar"]},
            {"standard_error", result.value("standard_error", Json(nullptr))},
            {"different", result["events"].size()},
            {"events", Json::array()}};
  for (const Json& event : result["events"]) {
    if (part["events"].size() == most_events) break;
    part["events"].push_back({{"event", event["event"]},
                              {"value", event["value"]},
                              {"weight", event["weight"]},
                              {"lost", positions(event["lost"], result["items"])}});
  }
  return part;
}

/// The set function that a page computes with: under events, that of what they leave.
const Objective& shown_objective(const tasks::BuiltObjective& built, const std::string& kind) {
  if (kind != "assessment") return *built.objective;
  return dynamic_cast<const ScenariosObjective&>(*built.objective).base();
}

}  // namespace

std::string page_json(const tasks::BuiltObjective& built, const std::string& result,
                      const PageRequest& request, const Run& run) {
  const Json parsed = Json::parse(result);
  const std::string kind = page_kind(parsed);
  const Objective& objective = shown_objective(built, kind);
  const Json& told =
      kind == "repair" && parsed.contains("rounds") ? parsed["rounds"].back() : parsed;
  const auto sets =
      page_sets(objective, kind, told, *registry::make_adversary(request.adversary), run);
  Json page;
  page["schema"] = "holdfast.page/1";
  page["kind"] = kind;
  page["head"] = head_json(built, parsed, request, run);
  page["measure"] = measure_json(built);
  page["tau"] = told.value("tau", 0);
  page["interrupted"] = told.value("interrupted", false);
  page["sets"] = Json::array();
  for (const PageSet& set : sets) page["sets"].push_back(set_json(objective, set, request));
  page["certificate"] = certificate_part(parsed, kind);
  page["repair"] = repair_part(told);
  page["protection"] = protection_part(parsed, kind);
  page["assessment"] = assessment_part(parsed, kind);
  page["map"] = map_json(objective, sets, request.places);
  return page.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace holdfast::documents
