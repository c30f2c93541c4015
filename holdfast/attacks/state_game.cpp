#include "holdfast/attacks/state_game.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/attacks/branch_and_bound.hpp"
#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// More swaps than this are not all valued, but the best so many outs and ins by so many.
constexpr std::size_t most_pairs = 1000;
constexpr std::size_t pairs_side = 16;

Items leading(const std::vector<Scored>& ranked) {
  Items items;
  for (const auto& one : ranked) items.push_back(one.item);
  return items;
}

/// The members of least loss.
Items least_missed(State& survivors) {
  std::vector<double> losses = survivors.losses();
  for (double& loss : losses) loss = -loss;
  return leading(largest_scores(survivors.items(), losses, pairs_side, survivors.value()));
}

}  // namespace

StateGame::StateGame(const Objective& objective, const Run& run)
    : objective_(objective), run_(run), state_(objective.start(run)) {}

void StateGame::move_to(std::span<const Item> set) {
  for (const Item item : difference(set_, set)) state_->remove(item);
  for (const Item item : difference(set, set_)) state_->add(item);
  set_.assign(set.begin(), set.end());
}

std::unique_ptr<Game> StateGame::sibling() const {
  return std::make_unique<StateGame>(objective_, run_);
}

/// What was evaluated by a State that was cloned from the one of the game.
void StateGame::count(const State& state) {
  count_evaluations(state.evaluations() - state_->evaluations());
}

std::unique_ptr<State> StateGame::without(std::span<const Item> deleted) const {
  auto left = state_->clone();
  for (const Item item : deleted) left->remove(item);
  return left;
}

double StateGame::value_without(std::span<const Item> deleted) { return without(deleted)->value(); }

Strike StateGame::finish_greedily(std::unique_ptr<State> left, Items deleted, Item tau,
                                  double enough) {
  while (deleted.size() < static_cast<std::size_t>(tau) && left->size() > 0 &&
         left->value() > enough) {
    run_.check_stop();
    const Item worst = left->largest_losses(left->items(), 1).front().item;
    left->remove(worst);
    deleted.push_back(worst);
  }
  count(*left);
  return {std::move(deleted), left->value()};
}

Strike StateGame::greedy_min(Item tau, std::span<const Item> forced, double enough) {
  count_attack(1);
  return finish_greedily(without(forced), {forced.begin(), forced.end()}, tau, enough);
}

Strike StateGame::grow_min(Item tau, Item first, double hopeless, VisitedSets& met) {
  count_attack(1);
  std::uint64_t fingerprint = VisitedSets::of(first);
  const auto survivors = objective_.start(run_);
  survivors->add(first);
  Items left = difference(set_, survivors->items());
  while (left.size() > static_cast<std::size_t>(tau)) {
    run_.check_stop();
    if (survivors->value() > hopeless || met.meet(fingerprint)) break;
    const Item least = survivors->smallest_gain(left).item;
    survivors->add(least);
    fingerprint += VisitedSets::of(least);
    std::erase(left, least);
  }
  const double value = survivors->value();
  count_evaluations(survivors->evaluations());
  const bool finished = left.size() == static_cast<std::size_t>(tau);
  if (!finished || value > hopeless) return {};
  return {std::move(left), value};
}

Strike StateGame::pair_greedy(Item tau) {
  count_attack(1);
  auto left = state_->clone();
  Items deleted;
  const double scale = left->value();
  while (deleted.size() + 2 <= static_cast<std::size_t>(tau)) {
    Item first = -1;
    Item second = -1;
    double worst = std::numeric_limits<double>::infinity();
    const Items members = left->items();
    for (const Item item : members) {
      run_.check_stop();
      const auto one_less = left->clone();
      one_less->remove(item);
      const Scored other = one_less->largest_losses(one_less->items(), 1).front();
      count(*one_less);
      const double value = one_less->value() - other.score;
      if (first < 0 || value < worst - TieRule::width(worst, scale)) {
        worst = value;
        first = item;
        second = other.item;
      }
    }
    left->remove(first);
    left->remove(second);
    deleted.insert(deleted.end(), {first, second});
  }
  return finish_greedily(std::move(left), std::move(deleted), tau, never);
}

Strike StateGame::improve(Strike strike) {
  const double scale = state_->value();
  for (;;) {
    const auto survivors = without(strike.deleted);
    strike.value = survivors->value();
    double best = strike.value - TieRule::width(strike.value, scale);
    Item spared = -1;
    Item taken = -1;
    for (const Item item : strike.deleted) {
      run_.check_stop();
      const auto one_more = survivors->clone();
      one_more->add(item);
      const Scored other = one_more->largest_losses(survivors->items(), 1).front();
      count(*one_more);
      const double value = one_more->value() - other.score;
      if (value < best) {
        best = value;
        spared = item;
        taken = other.item;
      }
    }
    if (spared < 0) return strike;
    *std::ranges::find(strike.deleted, spared) = taken;
  }
}

/// Where there are too many pairs to value, only those of the survivors that are missed least with
/// the candidates that add most.
std::vector<Swap> StateGame::swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                                   double floor) {
  const auto survivors = without(deleted);
  Items outs(survivors->items());
  Items ins = difference(candidates, set_);
  if (outs.size() * ins.size() > most_pairs) {
    ins = leading(survivors->largest_gains(ins, pairs_side));
    outs = least_missed(*survivors);
  }
  count(*survivors);
  std::vector<Swap> found;
  for (const Item out : outs) {
    run_.check_stop();
    const auto one_less = survivors->clone();
    one_less->remove(out);
    const double value = one_less->value();
    const auto gains = one_less->gains(ins);
    count_evaluations(one_less->evaluations() - survivors->evaluations());
    for (std::size_t c = 0; c < ins.size(); ++c) {
      if (value + gains[c] > floor) found.push_back({out, ins[c], value + gains[c]});
    }
  }
  std::ranges::stable_sort(found, std::greater<>(), &Swap::bound);
  return found;
}

Strike StateGame::greedy_min_after(const Swap& swap, Item tau, std::span<const Item> forced,
                                   double enough) {
  count_attack(1);
  auto left = without(std::span(&swap.out, 1));
  left->add(swap.in);
  Items deleted;
  for (const Item item : forced) {
    if (deleted.size() == static_cast<std::size_t>(tau)) break;
    if (!left->contains(item)) continue;
    left->remove(item);
    deleted.push_back(item);
  }
  return finish_greedily(std::move(left), std::move(deleted), tau, enough);
}

Proof StateGame::prove(Item tau, const Strike& known, std::int64_t most_nodes) {
  return BranchAndBound(objective_, *state_, tau, known, most_nodes).run();
}

}  // namespace holdfast
