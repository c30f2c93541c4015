#include "holdfast/tasks/certify.hpp"

#include <fmt/format.h>

#include <vector>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast::tasks {
namespace {

/// About how long the proof may take, counted in nodes and not by a clock.
constexpr std::int64_t proof_seconds = 5;

}  // namespace

Certificate certify(const Judged& judged, std::optional<double> beta) {
  const State& state = *judged.selection.state;
  const Exact exact(proof_seconds * game_at(state)->nodes_per_second());
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
