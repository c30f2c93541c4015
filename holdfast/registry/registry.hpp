#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/registry/entries.hpp"

namespace holdfast::registry {

/// Of this library: "0.1.0".
HOLDFAST_EXPORT const char* version();

/// The tables, in the order in which people should meet them.
HOLDFAST_EXPORT const std::vector<ObjectiveEntry>& objectives();
HOLDFAST_EXPORT const std::vector<AlgorithmEntry>& algorithms();
HOLDFAST_EXPORT const std::vector<AdversaryEntry>& adversaries();
HOLDFAST_EXPORT const std::vector<GeneratorEntry>& generators();

/// What is used unless somebody asks for another one.
inline constexpr const char* default_algorithm = "auto";
inline constexpr const char* default_adversary = "strong";

/// Throw std::invalid_argument for an unknown name, with the nearest known one or all of them.
HOLDFAST_EXPORT const ObjectiveEntry& find_objective(std::string_view name);
HOLDFAST_EXPORT const AlgorithmEntry& find_algorithm(std::string_view name);
HOLDFAST_EXPORT const AdversaryEntry& find_adversary(std::string_view name);
HOLDFAST_EXPORT const GeneratorEntry& find_generator(std::string_view name);

/// Of the options' owner.
HOLDFAST_EXPORT std::unique_ptr<Algorithm> make_algorithm(const OptionValues& options);
HOLDFAST_EXPORT std::unique_ptr<Adversary> make_adversary(const OptionValues& options);

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

}  // namespace holdfast::registry
