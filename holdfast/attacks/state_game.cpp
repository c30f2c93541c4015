#include "holdfast/attacks/state_game.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "holdfast/attacks/branch_and_bound.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// Valuing so many pairs takes about as long as an attack.
constexpr std::size_t pairs_per_attack = 16;

/// If there are more swaps than this, only the `pairs_side` most promising on each side are valued.
constexpr std::size_t most_pairs = 1000;
constexpr std::size_t pairs_side = 16;

Items items_of(const std::vector<Scored>& ranked) {
  Items items;
  for (const auto& one : ranked) items.push_back(one.item);
  return items;
}

/// The members of least loss.
Items least_missed(State& survivors) {
  std::vector<double> losses = survivors.losses();
  for (double& loss : losses) loss = -loss;
  return items_of(largest_scores(survivors.items(), losses, pairs_side, survivors.value()));
}

Scored largest_loss(State& state) { return state.largest_losses(state.items(), 1).front(); }

}  // namespace

StateGame::StateGame(const Objective& objective, const Run& run)
    : Game(objective, run), state_(objective.start(run)) {}

StateGame::StateGame(const State& state)
    : Game(state.objective(), state.run()), state_(state.clone()) {
  set_ = state.items();
}

void StateGame::move_to(std::span<const Item> set) {
  for (const Item item : difference(set_, set)) state_->remove(item);
  for (const Item item : difference(set, set_)) state_->add(item);
  set_.assign(set.begin(), set.end());
}

std::unique_ptr<Game> StateGame::sibling(const Run& run) const {
  return make_game(objective_, run, {});
}

std::unique_ptr<State> StateGame::without(std::span<const Item> deleted) const {
  auto left = state_->clone();
  for (const Item item : deleted) left->remove(item);
  return left;
}

double StateGame::value_without(std::span<const Item> deleted) { return without(deleted)->value(); }

void StateGame::begin_deleting(Item /*most*/, const Swap* swap) {
  cursor_ = state_->clone();
  if (!swap) return;
  cursor_->remove(swap->out);
  cursor_->add(swap->in);
}

bool StateGame::remove(Item item) {
  if (!cursor_->contains(item)) return false;
  cursor_->remove(item);
  return true;
}

Item StateGame::remove_worst() {
  const Item worst = ask(*cursor_, largest_loss).item;
  cursor_->remove(worst);
  return worst;
}

std::pair<Item, Item> StateGame::worst_pair() {
  std::pair<Item, Item> pair{-1, -1};
  double least = std::numeric_limits<double>::infinity();
  const double scale = state_->value();
  for (const Item item : cursor_->items()) {
    const auto one_less = cursor_->clone();
    one_less->remove(item);
    const Scored other = ask(*one_less, largest_loss);
    const double value = one_less->value() - other.score;
    if (pair.first >= 0 && !(value < least - TieRule::width(least, scale))) continue;
    least = value;
    pair = {item, other.item};
  }
  return pair;
}

void StateGame::begin_growing(Item /*most*/) {
  cursor_ = objective_.start(run_);
  not_kept_ = set_;
}

void StateGame::keep(Item item) {
  cursor_->add(item);
  std::erase(not_kept_, item);
}

Item StateGame::keep_least() {
  const Item least = ask(*cursor_, [&](State& kept) { return kept.smallest_gain(not_kept_); }).item;
  keep(least);
  return least;
}

Exchange StateGame::best_exchange(std::span<const Item> deleted) {
  const auto survivors = without(deleted);
  Exchange best{survivors->value()};
  double least = best.value - TieRule::width(best.value, state_->value());
  for (const Item item : deleted) {
    const auto one_more = survivors->clone();
    one_more->add(item);
    const Scored other = ask(*one_more, [&](State& state) {
      return state.largest_losses(survivors->items(), 1).front();
    });
    const double value = one_more->value() - other.score;
    if (!(value < least)) continue;
    least = value;
    best.spared = item;
    best.taken = other.item;
  }
  return best;
}

/// Where there are too many pairs to value, only the survivors of least loss and the candidates of
/// largest gain are paired.
std::vector<Swap> StateGame::swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                                   double floor) {
  const auto survivors = without(deleted);
  Items outs(survivors->items());
  Items ins = difference(candidates, set_);
  if (outs.size() * ins.size() > most_pairs) {
    ins = ask(*survivors, [&](State& s) { return items_of(s.largest_gains(ins, pairs_side)); });
    outs = ask(*survivors, least_missed);
  }
  count_attack(1 + static_cast<std::int64_t>(outs.size() * ins.size() / pairs_per_attack));
  std::vector<Swap> found;
  for (const Item out : outs) {
    const auto one_less = survivors->clone();
    one_less->remove(out);
    const double value = one_less->value();
    const auto gains = ask(*one_less, [&](State& state) { return state.gains(ins); });
    for (std::size_t c = 0; c < ins.size(); ++c) {
      if (value + gains[c] > floor) found.push_back({out, ins[c], value + gains[c]});
    }
  }
  std::ranges::stable_sort(found, std::greater<>(), &Swap::bound);
  return found;
}

Deletion StateGame::prove(const Deletion& known, std::int64_t most_nodes) {
  return BranchAndBound(*state_, known, most_nodes).run();
}

std::int64_t StateGame::nodes_per_second() const {
  return objective_.attack_cost() == AttackCost::refits ? 4 : 40;
}

}  // namespace holdfast
