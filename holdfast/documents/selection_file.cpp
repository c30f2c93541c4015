#include "holdfast/documents/selection_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"

namespace holdfast::documents {
namespace {

using InputJson = nlohmann::json;

constexpr const char* schema = "holdfast.selection/1";
constexpr const char* repaired = "holdfast.repair/1";

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw InvalidInput(fmt::format("{}: {}", path, what));
}

/// A document of the first schema, or of another that will do; `command` makes such a file.
InputJson parsed(const std::string& path, const std::vector<std::string>& schemas,
                 const char* command) {
  const std::string text = read_file_whole(path);
  const InputJson json = InputJson::parse(text, nullptr, false);
  if (json.is_discarded()) {
    fail(path, fmt::format("is not JSON; give the output of holdfast {} --format json", command));
  }
  const InputJson said = json.is_object() ? json.value("schema", InputJson()) : InputJson();
  if (!said.is_string() || std::ranges::find(schemas, said.get<std::string>()) == schemas.end()) {
    fail(path,
         fmt::format("has no \"schema\": \"{}\"; give the output of holdfast {} --format json",
                     schemas.front(), command));
  }
  return json;
}

std::optional<Item> as_item(const InputJson& json) {
  if (!json.is_number_integer() || json < 0 || json > std::numeric_limits<Item>::max()) {
    return std::nullopt;
  }
  return json.get<Item>();
}

std::vector<SelectionFile::Named> items_of(const InputJson& json, const std::string& path) {
  const auto list = json.find("items");
  if (list == json.end() || !list->is_array()) fail(path, "has no list \"items\"");
  std::vector<SelectionFile::Named> items;
  for (const auto& entry : *list) {
    const auto index =
        entry.is_object() ? as_item(entry.value("index", InputJson())) : std::nullopt;
    if (!index) {
      fail(path,
           fmt::format("items[{}] has no \"index\" that is a whole number >= 0", items.size()));
    }
    const InputJson name = entry.value("name", InputJson());
    items.push_back(
        {*index, name.is_string() ? std::optional(name.get<std::string>()) : std::nullopt});
  }
  return items;
}

registry::OptionValue as_option(const InputJson& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned() && json > std::numeric_limits<std::int64_t>::max()) return {};
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_array()) return {};
  std::vector<std::string> list;
  for (const auto& member : json) {
    if (!member.is_string()) return {};
    list.push_back(member.get<std::string>());
  }
  return list;
}

void read_objective(const InputJson& json, SelectionFile& file) {
  const auto objective = json.find("objective");
  if (objective == json.end() || !objective->is_object()) return;
  for (const auto& [key, value] : objective->items()) {
    if (key == "name") {
      if (value.is_string()) file.objective = value.get<std::string>();
    } else {
      std::string name = key;
      std::ranges::replace(name, '_', '-');
      file.objective_options[name] = as_option(value);
    }
  }
}

std::optional<double> beta_of(const InputJson& algorithm) {
  if (!algorithm.is_object() ||
      algorithm.value("name", InputJson()) != InputJson("oblivious-greedy"))
    return std::nullopt;
  const InputJson beta = algorithm.value("beta", InputJson());
  return beta.is_number() ? std::optional(beta.get<double>()) : std::nullopt;
}

std::optional<Deletion> worst_of(const InputJson& worst_case) {
  const InputJson deleted =
      worst_case.is_object() ? worst_case.value("deleted", InputJson()) : InputJson();
  const InputJson adversary =
      worst_case.is_object() ? worst_case.value("adversary", InputJson()) : InputJson();
  if (!deleted.is_array() || !adversary.is_string()) return std::nullopt;
  Deletion worst;
  worst.adversary = adversary.get<std::string>();
  for (const InputJson& entry : deleted) {
    const auto item = as_item(entry);
    if (!item) return std::nullopt;
    worst.items.push_back(*item);
  }
  return worst;
}

SelectionFile set_of(const InputJson& json, const std::string& path) {
  SelectionFile file;
  file.path = path;
  file.items = items_of(json, path);
  file.k = as_item(json.value("k", InputJson()));
  file.tau = as_item(json.value("tau", InputJson()));
  file.beta = beta_of(json.value("algorithm", InputJson()));
  file.worst = worst_of(json.value("worst_case", InputJson()));
  read_objective(json, file);
  return file;
}

Summary::Level level_of(const InputJson& json, const std::string& path) {
  const InputJson threshold = json.is_object() ? json.value("threshold", InputJson()) : InputJson();
  const InputJson chosen = json.is_object() ? json.value("chosen", InputJson()) : InputJson();
  if (!threshold.is_number() || !chosen.is_array())
    fail(path, "has a level without \"threshold\" and \"chosen\"");
  Summary::Level level{threshold.get<double>(), {}, {}};
  for (const InputJson& entry : chosen) {
    const auto item = as_item(entry);
    if (!item) fail(path, "has a level that chose what is no index");
    level.chosen.push_back(*item);
  }
  return level;
}

}  // namespace

SelectionFile read_selection(const std::string& path) {
  return set_of(parsed(path, {schema, repaired}, "select"), path);
}

SummaryFile read_summary(const std::string& path) {
  const InputJson json = parsed(path, {"holdfast.summary/1"}, "summarize");
  SummaryFile file{set_of(json, path)};
  if (const InputJson epsilon = json.value("epsilon", InputJson()); epsilon.is_number())
    file.epsilon = epsilon.get<double>();
  const auto levels = json.find("levels");
  if (levels == json.end() || !levels->is_array()) fail(path, "has no list \"levels\"");
  for (const InputJson& level : *levels) file.levels.push_back(level_of(level, path));
  return file;
}

std::vector<Summary::Level> levels_for(const SummaryFile& file, const Objective& objective) {
  std::vector<Summary::Level> levels = file.levels;
  try {
    for (auto& level : levels) level.chosen = objective.items_given_as(level.chosen);
  } catch (const std::invalid_argument& error) {
    fail(file.set.path, error.what());
  }
  return levels;
}

Items items_for(const SelectionFile& file, const Objective& objective) {
  Items indices;
  for (const auto& one : file.items) indices.push_back(one.index);
  Items items;
  try {
    items = objective.items_given_as(indices);
  } catch (const std::invalid_argument& error) {
    fail(file.path, error.what());
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& [index, name] = file.items[i];
    if (name && *name != objective.item_name(items[i])) {
      fail(file.path,
           fmt::format("item {} is called {} there and {} here; give the data from which "
                       "the selection was made",
                       index, *name, objective.item_name(items[i])));
    }
  }
  return items;
}

std::optional<Deletion> worst_for(const SelectionFile& file, const Objective& objective) {
  if (!file.worst) return std::nullopt;
  Deletion worst = *file.worst;
  try {
    worst.items = objective.items_given_as(worst.items);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return worst;
}

}  // namespace holdfast::documents
