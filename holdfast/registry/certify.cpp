#include "holdfast/registry/certify.hpp"

#include <fmt/format.h>

#include <vector>

#include "holdfast/adversaries/exact.hpp"

namespace holdfast::registry {
namespace {

/// So many deletions take seconds at most where a deletion is cheap, and a minute where it is not.
constexpr std::int64_t most_subsets = 200'000;

}  // namespace

Certificate certify_set(const Objective& objective, std::span<const Item> items,
                        const Problem& problem, const Adversary& adversary,
                        std::optional<double> beta, const Run& run) {
  const Exact exact(most_subsets);
  std::vector<const Adversary*> adversaries{&adversary};
  if (adversary.name() != exact.name()) adversaries.push_back(&exact);
  CertifyOptions options;
  options.beta = beta;
  return certify(objective, items, problem, adversaries, run, options);
}

std::optional<double> guaranteed_beta(const OptionValues& algorithm) {
  if (algorithm.owner() != "oblivious-greedy") return std::nullopt;
  return algorithm.number("beta");
}

std::string promised_to(const APriori& promised) {
  return fmt::format("oblivious-greedy with beta = {:g}", promised.beta);
}

}  // namespace holdfast::registry
