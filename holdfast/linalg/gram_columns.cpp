#include "holdfast/linalg/gram_columns.hpp"

#include <algorithm>

namespace holdfast::linalg {
namespace {

constexpr std::size_t always_affordable = std::size_t{64} << 20U;

}  // namespace

GramColumns::GramColumns(const Columns& columns) : columns_(columns), kept_(columns.count()) {
  const std::size_t column_bytes = std::max<std::size_t>(columns.count(), 1) * sizeof(double);
  room_ = std::max(columns.bytes(), always_affordable) / column_bytes;
}

GramColumns::Column GramColumns::kept(std::size_t j) const {
  const std::lock_guard lock(mutex_);
  return kept_[j];
}

GramColumns::Column GramColumns::column(std::size_t j, Workers& workers) const {
  if (auto found = kept(j)) return found;
  auto made = std::make_shared<std::vector<double>>(columns_.count());
  columns_.products_with(j, *made, workers);
  const std::lock_guard lock(mutex_);
  if (!kept_[j] && room_ > 0) {
    kept_[j] = made;
    --room_;
  }
  return made;
}

void GramColumns::products(std::size_t j, std::span<const int> others,
                           std::span<double> out) const {
  const Column mine = kept(j);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto other = static_cast<std::size_t>(others[i]);
    if (mine) {
      out[i] = (*mine)[other];
    } else {
      const Column theirs = kept(other);
      out[i] = theirs ? (*theirs)[j] : columns_.product(j, other);
    }
  }
}

}  // namespace holdfast::linalg
