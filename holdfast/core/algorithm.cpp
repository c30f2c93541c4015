#include "holdfast/core/algorithm.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Adds the missing items, so that the State is at the chosen set.
State& complete(std::unique_ptr<State>& state, const Objective& objective,
                const std::vector<Chosen>& steps, const Run& run) {
  if (!state) state = objective.start(run);
  for (const auto& step : steps) {
    if (!state->contains(step.item)) state->add(step.item);
  }
  return *state;
}

/// A search's own values are only close to f. What is reported must be f of a State, as for every
/// other deletion.
void revalue(Deletion& worst, const State& state) {
  const auto left = state.clone();
  for (const Item item : worst.items) left->remove(item);
  worst.value = left->value();
  // Without this margin, rounding could make the bound false.
  constexpr double rounding = 1e-9;
  worst.at_least = worst.proven
                       ? worst.value
                       : std::clamp(worst.at_least - rounding * state.value(), 0.0, worst.value);
}

std::string why_stopped(const Objective& objective, const Selection& selection) {
  const auto chosen = static_cast<Item>(selection.steps.size());
  if (chosen == objective.size()) return "every item chosen";
  return chosen < selection.problem.k ? "no further item allowed" : "k items chosen";
}

/// How many items will be chosen.
Item reachable(const Objective& objective, const Problem& problem) {
  return std::min(problem.k, most_items(problem.constraints, objective.size()));
}

/// Catches algorithms that ignore constraints.
void require_satisfied(const Algorithm& algorithm, const Selection& selection) {
  const Constraints& constraints = selection.problem.constraints;
  if (constraints.empty() || satisfies(constraints, selection.items())) return;
  throw std::invalid_argument(fmt::format(
      "{} does not support must-haves, must-nots or caps; greedy does", algorithm.name()));
}

}  // namespace

const char* to_string(Part part) { return part == Part::S0 ? "S0" : "S1"; }

Algorithm::~Algorithm() = default;

std::int64_t Algorithm::guard_size(const Problem& /*problem*/) const { return 0; }

bool Algorithm::feasible(const Problem& problem) const { return guard_size(problem) <= problem.k; }

void Algorithm::require_feasible(const Objective& objective, const Problem& problem) const {
  require(problem.k >= 0, "k must be 0 or more, got {}", problem.k);
  require(problem.tau >= 0, "tau must be 0 or more, got {}", problem.tau);
  require_satisfiable(problem.constraints, objective, problem.k);
  require(problem.k >= most_items(problem.constraints, objective.size()) || feasible(problem),
          "{} guards tau = {} deletions with {} items, more than k = {}; take k >= {} or "
          "a smaller tau",
          name(), problem.tau, guard_size(problem), problem.k, guard_size(problem));
}

Selection Algorithm::select(const Objective& objective, const Problem& problem,
                            const Run& run) const {
  require_feasible(objective, problem);
  const auto start = Clock::now();
  const Problem reduced{reachable(objective, problem), problem.tau, problem.constraints};
  Selection selection = describe(do_select(objective, reduced, run), objective, problem, run);
  selection.seconds = seconds_since(start);
  return selection;
}

Selection Algorithm::describe(Choice choice, const Objective& objective, const Problem& problem,
                              const Run& run) const {
  const State& state = complete(choice.state, objective, choice.steps, run);
  Selection selection;
  selection.worst = std::move(choice.worst);
  if (selection.worst) revalue(*selection.worst, state);
  selection.algorithm = name();
  selection.problem = problem;
  selection.value = state.value();
  selection.evaluations = choice.evaluations + state.evaluations();
  selection.steps = std::move(choice.steps);
  require_satisfied(*this, selection);
  selection.threads = run.threads();
  selection.seed = run.seed();
  selection.stopped =
      choice.stopped.empty() ? why_stopped(objective, selection) : std::move(choice.stopped);
  selection.state = std::move(choice.state);
  return selection;
}

std::vector<Algorithm::Choice> Algorithm::do_sweep(const Objective& /*objective*/,
                                                   std::span<const Item> /*ks*/, Item /*tau*/,
                                                   const Run& /*run*/) const {
  return {};
}

std::vector<Selection> Algorithm::sweep(const Objective& objective, std::span<const Item> ks,
                                        Item tau, const Run& run) const {
  for (const Item k : ks) require_feasible(objective, {k, tau});
  std::vector<Selection> selections;
  if (ks.empty()) return selections;
  if (!is_prefix_closed()) {
    const auto start = Clock::now();
    std::vector<Item> reduced;
    for (const Item k : ks) reduced.push_back(reachable(objective, {k, tau}));
    auto choices = do_sweep(objective, reduced, tau, run);
    if (choices.empty()) {
      for (const Item k : ks) selections.push_back(select(objective, {k, tau}, run));
      return selections;
    }
    for (std::size_t i = 0; i < ks.size(); ++i) {
      selections.push_back(describe(std::move(choices[i]), objective, {ks[i], tau}, run));
      selections.back().seconds = seconds_since(start);
    }
    return selections;
  }

  Selection longest = select(objective, {*std::max_element(ks.begin(), ks.end()), tau}, run);
  std::vector<std::size_t> order(ks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return ks[a] < ks[b]; });
  longest.state.reset();
  selections.assign(ks.size(), longest);
  const auto state = objective.start(run);
  for (const std::size_t i : order) {
    Selection& prefix = selections[i];
    prefix.problem.k = ks[i];
    prefix.steps.resize(std::min(longest.steps.size(), static_cast<std::size_t>(ks[i])));
    while (state->size() < prefix.steps.size()) state->add(prefix.steps[state->size()].item);
    prefix.value = state->value();
    prefix.stopped = why_stopped(objective, prefix);
  }
  return selections;
}

}  // namespace holdfast
