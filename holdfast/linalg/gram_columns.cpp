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

std::vector<std::size_t> GramColumns::worth_a_pass(std::size_t j,
                                                   std::span<const int> likely) const {
  std::vector<std::size_t> items{j};
  const std::lock_guard lock(mutex_);
  for (const int other : likely) {
    if (items.size() == columns_.at_once() || items.size() >= room_) break;
    const auto candidate = static_cast<std::size_t>(other);
    if (candidate != j && !kept_[candidate]) items.push_back(candidate);
  }
  return items;
}

GramColumns::Column GramColumns::column(std::size_t j,
                                        const std::function<std::vector<int>()>& likely,
                                        Workers& workers) const {
  if (auto found = kept(j)) return found;
  const auto items = worth_a_pass(j, likely());
  std::vector<std::shared_ptr<std::vector<double>>> made;
  std::vector<double*> targets;
  for (std::size_t i = 0; i < items.size(); ++i) {
    made.push_back(std::make_shared<std::vector<double>>(columns_.count()));
    targets.push_back(made.back()->data());
  }
  columns_.products_with_each(items, targets, workers);
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (kept_[items[i]] || room_ == 0) continue;
    kept_[items[i]] = made[i];
    --room_;
  }
  return made.front();
}

void GramColumns::products(std::size_t j, std::span<const int> others,
                           std::span<double> out) const {
  const Column column = kept(j);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto other = static_cast<std::size_t>(others[i]);
    out[i] = column ? (*column)[other] : columns_.product(other, j);
  }
}

}  // namespace holdfast::linalg
