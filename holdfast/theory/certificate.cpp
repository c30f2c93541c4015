#include "holdfast/theory/certificate.hpp"

#include <algorithm>
#include <chrono>

#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/theory/ratios.hpp"

namespace holdfast {
namespace {

/// The statements look at sets of at most 2k items.
Item largest_set(const Objective& objective, Item k) {
  const std::int64_t twice = 2 * std::int64_t{std::max<Item>(1, k)};
  return static_cast<Item>(std::clamp<std::int64_t>(objective.size(), 1, twice));
}

KnownRatios proven_ratios(const Objective& objective, Item k, const Run& run) {
  constexpr Item enumerated = 12;
  const Item largest = largest_set(objective, k);
  if (objective.size() <= enumerated) {
    RatioOptions options;
    options.largest_set = largest;
    return KnownRatios(ratios(objective, run, options));
  }
  RatioBounds bounds = objective.proven_ratios(run, largest);
  if (objective.is_submodular())
    bounds.at_most(Ratio::alpha, total_curvature(objective, run), "f is submodular");
  KnownRatios known;
  for (const Ratio ratio : all_ratios) {
    const RatioRange& range = bounds[ratio];
    if (is_curvature(ratio) && range.upper < 1.0) known.set(ratio, range.upper);
    if (!is_curvature(ratio) && range.lower > 0.0) known.set(ratio, range.lower);
  }
  return known;
}

std::string why_none(const Problem& problem, std::optional<double> beta) {
  if (problem.tau >= problem.k) return "everything may be deleted: tau >= k";
  return beta ? fmt::format(
                    "no statement promises anything for beta = {:g} and the ratios that are "
                    "proven for this objective",
                    *beta)
              : "no statement promises anything, whatever beta is, for the ratios that are proven "
                "for this objective";
}

}  // namespace

APriori a_priori(const Objective& objective, const Problem& problem, std::optional<double> beta,
                 const Run& run) {
  APriori result;
  if (problem.tau < problem.k && objective.size() > 0) {
    const KnownRatios known = proven_ratios(objective, problem.k, run);
    std::optional<BestBeta> best;
    if (!beta) {
      best = best_beta(problem.k, problem.tau, known);
    } else {
      const auto all = guarantees({problem.k, problem.tau, *beta}, known);
      if (const Guarantee* one = best_of(all)) best = BestBeta{*beta, *one};
    }
    if (best && best->guarantee.proven) {
      result.beta = best->beta;
      result.guarantee = best->guarantee;
    }
  }
  if (!result.guarantee) result.why = why_none(problem, beta);
  return result;
}

double Certificate::proven_share() const {
  const double upper = optimum_upper();
  return upper > 0.0 ? std::min(1.0, worst_case.lower / upper) : 1.0;
}

Certificate certify(const State& state, const Problem& problem, std::span<const Deletion> known,
                    std::span<const Adversary* const> adversaries, const CertifyOptions& options) {
  require(
      problem.tau >= 0 && problem.k >= std::ssize(state.items()),
      "certify needs tau >= 0 and k of at least the size of the set, got tau = {}, k = {} and a "
      "set of {} items",
      problem.tau, problem.k, state.size());
  const auto started = std::chrono::steady_clock::now();
  const Objective& objective = state.objective();
  const Run& run = state.run();
  run.report({.job = "certify"});
  Certificate certificate;
  certificate.items = state.items();
  certificate.problem = problem;
  certificate.value = state.value();
  certificate.worst_case = bound_worst_case(state, problem.tau, adversaries, known);
  certificate.bounds = bound_optimum(objective, problem, run, options.optimum);
  certificate.promised = a_priori(objective, problem, options.beta, run);
  if (const auto how = seen_to_fall(objective)) {
    throw std::invalid_argument(fmt::format(
        "nothing can be certified about a set function that falls when an item is added: {}",
        *how));
  }
  certificate.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  for (const Deletion& attack : known) certificate.seconds += attack.seconds;
  return certificate;
}

Certificate certify(const Objective& objective, std::span<const Item> items, const Problem& problem,
                    std::span<const Adversary* const> adversaries, const Run& run,
                    const CertifyOptions& options) {
  return certify(*objective.start_at(run, items), problem, {}, adversaries, options);
}

}  // namespace holdfast
