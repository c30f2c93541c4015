#include "holdfast/adversaries/grow_min.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace holdfast {
namespace {

constexpr std::size_t improved = 4;

}  // namespace

Strike GrowMin::strike(Game& game, Item tau) const {
  std::vector<Strike> grown;
  for (const Item first : Items(game.set())) {
    grown.push_back(game.grow_min(tau, first, std::numeric_limits<double>::infinity()));
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
