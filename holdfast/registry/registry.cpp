#include "holdfast/registry/registry.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "holdfast/data/suggestion.hpp"

namespace holdfast::registry {
namespace {

template <class Entry>
const Entry& find(std::string_view kind, const std::vector<Entry>& entries, std::string_view name) {
  const auto found = std::ranges::find_if(entries, [&](const Entry& entry) {
    return entry.name == name || std::ranges::count(entry.old_names, name) > 0;
  });
  if (found != entries.end()) return *found;
  const auto names = names_of(entries);
  const std::string hint = did_you_mean(name, names);
  throw std::invalid_argument(
      fmt::format("unknown {} \"{}\"{}", kind, name,
                  hint.empty() ? fmt::format("; known are {}", fmt::join(names, ", ")) : hint));
}

}  // namespace

const char* version() { return HOLDFAST_VERSION; }

const ObjectiveEntry& find_objective(std::string_view name) {
  return find("objective", objectives(), name);
}

const AlgorithmEntry& find_algorithm(std::string_view name) {
  return find("algorithm", algorithms(), name);
}

const AdversaryEntry& find_adversary(std::string_view name) {
  return find("adversary", adversaries(), name);
}

const GeneratorEntry& find_generator(std::string_view name) {
  return find("data set", generators(), name);
}

std::unique_ptr<Algorithm> make_algorithm(const OptionValues& options) {
  return find_algorithm(options.owner()).make(options);
}

std::unique_ptr<Adversary> make_adversary(const OptionValues& options) {
  return find_adversary(options.owner()).make(options);
}

}  // namespace holdfast::registry
