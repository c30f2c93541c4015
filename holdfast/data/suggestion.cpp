#include "holdfast/data/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace holdfast {
namespace {

/// People write obliviousGreedy and OBLIVIOUS_GREEDY; neither should count as many slips.
std::string plain(std::string_view word) {
  std::string letters;
  for (const char character : word) {
    if (character == '_' || character == ' ') {
      letters += '-';
    } else {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    }
  }
  return letters;
}

/// Number of slips between two words (optimal string alignment distance), row by row.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view given, std::span<const std::string> known) {
  const std::string word = plain(given);
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : known) {
    // Each character too many is a slip.
    if (std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size()) >= fewest)
      continue;
    const std::size_t count = slips(word, plain(candidate));
    if (count < fewest && count < word.size()) {
      fewest = count;
      nearest = candidate;
    }
  }
  if (!nearest.empty() || word.size() < 3) return nearest;
  const auto begun = std::ranges::find_if(known, [&](const std::string& known_word) {
    const std::string candidate = plain(known_word);
    return candidate.starts_with(word) || (candidate.size() >= 3 && word.starts_with(candidate));
  });
  return begun == known.end() ? std::string() : *begun;
}

std::string did_you_mean(std::string_view given, std::span<const std::string> known) {
  const std::string nearest = nearest_word(given, known);
  return nearest.empty() ? std::string() : fmt::format("; did you mean {}?", nearest);
}

}  // namespace holdfast
