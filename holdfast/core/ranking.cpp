#include "holdfast/core/ranking.hpp"

#include <algorithm>

namespace holdfast {
namespace {

/// The lowest item among those tied with the largest of a non-empty range sorted by falling score.
std::size_t first_among_tied(std::span<const Scored> sorted, double scale) {
  const double bar = sorted.front().score - TieRule::width(sorted.front().score, scale);
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < sorted.size() && sorted[i].score >= bar; ++i) {
    if (sorted[i].item < sorted[lowest].item) lowest = i;
  }
  return lowest;
}

Scored largest(std::span<const Scored> scores, double scale) {
  double top = scores.front().score;
  for (const auto& s : scores) top = std::max(top, s.score);
  const double bar = top - TieRule::width(top, scale);
  const Scored* winner = nullptr;
  for (const auto& s : scores) {
    if (s.score >= bar && (!winner || s.item < winner->item)) winner = &s;
  }
  return *winner;
}

}  // namespace

std::vector<Scored> largest_scores(std::vector<Scored> scores, std::size_t count, double scale) {
  if (scores.empty() || count == 0) return {};
  if (count == 1) return {largest(scores, scale)};
  std::sort(scores.begin(), scores.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.item < b.item;
  });
  count = std::min(count, scores.size());
  for (std::size_t taken = 0; taken < count; ++taken) {
    const auto rest = std::span(scores).subspan(taken);
    const auto winner = static_cast<std::ptrdiff_t>(taken + first_among_tied(rest, scale));
    const auto first = scores.begin() + static_cast<std::ptrdiff_t>(taken);
    std::rotate(first, scores.begin() + winner, scores.begin() + winner + 1);
  }
  scores.resize(count);
  return scores;
}

}  // namespace holdfast
