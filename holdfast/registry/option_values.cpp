#include "holdfast/registry/option_values.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "holdfast/data/suggestion.hpp"

namespace holdfast::registry {
namespace {

std::vector<std::string> names_of(const std::vector<Option>& table) {
  std::vector<std::string> names;
  for (const auto& option : table) names.push_back(option.name);
  return names;
}

std::vector<Option>::const_iterator find(const std::vector<Option>& table, std::string_view name) {
  return std::ranges::find(table, name, &Option::name);
}

}  // namespace

OptionValues::OptionValues(std::string owner, std::vector<Option> table, Spelling spelling)
    : owner_(std::move(owner)),
      spelling_(spelling),
      table_(std::move(table)),
      given_(table_.size()) {}

std::size_t OptionValues::position(std::string_view name) const {
  const auto found = find(table_, name);
  if (found != table_.end()) return static_cast<std::size_t>(found - table_.begin());
  const auto names = names_of(table_);
  if (names.empty()) {
    throw std::invalid_argument(fmt::format("{} has no option {}; it takes none", owner_, name));
  }
  const std::string hint = did_you_mean(name, names);
  throw std::invalid_argument(
      fmt::format("{} has no option {}{}", owner_, name,
                  hint.empty() ? fmt::format("; it takes {}", fmt::join(names, ", ")) : hint));
}

void OptionValues::set(std::string_view name, OptionValue value) {
  const std::size_t at = position(name);
  given_[at] = checked(table_[at], std::move(value), spelling_);
}

void OptionValues::set_text(std::string_view name, std::string_view text) {
  const std::size_t at = position(name);
  given_[at] = parse(table_[at], text, spelling_);
}

std::string OptionValues::spelling_of(std::string_view name) const {
  return spelled(table_[position(name)], spelling_);
}

bool OptionValues::knows(std::string_view name) const { return find(table_, name) != table_.end(); }

bool OptionValues::is_given(std::string_view name) const {
  return !std::holds_alternative<std::monostate>(given_[position(name)]);
}

const OptionValue& OptionValues::value(std::string_view name) const {
  const std::size_t at = position(name);
  return std::holds_alternative<std::monostate>(given_[at]) ? table_[at].default_value : given_[at];
}

bool OptionValues::has(std::string_view name) const {
  return !std::holds_alternative<std::monostate>(value(name));
}

bool OptionValues::matters(std::string_view name) const {
  const Option& option = table_[position(name)];
  return option.excluded_by.empty() || !is_given(option.excluded_by);
}

void OptionValues::require_consistent() const {
  for (const auto& option : table_) {
    if (!is_given(option.name) || matters(option.name)) continue;
    throw std::invalid_argument(fmt::format("{} and {} exclude each other; give one of them",
                                            spelled(option, spelling_),
                                            spelling_of(option.excluded_by)));
  }
}

template <class Type>
const Type& OptionValues::get(std::string_view name) const {
  const auto* typed = std::get_if<Type>(&value(name));
  if (typed != nullptr) return *typed;
  const Option& option = table_[position(name)];
  throw std::invalid_argument(
      fmt::format("{} needs {}: {}", owner_, spelled(option, spelling_), option.help));
}

double OptionValues::number(std::string_view name) const { return get<double>(name); }
std::int64_t OptionValues::integer(std::string_view name) const { return get<std::int64_t>(name); }
bool OptionValues::flag(std::string_view name) const { return get<bool>(name); }
const std::string& OptionValues::text(std::string_view name) const {
  return get<std::string>(name);
}
const std::vector<std::string>& OptionValues::list(std::string_view name) const {
  return get<std::vector<std::string>>(name);
}

}  // namespace holdfast::registry
