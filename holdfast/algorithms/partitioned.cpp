#include "holdfast/algorithms/partitioned.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <thread>
#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/core/items_elsewhere.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/sampling.hpp"

namespace holdfast {
namespace {

std::size_t number_of_parts(std::int64_t wanted, std::size_t items, Item k) {
  if (wanted > 0)
    return std::min(static_cast<std::size_t>(wanted), std::max<std::size_t>(items, 1));
  const double balanced = std::sqrt(static_cast<double>(items) / std::max(1, k));
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(balanced)));
}

/// By more than rounding.
bool is_more(double one, double other) { return one > other + TieRule::width(other, other); }

/// The same problem where only these items may be chosen.
Problem among(Problem problem, const Objective& objective, Items items) {
  std::ranges::sort(items);
  const auto repeated = std::ranges::unique(items);
  items.erase(repeated.begin(), repeated.end());
  auto& must_not = problem.constraints.must_not;
  must_not.clear();
  std::ranges::set_difference(objective.all_items(), items, std::back_inserter(must_not));
  return problem;
}

/// What greedy looks at in the steps of a part: everything that is left, or a sample of it.
class Look {
 public:
  Look(double epsilon, std::size_t items, Item k, const Run& run, std::size_t part)
      : epsilon_(epsilon),
        items_(static_cast<double>(items)),
        k_(k),
        random_(run.seed(), first_stream + part) {}

  /// Valid until the next call.
  std::span<const Item> at(std::span<const Item> left) {
    if (epsilon_ == 0.0) return left;
    sample_ = random_.sample(left, sample_size(items_, k_, epsilon_, left.size()));
    return sample_;
  }

 private:
  static constexpr std::uint64_t first_stream = 0x7061'7274'0000;

  double epsilon_;
  double items_;
  Item k_;
  Random random_;
  Items sample_;
};

/// A greedy run on these items only; make_look() says what it looks at.
template <class MakeLook>
Selection greedy_among(const Objective& objective, const Problem& problem, const Run& run,
                       Items items, const MakeLook& make_look) {
  const auto grow = [&](auto& left, const auto& left_to_choose, const auto& best) {
    Selection own;
    Look look = make_look();
    const auto state = objective.start(run);
    while (std::ssize(own.steps) < problem.k && !left.empty()) {
      run.check_stop();
      const Scored choice = best(*state, look.at(left_to_choose()));
      greedy_steps::take(*state, left, choice, {Part::S1}, own.steps);
    }
    own.value = state->value();
    own.evaluations = state->evaluations();
    return own;
  };
  if (problem.constraints.empty()) {  // the same without a look at the items of other parts
    return grow(
        items, [&] { return std::span<const Item>(items); },
        [](State& state, std::span<const Item> some) {
          return state.largest_gains(some, 1).front();
        });
  }
  const Items& must = problem.constraints.must;
  items.insert(items.end(), must.begin(), must.end());
  Problem own = among(problem, objective, std::move(items));
  own.k = std::min(own.k, most_items(own.constraints, objective.size()));
  return greedy_steps::better_of_rules(objective, own, run, [&](greedy_steps::Rule rule) {
    greedy_steps::CandidatePool pool(objective, own, rule);
    return grow(
        pool, [&] { return pool.next(); },
        [&](State& state, std::span<const Item> some) { return pool.best(state, some); });
  });
}

/// Spends what is left of the money on items that no part has offered. Returns the evaluations.
std::int64_t fill_up(const std::string& name, const Objective& objective, const Problem& problem,
                     const Run& run, std::vector<Chosen>& steps) {
  const Run::Silence progress_of_its_own(run);
  greedy_steps::CandidatePool pool(objective, problem);
  const auto state = objective.start(run);
  for (const Chosen& step : steps) {
    state->add(step.item);
    pool.take(step.item);
  }
  greedy_steps::grow(name, *state, pool, problem.k, problem.k, {Part::S1}, steps);
  return state->evaluations();
}

/// Parts that wait for answers of other machines at the same time.
constexpr int most_waiting = 16;

