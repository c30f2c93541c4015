#include "holdfast/core/trace_oracle.hpp"

namespace holdfast {

void TraceOracle::block(std::span<const Item> rows, std::span<const Item> columns,
                        std::span<double> out) const {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto part = out.subspan(j * rows.size(), rows.size());
    entries(columns[j], rows, part);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] == columns[j]) part[i] = diagonal(columns[j]);
    }
  }
}

}  // namespace holdfast
