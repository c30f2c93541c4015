#include "holdfast/attacks/paper_adversaries.hpp"

#include <algorithm>
#include <utility>

#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/sampling.hpp"

namespace holdfast {
namespace {

Items sorted_members(const State& state) {
  Items members = state.items();
  std::ranges::sort(members);
  return members;
}

}  // namespace

/// Always through States, as the paper defines this adversary, even where a faster game exists.
Deletion GreedyMin::do_attack(const State& state, Item tau) const {
  StateGame game(state);
  Deletion deletion = greedy_min(game, tau);
  deletion.proven = tau == 1;
  deletion.evaluations = game.evaluations();
  return deletion;
}

Deletion GreedyMax::do_attack(const State& state, Item tau) const {
  const auto deleted = state.objective().start(state.run());
  const auto left = state.clone();
  Items candidates = sorted_members(state);
  Deletion attack;
  for (Item step = 0; step < tau; ++step) {
    state.run().check_stop();
    const Item best = deleted->largest_gains(candidates, 1).front().item;
    deleted->add(best);
    left->remove(best);
    std::erase(candidates, best);
    attack.items.push_back(best);
  }
  attack.value = left->value();
  attack.evaluations = deleted->evaluations() + left->evaluations() - state.evaluations();
  return attack;
}

RepeatedAdversary::RepeatedAdversary(int repeats, int first_repeat, std::uint64_t first_stream)
    : repeats_(repeats), first_stream_(first_stream + static_cast<std::uint64_t>(first_repeat)) {
  constexpr int most = 1000;  // the random streams of the adversaries are this far apart
  require(repeats >= 1 && repeats <= most, "repeats must be from 1 to {}, got {}", most, repeats);
  require(first_repeat >= 0 && first_repeat <= most - repeats,
          "the first of {} repeats must be from 0 to {}, got {}", repeats, most - repeats,
          first_repeat);
}

Deletion RepeatedAdversary::do_attack(const State& state, Item tau) const {
  Deletion worst;
  std::int64_t evaluations = 0;
  const double scale = state.value();
  for (int repeat = 0; repeat < repeats_; ++repeat) {
    Deletion attack = attack_once(state, tau, first_stream_ + static_cast<std::uint64_t>(repeat));
    evaluations += attack.evaluations;
    if (repeat == 0 || attack.value < worst.value - TieRule::width(worst.value, scale)) {
      worst = std::move(attack);
    }
  }
  worst.evaluations = evaluations;
  return worst;
}

Deletion RepeatedAdversary::attack_once(const State& state, Item tau, std::uint64_t stream) const {
  Random random(state.run().seed(), stream);
  const auto left = state.clone();
  Deletion attack;
  for (Item step = 0; step < tau; ++step) {
    state.run().check_stop();
    const Item drawn = draw(*left, sorted_members(*left), state.size(), tau, random);
    left->remove(drawn);
    attack.items.push_back(drawn);
  }
  attack.value = left->value();
  attack.evaluations = left->evaluations() - state.evaluations();
  return attack;
}

Item RandomGreedyMin::draw(State& left, const Items& members, std::size_t /*initial*/, Item tau,
                           Random& random) const {
  // In a random order of all members, the first one among the worst is a uniform choice among them.
  const Items order = random.sample(members, members.size());
  return left.first_of_largest_losses(order, static_cast<std::size_t>(tau));
}

StochasticGreedyMin::StochasticGreedyMin(double epsilon, int repeats, int first_repeat)
    : RepeatedAdversary(repeats, first_repeat, 2000), epsilon_(require_epsilon(epsilon)) {}

Item StochasticGreedyMin::draw(State& left, const Items& members, std::size_t initial, Item tau,
                               Random& random) const {
  const auto size = sample_size(static_cast<double>(initial), tau, epsilon_, members.size());
  return left.largest_losses(random.sample(members, size), 1).front().item;
}

PaperAdversaries::PaperAdversaries(double epsilon, int repeats) {
  adversaries_.push_back(std::make_unique<GreedyMin>());
  adversaries_.push_back(std::make_unique<GreedyMax>());
  adversaries_.push_back(std::make_unique<RandomGreedyMin>(repeats));
  adversaries_.push_back(std::make_unique<StochasticGreedyMin>(epsilon, repeats));
}

Deletion PaperAdversaries::do_attack(const State& state, Item tau) const {
  auto tried = do_attacks(state, tau);
  std::int64_t evaluations = 0;
  for (const auto& deletion : tried) evaluations += deletion.evaluations;
  Deletion worst = std::move(tried.front());
  worst.evaluations = evaluations;
  return worst;
}

std::vector<Deletion> PaperAdversaries::do_attacks(const State& state, Item tau) const {
  std::vector<Deletion> tried;
  std::vector<Scored> damage;  // "items" are places in the list of adversaries
  for (const auto& adversary : adversaries_) {
    damage.push_back({static_cast<Item>(tried.size()), 0.0});
    tried.push_back(adversary->attack(state, tau));
    damage.back().score = -tried.back().value;
  }
  // Two that delete the same set in different orders differ only by rounding. The first in the list
  // gets the credit.
  std::vector<Deletion> ranked;
  for (const auto& [place, score] : largest_scores(damage, damage.size(), state.value())) {
    ranked.push_back(std::move(tried[static_cast<std::size_t>(place)]));
  }
  return ranked;
}

}  // namespace holdfast
