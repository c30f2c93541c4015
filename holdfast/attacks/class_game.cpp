#include "holdfast/attacks/class_game.hpp"

#include "holdfast/attacks/class_search.hpp"

namespace holdfast {
namespace {

/// The matrix of a model of more weights would take too much time and memory.
constexpr std::size_t most_weights = 2000;
/// So many fits take about as long as an attack.
constexpr std::int64_t fits_per_attack = 8;

}  // namespace

std::size_t ClassGame::weights_of(std::span<const Item> items) const {
  std::size_t features = blocks_.empty() ? items.size() : 0;
  if (features == 0) {
    for (const Item item : items) features += blocks_[static_cast<std::size_t>(item)].size();
  }
  const auto outputs = static_cast<std::size_t>(model_.parts.front().data.outputs());
  return features * outputs * model_.parts.size();
}

std::vector<Swap> ClassGame::swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                                   double floor) {
  Items all = difference(set(), deleted);
  const Items outside = difference(candidates, set());
  const auto pairs = static_cast<std::int64_t>(all.size() * outside.size());
  all.insert(all.end(), outside.begin(), outside.end());
  if (weights_of(all) > most_weights) return StateGame::swaps(deleted, candidates, floor);
  ClassSearch scan(model_, blocks_, all, run_);
  auto found = scan.swaps(outside, floor);
  if (!found) return StateGame::swaps(deleted, candidates, floor);
  count_attack(1 + scan.fits() / fits_per_attack);
  count_evaluations(pairs);
  return *found;
}

std::optional<Deletion> ClassGame::try_all(Item tau) {
  ClassSearch search(model_, blocks_, set(), run_);
  auto worst = search.try_all(greedy_min(*this, tau).items);
  count_evaluations(search.fits());
  return worst;
}

std::optional<Deletion> ClassGame::search_by_model(const Deletion& from, double stop_below,
                                                   Effort effort) {
  return search_from(std::span(&from.items, 1), stop_below, effort);
}

std::optional<Deletion> ClassGame::search_from_known(std::span<const Items> known,
                                                     double stop_below) {
  return search_from(known, stop_below, Effort::quick);
}

std::optional<Deletion> ClassGame::search_from(std::span<const Items> known, double stop_below,
                                               Effort effort) {
  ClassSearch search(model_, blocks_, set(), run_);
  auto worst = search.run(known, stop_below, effort);
  count_attack(search.fits());
  count_evaluations(search.fits());
  return worst;
}

}  // namespace holdfast
