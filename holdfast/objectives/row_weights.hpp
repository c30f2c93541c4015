#pragma once

#include <span>

namespace holdfast {

/// Checks weights of the rows of a design: none, or a positive number for each. A row of weight 0
/// says nothing; whoever has such rows leaves them out beforehand. Throws InvalidInput.
void require_row_weights(std::span<const double> weights, std::size_t rows);

}  // namespace holdfast
