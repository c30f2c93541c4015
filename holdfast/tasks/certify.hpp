#pragma once

#include <optional>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/registry/option_values.hpp"
#include "holdfast/tasks/judge.hpp"
#include "holdfast/theory/certificate.hpp"

namespace holdfast::tasks {

/// The certificate of a judged set, for its own problem. The attacks count as they are; unless the
/// worst is proven, the exact adversary then proves what it can within a budget. `beta` is that of
/// the oblivious-greedy that chose the set for this problem, if it did: the a-priori guarantee is
/// then its own and not that of the best beta.
HOLDFAST_EXPORT Certificate certify(const Judged& judged, std::optional<double> beta);

/// The beta of an algorithm that guarantees are about, or nothing.
HOLDFAST_EXPORT std::optional<double> guaranteed_beta(const registry::OptionValues& algorithm);

/// "oblivious-greedy with beta = 1": what the a-priori guarantee is about.
HOLDFAST_EXPORT std::string promised_to(const APriori& promised);

}  // namespace holdfast::tasks
