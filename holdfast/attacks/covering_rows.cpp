#include "holdfast/attacks/covering_rows.hpp"

#include <algorithm>

namespace holdfast {
namespace {

/// As many rows at once as let the columns be read in order and the table stay in the cache.
constexpr std::size_t rows_at_once = 64;

}  // namespace

CoveringRows::CoveringRows(const CoveringStructure& structure, std::span<const Items> blocks,
                           std::span<const Item> set, Item tau)
    : members_(set.size()) {
  std::vector<double> table(members_ * rows_at_once);
  std::vector<Drop> similarities;
  for (std::size_t first = 0; first < structure.rows(); first += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, structure.rows() - first);
    std::ranges::fill(table, 0.0);
    for (std::size_t m = 0; m < members_; ++m) {
      const auto out = std::span(table).subspan(m * rows_at_once, count);
      if (blocks.empty()) {
        structure.raise(set[m], first, out);
      } else {
        for (const Item column : blocks[static_cast<std::size_t>(set[m])])
          structure.raise(column, first, out);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      similarities.clear();
      for (std::size_t m = 0; m < members_; ++m) {
        const double similarity = table[m * rows_at_once + i];
        if (similarity > 0.0) similarities.push_back({m, similarity});
      }
      add_row(similarities, static_cast<std::size_t>(tau));
    }
  }
}

void CoveringRows::add_row(std::vector<Drop>& similarities, std::size_t tau) {
  const std::size_t looked_at = std::min(similarities.size(), tau + 1);
  std::ranges::partial_sort(similarities,
                            similarities.begin() + static_cast<std::ptrdiff_t>(looked_at),
                            [](const Drop& a, const Drop& b) {
                              return a.loss != b.loss ? a.loss > b.loss : a.member < b.member;
                            });
  similarities.resize(looked_at);
  for (std::size_t p = 0; p + 1 < looked_at; ++p) similarities[p].loss -= similarities[p + 1].loss;
  if (looked_at > tau) similarities.resize(tau);  // one survives
  while (!similarities.empty() && similarities.back().loss == 0.0) similarities.pop_back();
  if (similarities.empty()) return;
  drops_.insert(drops_.end(), similarities.begin(), similarities.end());
  starts_.push_back(drops_.size());
}

double CoveringRows::loss(std::span<const char> deleted) const {
  double total = 0.0;
  for (std::size_t i = 0; i < rows(); ++i) {
    for (const Drop& drop : row(i)) {
      if (deleted[drop.member] == 0) break;
      total += drop.loss;
    }
  }
  return total;
}

}  // namespace holdfast
