#include "holdfast/tasks/select.hpp"

#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/core/best_so_far.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/tasks/assess.hpp"

namespace holdfast::tasks {
namespace {

/// Whether greedy would tell something new, at no more than ten times the evaluations of the
/// choice: who asked for a quick algorithm does not want to wait for a slow one.
bool is_worth_comparing(const Objective& objective, const Selection& selection) {
  const Problem& problem = selection.problem;
  if (selection.algorithm == Greedy().name() || problem.tau <= 0) return false;
  const auto items = static_cast<double>(objective.size());
  const double evaluations =
      objective.is_submodular() ? items : items * static_cast<double>(selection.steps.size());
  return evaluations <= 10.0 * static_cast<double>(selection.evaluations);
}

/// What greedy would have chosen. Where every loss is a fit, its judge is the attack that searches
/// use, unless another was asked for: the comparison must not take longer than the choice.
Judged greedy_for_comparison(const Objective& objective, const Problem& problem,
                             const Adversary& adversary, const Run& run) {
  const Strong quick(Effort::quick);
  const bool slow = objective.attack_cost() == AttackCost::refits;
  return judge(Greedy().select(objective, problem, run), objective,
               slow && adversary.name() == quick.name() ? quick : adversary, run);
}

}  // namespace

Judged select_and_attack(const Objective& objective, const Problem& problem,
                         const Algorithm& algorithm, const Adversary& adversary, const Run& run) {
  Selection selection = algorithm.select(objective, problem, run);
  Judged judged;
  bool finished = !selection.interrupted();
  finished = finished && done_unless_stopped(
                             run, [&] { judged = judge(selection, objective, adversary, run); });
  if (!finished) judged = judge_by_what_is_known(std::move(selection), adversary.name());
  finished &= done_in_any_case(run, [&] { judged.worths = item_worths(judged.selection); });
  if (!finished) judged.selection.stopped = stopped_by_request;
  return judged;
}

Selected select(const Objective& objective, const SelectRequest& request, const Run& run) {
  const auto algorithm = registry::make_algorithm(request.algorithm);
  const auto adversary = registry::make_adversary(request.adversary);
  Selected selected;
  selected.algorithm = request.algorithm;
  selected.judged = select_and_attack(objective, request.problem, *algorithm, *adversary, run);
  if (selected.judged.selection.interrupted()) return selected;
  const bool finished = done_unless_stopped(run, [&] {
    selected.standard_error = standard_error(objective, selected.judged.selection.items(), run);
    if (request.explain)
      selected.explanation = explain(objective, request.algorithm, selected.judged.selection, run);
    if (request.certify) {
      selected.certificate = certify(selected.judged, guaranteed_beta(request.algorithm));
      learn(selected.judged, selected.certificate->worst_case.attacks);
    }
    if (request.compare && is_worth_comparing(objective, selected.judged.selection)) {
      selected.greedy = greedy_for_comparison(objective, request.problem, *adversary, run);
    }
  });
  if (!finished) selected.judged.selection.stopped = stopped_by_request;
  return selected;
}

}  // namespace holdfast::tasks
