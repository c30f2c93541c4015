#include "holdfast/tasks/summarize.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/objectives/combined/given.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::tasks {
namespace {

constexpr std::uint64_t parts_stream = 8000;

/// A random division, as that of the papers.
std::vector<Items> divided(const Items& items, Item parts, std::uint64_t seed) {
  Random random(seed, parts_stream);
  std::vector<Items> division(static_cast<std::size_t>(parts));
  for (const Item item : items) division[random.below(division.size())].push_back(item);
  return division;
}

void require_known(const SummaryRequest& request) {
  const Constraints& constraints = request.constraints;
  require(request.parts >= 1, "there must be 1 part or more, got {}", request.parts);
  require(constraints.must.empty() && !constraints.has_costs(),
          "a summary knows no must-haves and no prices; they are for the choice from it");
  require(!request.stream || (request.parts == 1 && constraints.kinds.empty()),
          "a stream is summarized in one part and without caps on kinds");
}

}  // namespace

SummaryResult summarize(const Objective& objective, const SummaryRequest& request, const Run& run) {
  require_known(request);
  require_satisfiable(request.constraints, objective, request.options.k);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  SummaryResult result{request, {}};
  if (request.stream) {
    StreamSummary stream(request.options, run.seed());
    const GivenObjective allowed(
        objective, {}, difference(objective.all_items(), request.constraints.must_not), run);
    stream.update(allowed, allowed.free(), 0, run);
    result.summary = stream.summary();
    result.evaluations = stream.evaluations();
  } else {
    const auto parts = divided(objective.all_items(), request.parts, run.seed());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      result.summary.merge(summarize_whole(objective, parts[p], request.options,
                                           request.constraints, Random(run.seed(), p + 1), run,
                                           result.evaluations));
      run.report({"summarize", static_cast<std::int64_t>(p + 1), request.parts, 0.0});
    }
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

SummaryChoice choose_from_summary(const BuiltObjective& base, std::span<const Item> items,
                                  std::span<const Summary::Level> levels, double epsilon,
                                  std::span<const Item> deleted, const SelectRequest& request,
                                  const Run& run) {
  base.objective->require_set(items);
  base.objective->require_set(deleted);
  SummaryChoice choice;
  choice.left = difference(items, deleted);
  std::ranges::sort(choice.left);
  for (const Item item : request.problem.constraints.must) {
    require(holds(choice.left, item), "the must-have {} is not among what is left of the summary",
            base.objective->item_name(item));
  }
  const auto left = std::make_shared<GivenObjective>(*base.objective, Items{}, choice.left, run);
  choice.built = base;
  choice.built.objective = left;
  SelectRequest asked = request;
  asked.problem.constraints = left->remaining(request.problem.constraints);
  choice.selected = select(*left, asked, run);
  if (choice.selected.judged.selection.interrupted()) return choice;

  std::vector<Summary::Level> renumbered;
  for (const auto& level : levels) {
    renumbered.push_back({level.threshold, {}, {}});
    for (const Item item : level.chosen) {
      if (std::ranges::binary_search(choice.left, item))
        renumbered.back().chosen.push_back(left->item_of(item));
    }
  }
  const Problem& problem = asked.problem;
  const Items own =
      choose_by_thresholds(*left, renumbered, left->all_items(), problem, epsilon, run);
  Judged judged = judge(in_greedy_order(*left, own, problem, run), *left,
                        *registry::make_adversary(request.adversary), run);
  const double before = choice.selected.judged.worst().value;
  if (judged.worst().value > before + TieRule::width(before, before)) {
    judged.worths = item_worths(judged.selection);
    judged.selection.algorithm = request.algorithm.owner();
    judged.selection.evaluations = choice.selected.judged.selection.evaluations;
    judged.selection.seconds = choice.selected.judged.selection.seconds;
    judged.selection.stopped = "the thresholds of the summary chose better";
    choice.selected.judged = std::move(judged);
    choice.by_thresholds = true;
  }
  return choice;
}

}  // namespace holdfast::tasks
