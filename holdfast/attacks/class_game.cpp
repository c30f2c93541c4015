#include "holdfast/attacks/class_game.hpp"

#include "holdfast/attacks/class_search.hpp"

namespace holdfast {

std::optional<Deletion> ClassGame::search_by_model(const Deletion& from, double stop_below) {
  ClassSearch search(model_, blocks_, set(), run_);
  auto worst = search.run(from.items, stop_below);
  count_attack(search.fits());
  count_evaluations(search.fits());
  return worst;
}

}  // namespace holdfast
