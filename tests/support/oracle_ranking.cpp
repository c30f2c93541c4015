#include "tests/support/oracle_ranking.hpp"

#include <algorithm>
#include <cmath>

namespace holdfast::support {

std::vector<Scored> ranked_by_rule(std::span<const Item> items, std::span<const double> scores,
                                   std::size_t count, double scale) {
  std::vector<Scored> left;
  for (std::size_t i = 0; i < items.size(); ++i) left.push_back({items[i], scores[i]});
  std::vector<Scored> winners;
  while (winners.size() < count && !left.empty()) {
    double top = left.front().score;
    for (const Scored& s : left) top = std::max(top, s.score);
    const double tied_from = top - (1e-10 * std::abs(top) + 1e-12 * std::abs(scale));
    std::size_t winner = left.size();
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i].score < tied_from) continue;
      if (winner == left.size() || left[i].item < left[winner].item) winner = i;
    }
    winners.push_back(left[winner]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(winner));
  }
  return winners;
}

}  // namespace holdfast::support
