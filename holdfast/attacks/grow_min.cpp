#include "holdfast/attacks/grow_min.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace holdfast {
namespace {

constexpr std::size_t improved = 4;

}  // namespace

Strike GrowMin::strike(Game& game, Item tau) const {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  std::vector<Strike> grown;
  VisitedSets met;
  for (const Item first : Items(game.set())) {
    Strike strike = game.grow_min(tau, first, unlimited, met);
    if (strike.value < unlimited) grown.push_back(std::move(strike));
  }
  std::ranges::stable_sort(grown, {}, &Strike::value);
  Strike worst = grown.front();
  for (std::size_t i = 0; i < std::min(improved, grown.size()); ++i) {
    Strike better = game.improve(std::move(grown[i]));
    if (better.value < worst.value) worst = std::move(better);
  }
  return worst;
}

}  // namespace holdfast
