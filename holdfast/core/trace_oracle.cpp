#include "holdfast/core/trace_oracle.hpp"

#include <algorithm>

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

void TraceOracle::square(std::span<const Item> items, std::span<double> out,
                         Workers& workers) const {
  constexpr std::size_t wanted = 4;  // at least one entry of so many
  if (guesses() == 0 || wanted * items.size() < diagonal().size()) return block(items, items, out);
  for (std::size_t j = 0; j < items.size(); ++j) {
    const auto next = items.subspan(j + 1);
    const auto soon = next.first(std::min(next.size(), guesses()));
    const Column whole = column(
        items[j], [&] { return Items(soon.begin(), soon.end()); }, workers);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto item = static_cast<std::size_t>(items[i]);
      out[j * items.size() + i] = i == j ? diagonal(items[j]) : whole.entries[item];
    }
  }
}

}  // namespace holdfast
