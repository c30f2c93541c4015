#include "holdfast/algorithms/greedy_family.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holdfast/algorithms/greedy_steps.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/sampling.hpp"

namespace holdfast {
namespace {

/// `scale` is the largest gradient at the empty set: 1e-12 of it counts as rounding. It is set on
/// the first call.
Item largest_gradient(State& state, const greedy_steps::CandidatePool& pool, double& scale) {
  const auto candidates = pool.next();
  const auto norms = state.gradient_norms(candidates);
  if (state.items().empty()) {
    // Must-haves alone would not show how large gradients are here.
    const bool some = candidates.size() < pool.size();
    scale = std::ranges::max(some ? state.gradient_norms(pool.all()) : norms);
  }
  return largest_scores(candidates, norms, 1, scale).front().item;
}

}  // namespace

Algorithm::Choice Greedy::do_select(const Objective& objective, const Problem& problem,
                                    const Run& run) const {
  return greedy_steps::better_of_rules(objective, problem, run, [&](greedy_steps::Rule rule) {
    Choice choice;
    choice.state = objective.start(run);
    greedy_steps::CandidatePool pool(objective, problem, rule);
    greedy_steps::grow(name(), *choice.state, pool, problem.k, problem.k, {Part::S1}, choice.steps);
    return choice;
  });
}

Algorithm::Choice Oblivious::do_select(const Objective& objective, const Problem& problem,
                                       const Run& run) const {
  return greedy_steps::better_of_rules(objective, problem, run, [&](greedy_steps::Rule rule) {
    Choice choice;
    greedy_steps::CandidatePool pool(objective, problem, rule);
    greedy_steps::announce(name(), run, 0, problem.k, 0.0);
    choice.evaluations = greedy_steps::take_best_singletons(objective, run, pool, problem.k,
                                                            {Part::S0}, choice.steps);
    return choice;
  });
}

ObliviousGreedy::ObliviousGreedy(double beta) : beta_(beta) {
  require(beta >= 0.0 && std::isfinite(beta), "beta must be finite and 0 or more, got {}", beta);
}

std::int64_t ObliviousGreedy::guard_size(const Problem& problem) const {
  constexpr double rounding = 1e-9;
  // Above 2^53, beta tau exceeds any k; the cap keeps the conversion defined.
  const double size = std::min(std::ceil(beta_ * problem.tau - rounding), 0x1.0p53);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(size));
}

Algorithm::Choice ObliviousGreedy::do_select(const Objective& objective, const Problem& problem,
                                             const Run& run) const {
  const auto guard = static_cast<Item>(std::min<std::int64_t>(guard_size(problem), problem.k));
  return greedy_steps::better_of_rules(objective, problem, run, [&](greedy_steps::Rule rule) {
    Choice choice;
    greedy_steps::CandidatePool pool(objective, problem, rule);
    greedy_steps::announce(name(), run, 0, problem.k, 0.0);
    choice.evaluations =
        greedy_steps::take_best_singletons(objective, run, pool, guard, {Part::S0}, choice.steps);
    choice.state = objective.start(run);
    greedy_steps::grow(name(), *choice.state, pool, problem.k - guard, problem.k, {Part::S1},
                       choice.steps);
    return choice;
  });
}

StochasticGreedy::StochasticGreedy(double epsilon) : epsilon_(require_epsilon(epsilon)) {}

Algorithm::Choice StochasticGreedy::do_select(const Objective& objective, const Problem& problem,
                                              const Run& run) const {
  Choice choice;
  choice.state = objective.start(run);
  greedy_steps::CandidatePool pool(objective, problem);
  Random random(run.seed(), 1);
  for (Item step = 0; step < problem.k && !pool.empty(); ++step) {
    greedy_steps::announce(name(), run, choice.steps.size(), problem.k, choice.state->value());
    const auto candidates = pool.next();
    const Items sample = random.sample(
        candidates, sample_size(objective.size(), problem.k, epsilon_, candidates.size()));
    const auto best = choice.state->largest_gains(sample, 1).front();
    greedy_steps::take(*choice.state, pool, best, {Part::S1}, choice.steps);
  }
  return choice;
}

