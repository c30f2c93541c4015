#include "holdfast/tasks/certify.hpp"

#include <fmt/format.h>

#include <vector>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/core/trace_oracle.hpp"

namespace holdfast::tasks {
namespace {

/// As many nodes as take some seconds, counted and not timed: the answer must not depend on the
/// machine.
std::int64_t affordable_nodes(const Objective& objective) {
  const auto structure = objective.structure();
  const auto* oracle = structure.as<TraceOracle>();
  if (!oracle || !structure.plain()) return 200;
  return oracle->responses() == 1 ? 30'000 : 4'000;
}

}  // namespace

Certificate certify(const Judged& judged, std::optional<double> beta) {
  const State& state = *judged.selection.state;
  const Exact exact(affordable_nodes(state.objective()));
  std::vector<const Adversary*> adversaries;
  if (!judged.worst().proven && judged.judge != exact.name()) adversaries.push_back(&exact);
  CertifyOptions options;
  options.beta = beta;
  return holdfast::certify(state, judged.selection.problem, judged.attacks, adversaries, options);
}

std::optional<double> guaranteed_beta(const registry::OptionValues& algorithm) {
  if (algorithm.owner() != "oblivious-greedy") return std::nullopt;
  return algorithm.number("beta");
}

std::string promised_to(const APriori& promised) {
  return fmt::format("oblivious-greedy with beta = {:g}", promised.beta);
}

}  // namespace holdfast::tasks
