#include "holdfast/tasks/select.hpp"

#include "holdfast/registry/registry.hpp"

namespace holdfast::tasks {

Judged select_and_attack(const Objective& objective, const Problem& problem,
                         const Algorithm& algorithm, const Adversary& adversary, const Run& run) {
  return judge(algorithm.select(objective, problem, run), objective, adversary, run);
}

Selected select(const Objective& objective, const SelectRequest& request, const Run& run) {
  const auto algorithm = registry::make_algorithm(request.algorithm);
  const auto adversary = registry::make_adversary(request.adversary);
  Selected selected;
  selected.algorithm = request.algorithm;
  selected.judged = select_and_attack(objective, request.problem, *algorithm, *adversary, run);
  if (request.explain)
    selected.explanation = explain(objective, request.algorithm, selected.judged.selection, run);
  if (request.certify) {
    selected.certificate = certify(selected.judged, guaranteed_beta(request.algorithm));
    learn(selected.judged, selected.certificate->worst_case.attacks);
  }
  return selected;
}

}  // namespace holdfast::tasks