Algorithm::Choice RandomGreedy::do_select(const Objective& objective, const Problem& problem,
                                          const Run& run) const {
  Choice choice;
  choice.state = objective.start(run);
  greedy_steps::CandidatePool pool(objective, problem);
  Random random(run.seed(), 2);
  for (Item step = 0; step < problem.k && !pool.empty(); ++step) {
    greedy_steps::announce(name(), run, choice.steps.size(), problem.k, choice.state->value());
    const auto best = choice.state->largest_gains(pool.next(), static_cast<std::size_t>(problem.k));
    greedy_steps::take(*choice.state, pool, best[random.below(best.size())], {Part::S1},
                       choice.steps);
  }
  return choice;
}

Algorithm::Choice Omp::do_select(const Objective& objective, const Problem& problem,
                                 const Run& run) const {
  require(objective.has_gradient(),
          "omp needs an objective with a gradient (linear, logistic, softmax or one-vs-rest), not "
          "'{}'; greedy works with any",
          objective.name());
  Choice choice;
  choice.state = objective.start(run);
  State& state = *choice.state;
  greedy_steps::CandidatePool pool(objective, problem);
  double scale = 0.0;
  for (Item step = 0; step < problem.k && !pool.empty(); ++step) {
    const double before = state.value();
    greedy_steps::announce(name(), run, choice.steps.size(), problem.k, before);
    greedy_steps::take(state, pool, {largest_gradient(state, pool, scale), 0.0}, {Part::S1},
                       choice.steps);
    choice.steps.back().gain = state.value() - before;
  }
  return choice;
}

std::int64_t BucketedGuard::guard_size(const Problem& problem) const {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  std::int64_t total = 0;
  for (const auto& run : buckets(problem)) {
    if (run.size > 0 && run.count > (most - total) / run.size) return most;
    total += run.count * run.size;
  }
  return total;
}

Algorithm::Choice BucketedGuard::do_select(const Objective& objective, const Problem& problem,
                                           const Run& run) const {
  Choice choice;
  greedy_steps::CandidatePool pool(objective, problem);
  int bucket = 0;
  for (const auto& [count, size] : buckets(problem)) {
    for (std::int64_t i = 0; i < count && !pool.empty(); ++i, ++bucket) {
      const auto state = objective.start(run);
      const auto wanted = static_cast<Item>(std::min<std::int64_t>(size, objective.size()));
      greedy_steps::grow(name(), *state, pool, wanted, problem.k, {Part::S0, bucket}, choice.steps);
      choice.evaluations += state->evaluations();
    }
  }
  choice.state = objective.start(run);
  const Item rest = problem.k - static_cast<Item>(choice.steps.size());
  greedy_steps::grow(name(), *choice.state, pool, rest, problem.k, {Part::S1}, choice.steps);
  return choice;
}

ProGreedy::ProGreedy(int eta) : eta_(eta) {
  require(eta >= 1, "eta must be 1 or more, got {}", eta);
}

std::vector<BucketedGuard::Buckets> ProGreedy::buckets(const Problem& problem) const {
  std::vector<Buckets> sizes;
  const std::int64_t tau = problem.tau;
  if (tau == 0) return sizes;
  for (std::int64_t power = 1;; power *= 2) {
    sizes.push_back({(tau + power - 1) / power, power * eta_});
    if (power >= tau) return sizes;
  }
}

Osu::Osu(int bucket_size) : bucket_size_(bucket_size) {
  require(bucket_size >= 0, "bucket-size must be 1 or more, or 0 for ceil(tau log2 k), got {}",
          bucket_size);
}

std::vector<BucketedGuard::Buckets> Osu::buckets(const Problem& problem) const {
  if (problem.tau == 0) return {};
  constexpr double rounding = 1e-9;
  const double verbatim =
      problem.k < 2 ? 0.0 : std::ceil(problem.tau * std::log2(problem.k) - rounding);
  return {{problem.tau, bucket_size_ > 0 ? bucket_size_ : static_cast<std::int64_t>(verbatim)}};
}

}  // namespace holdfast
