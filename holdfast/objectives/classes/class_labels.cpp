
#include <charconv>
#include <cmath>
#include <map>

#include "holdfast/core/require.hpp"
#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {
namespace {

/// The number that the whole text spells, if it is one and finite.
std::optional<double> as_number(const std::string& text) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (begin != end && *begin == '+') ++begin;
  double number = 0.0;
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

void require_two_classes(const ClassLabels& encoded) {
  if (encoded.names.size() >= 2) return;
  require<InvalidInput>(!encoded.names.empty(),
                        "there are no labels: at least two classes are needed");
  throw InvalidInput(
      fmt::format("every label is '{}': at least two classes are needed", encoded.names.front()));
}

/// Numbers the keys in ascending order; `name_of(row)` names the class of a row.
template <class Key, class NameOf>
ClassLabels encode_keys(const std::vector<Key>& keys, const NameOf& name_of) {
  std::map<Key, int> classes;
  for (const auto& key : keys) classes.emplace(key, 0);
  int next = 0;
  for (auto& [key, number] : classes) number = next++;
  ClassLabels encoded;
  encoded.names.resize(classes.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const int label = classes[keys[i]];
    encoded.labels.push_back(label);
    auto& name = encoded.names[static_cast<std::size_t>(label)];
    if (name.empty()) name = name_of(i);
  }
  require_two_classes(encoded);
  return encoded;
}

}  // namespace

ClassLabels encode_classes(std::span<const std::string> labels) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    require<InvalidInput>(!labels[i].empty(), "row {} has an empty label: a class needs a name", i);
    const auto number = as_number(labels[i]);
    if (number && numbers.size() == i) numbers.push_back(*number);
  }
  const auto name_of = [&](std::size_t row) { return labels[row]; };
  if (numbers.size() == labels.size()) return encode_keys(numbers, name_of);
  return encode_keys(std::vector<std::string>(labels.begin(), labels.end()), name_of);
}

ClassLabels encode_classes(std::span<const double> labels) {
  require_finite(labels, "the labels");
  const std::vector<double> numbers(labels.begin(), labels.end());
  return encode_keys(numbers, [&](std::size_t row) { return fmt::format("{}", numbers[row]); });
}

}  // namespace holdfast
