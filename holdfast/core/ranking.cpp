#include "holdfast/core/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

/// The lowest item among those tied with the largest of a non-empty range, sorted by descending
/// score.
std::size_t first_among_tied(std::span<const Scored> sorted, double scale) {
  const double bar = sorted.front().score - TieRule::width(sorted.front().score, scale);
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < sorted.size() && sorted[i].score >= bar; ++i) {
    if (sorted[i].item < sorted[lowest].item) lowest = i;
  }
  return lowest;
}

/// A score that is not finite comes from a failed computation, and nothing can be ranked against
/// it.
void require_finite(Item item, double score) {
  require<NumericFailure>(std::isfinite(score), "the score of item {} is {}, not a finite number",
                          item, score);
}

/// The largest of finite scores. Computed in lanes: a maximum that waits for the previous one costs
/// more than the rest of a step.
double top_of(std::span<const double> scores) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> tops{};
  tops.fill(scores.front());
  std::size_t i = 0;
  for (; i + lanes <= scores.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      tops[lane] = scores[i + lane] > tops[lane] ? scores[i + lane] : tops[lane];
  }
  double top = *std::ranges::max_element(tops);
  for (; i < scores.size(); ++i) top = std::max(top, scores[i]);
  return top;
}

bool all_finite(std::span<const double> scores) {
  bool finite = true;
  for (const double score : scores) finite &= std::isfinite(score);
  return finite;
}

Scored largest(std::span<const Item> items, std::span<const double> scores, double scale) {
  if (!all_finite(scores)) {
    for (std::size_t i = 0; i < items.size(); ++i) require_finite(items[i], scores[i]);
  }
  const double top = top_of(scores);
  const double bar = top - TieRule::width(top, scale);
  std::size_t winner = scores.size();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= bar && (winner == scores.size() || items[i] < items[winner])) winner = i;
  }
  return {items[winner], scores[winner]};
}

}  // namespace

std::vector<Scored> largest_scores(std::span<const Item> items, std::span<const double> scores,
                                   std::size_t count, double scale) {
  if (items.empty() || count == 0) return {};
  if (count == 1) return {largest(items, scores, scale)};
  std::vector<Scored> pairs(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) pairs[i] = {items[i], scores[i]};
  return largest_scores(std::move(pairs), count, scale);
}

std::vector<Scored> largest_scores(std::vector<Scored> scores, std::size_t count, double scale) {
  if (scores.empty() || count == 0) return {};
  for (const Scored& s : scores) require_finite(s.item, s.score);
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

Scored smallest_score(std::span<const Item> items, std::span<const double> scores, double scale) {
  std::vector<double> negative(scores.size());
  std::ranges::transform(scores, negative.begin(), std::negate<>());
  Scored smallest = largest_scores(items, negative, 1, scale).front();
  smallest.score = -smallest.score;
  return smallest;
}

}  // namespace holdfast
