#include "cli/request.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "cli/option_groups.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionValues;
using registry::Spelling;

template <class Entry>
void add_owners(std::vector<std::string>& owners, const std::vector<Entry>& entries,
                const std::string& chosen_by, const std::string& option) {
  for (const auto& entry : entries) {
    auto table = entry.options;
    if constexpr (requires { entry.all_options(); }) table = entry.all_options();
    if (std::ranges::find(table, option, &registry::Option::name) != table.end()) {
      owners.push_back(fmt::format("{} {}", chosen_by, entry.name));
    }
  }
}

}  // namespace

Request::Request(const Arguments& arguments)
    : arguments_(arguments), used_(arguments.names().size(), false) {
  for (const auto& option : common_options()) use(option.name);
}

void Request::use(std::string_view name) {
  const auto& names = arguments_.names();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) used_[static_cast<std::size_t>(found - names.begin())] = true;
}

OptionValues Request::options_of(const std::string& owner, std::vector<registry::Option> table) {
  OptionValues values(owner, std::move(table), Spelling::command_line);
  for (const auto& option : values.table()) {
    if (const auto* text = arguments_.find(option.name)) {
      values.set_text(option.name, *text);
      use(option.name);
    }
  }
  return values;
}

std::string Request::choice(const std::string& name, const std::string& usual) {
  use(name);
  const auto* text = arguments_.find(name);
  return text == nullptr ? usual : *text;
}

Item Request::count(const std::string& name, const std::string& help) {
  if (!arguments_.has(name)) {
    throw std::invalid_argument(fmt::format("--{} N is needed: {}", name, help));
  }
  return count_or(name, 0);
}

Item Request::count_or(const std::string& name, Item usual) {
  const auto* text = arguments_.find(name);
  if (text == nullptr) return usual;
  use(name);
  const auto value = parse(count_option(name.c_str(), ""), *text, Spelling::command_line);
  return static_cast<Item>(std::get<std::int64_t>(value));
}

OptionValues Request::objective(const std::string& usual) {
  const auto& entry = registry::find_objective(choice("objective", usual));
  return options_of(entry.name, entry.all_options());
}

OptionValues Request::algorithm(const std::string& name) {
  const auto& entry = registry::find_algorithm(name);
  return options_of(entry.name, entry.options);
}

OptionValues Request::adversary() {
  const auto& entry = registry::find_adversary(choice("adversary", registry::default_adversary));
  return options_of(entry.name, entry.options);
}

Item asked_k(Request& request, const Arguments& arguments) {
  if (arguments.has("cost-limit")) return request.count_or("k", std::numeric_limits<Item>::max());
  return request.count("k", "how many items to choose");
}

void Request::refuse_unused() const {
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (used_[i]) continue;
    const std::string& name = arguments_.names()[i];
    std::vector<std::string> owners;
    add_owners(owners, registry::objectives(), "--objective", name);
    add_owners(owners, registry::algorithms(), "--algorithm", name);
    add_owners(owners, registry::adversaries(), "--adversary", name);
    add_owners(owners, registry::generators(), "generate", name);
    throw std::invalid_argument(
        fmt::format("--{} does nothing here; it goes with {}", name, fmt::join(owners, " or ")));
  }
}

}  // namespace holdfast::cli
