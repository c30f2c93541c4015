#pragma once

#include <memory>

#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/structure.hpp"
#include "holdfast/core/trace_oracle.hpp"

/// Structures of f(K + T) - f(K), made from those of f.
namespace holdfast {

/// Each row counts only what exceeds its largest similarity to a kept column. The base must outlive
/// it.
std::shared_ptr<const Structure> covering_given(const CoveringStructure& base,
                                                std::span<const Item> kept_columns);

/// The Schur complement of the kept columns, over the free ones, which get new numbers. Null if
/// some column is so close to the span of the others that digits would be lost.
std::shared_ptr<const Structure> trace_given(const TraceOracle& base, std::span<const Item> kept,
                                             std::span<const Item> free);

}  // namespace holdfast