/// Calls choose(part, run) for each part, for all of them at once where the items are elsewhere.
/// Only the calling thread reports progress and is asked whether to stop.
template <class Choose>
void for_each_part(const Objective& objective, std::size_t parts, const Run& run,
                   const Choose& choose) {
  if (objective.structure().as<ItemsElsewhere>() == nullptr) {
    for (std::size_t part = 0; part < parts; ++part) choose(part, run);
    return;
  }
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> stopped = false;
  Workers waiting(static_cast<int>(std::min<std::size_t>(parts, most_waiting)));
  waiting.share(parts, [&](std::size_t part) {
    Run::Options own;
    own.seed = run.seed();
    own.threads = 1;
    own.stop_requested = &stopped;
    if (std::this_thread::get_id() == caller) {
      own.should_stop = [&] {
        try {
          run.check_stop();
        } catch (...) {
          stopped = true;
          throw;
        }
        return false;
      };
    }
    choose(part, Run(std::move(own)));
  });
}

}  // namespace

Partitioned::Partitioned(std::int64_t parts, double epsilon) : parts_(parts), epsilon_(epsilon) {
  require(parts >= 0, "parts must be 1 or more, or 0 for about sqrt(items / k), got {}", parts);
  require(epsilon >= 0.0 && epsilon < 1.0,
          "epsilon must be below 1, and above 0 for samples or 0 for all items of a part, got {}",
          epsilon);
}

std::vector<Partitioned::Offer> Partitioned::ask_parts(const Objective& objective,
                                                       const Problem& problem,
                                                       const Run& run) const {
  const greedy_steps::CandidatePool pool(objective, problem);
  const std::span<const Item> all = pool.all();
  std::vector<Offer> offers(number_of_parts(parts_, all.size(), problem.k));
  const auto total = static_cast<Item>(offers.size() + 1);
  double best_so_far = 0.0;
  for_each_part(objective, offers.size(), run, [&](std::size_t part, const Run& own_run) {
    const auto begin = static_cast<std::ptrdiff_t>(part * all.size() / offers.size());
    const auto end = static_cast<std::ptrdiff_t>((part + 1) * all.size() / offers.size());
    const Items own(all.begin() + begin, all.begin() + end);
    const bool alone = &own_run == &run;
    if (alone) greedy_steps::announce(name(), run, part, total, best_so_far);
    Items others = own;
    Offer& offer = offers[part];
    offer.evaluations = greedy_steps::take_best_singletons(
        objective, own_run, others, best_alone(problem), {Part::S0}, offer.alone);
    offer.greedy = greedy_among(objective, problem, own_run, own, [&] {
      return Look(epsilon_, own.size(), problem.k, own_run, part);
    });
    offer.evaluations += offer.greedy.evaluations;
    if (alone) best_so_far = std::max(best_so_far, offer.greedy.value);
  });
  return offers;
}

Algorithm::Choice Partitioned::do_select(const Objective& objective, const Problem& problem,
                                         const Run& run) const {
  std::vector<Offer> offers = ask_parts(objective, problem, run);
  Selection best;
  Choice choice;
  Items candidates = problem.constraints.must;
  for (Offer& offer : offers) {
    for (const auto* steps : {&offer.alone, &offer.greedy.steps})
      for (const Chosen& step : *steps) candidates.push_back(step.item);
    choice.evaluations += offer.evaluations;
    if (is_more(offer.greedy.value, best.value)) best = std::move(offer.greedy);
  }

  const auto parts = static_cast<Item>(offers.size());
  greedy_steps::announce(name(), run, offers.size(), parts + 1, best.value);
  Selection found = search(objective, among(problem, objective, std::move(candidates)), run);
  choice.evaluations += found.evaluations;
  const bool part_wins = parts_may_win() && is_more(best.value, found.value) &&
                         best.steps.size() >= found.steps.size();
  choice.steps = part_wins ? std::move(best.steps) : std::move(found.steps);
  if (!part_wins) choice.worst = std::move(found.worst);
  if (found.interrupted()) {
    choice.stopped = found.stopped;
  } else if (problem.constraints.has_costs()) {
    const std::size_t before = choice.steps.size();
    choice.evaluations += fill_up(name(), objective, problem, run, choice.steps);
    if (choice.steps.size() > before) choice.worst.reset();
  }
  return choice;
}

Selection PartitionedGreedy::search(const Objective& objective, const Problem& problem,
                                    const Run& run) const {
  const Run::Silence progress_of_its_own(run);  // it would begin again at 0
  return Greedy().select(objective, problem, run);
}

Selection PartitionedRobust::search(const Objective& objective, const Problem& problem,
                                    const Run& run) const {
  return Recommended().select(objective, problem, run);
}

}  // namespace holdfast
