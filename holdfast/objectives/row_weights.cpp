#include "holdfast/objectives/row_weights.hpp"

#include <cmath>

#include "holdfast/core/require.hpp"

namespace holdfast {

void require_row_weights(std::span<const double> weights, std::size_t rows) {
  if (weights.empty()) return;
  require<InvalidInput>(weights.size() == rows,
                        "there are {} weights for {} rows: one per row is needed", weights.size(),
                        rows);
  for (std::size_t i = 0; i < rows; ++i) {
    require<InvalidInput>(weights[i] > 0.0 && std::isfinite(weights[i]),
                          "row {} has weight {}: a weight must be a positive number", i,
                          weights[i]);
  }
}

}  // namespace holdfast
