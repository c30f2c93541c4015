#pragma once

#include <optional>
#include <span>
#include <string>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/selection.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/theory/certificate.hpp"

namespace holdfast::registry {

/// The certificate of a set: `adversary` looks for the worst deletion, the exact one proves what it
/// can within a budget. `beta` is that of the oblivious-greedy that chose the set for this problem,
/// if it did: the a-priori guarantee is then its own and not that of the best beta.
HOLDFAST_EXPORT Certificate certify_set(const Objective& objective, std::span<const Item> items,
                                        const Problem& problem, const Adversary& adversary,
                                        std::optional<double> beta, const Run& run);

/// The beta of an algorithm that guarantees are about, or nothing.
HOLDFAST_EXPORT std::optional<double> guaranteed_beta(const OptionValues& algorithm);

/// "oblivious-greedy with beta = 1": what the a-priori guarantee is about.
HOLDFAST_EXPORT std::string promised_to(const APriori& promised);

}  // namespace holdfast::registry
