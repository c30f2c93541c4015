#include "holdfast/objectives/covering/spread_similarity.hpp"

#include <utility>

namespace holdfast {
namespace {

/// Questions about an item that cost more than its column.
constexpr int questions_worth_a_column = 8;
/// Bytes of columns that may be kept beside those of members.
constexpr std::size_t most_bytes_nearby = std::size_t{1} << 30U;

}  // namespace

struct SpreadSimilarity::Shared {
  Source source;
  std::mutex access;
  std::unordered_map<Item, NearColumn> columns;
  std::unordered_map<Item, int> questions;
  std::size_t bytes = 0;

  void bring(const Items& items) {
    auto fetched = source.fetch(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      auto& kept = columns[items[i]];
      kept = std::make_shared<const Column>(std::move(fetched.at(i)));
      bytes += kept->values.size() * sizeof(double) + kept->rows.size() * sizeof(std::int32_t);
      questions.erase(items[i]);
    }
  }
};

SpreadSimilarity::SpreadSimilarity(Source source) : shared_(std::make_shared<Shared>()) {
  shared_->source = std::move(source);
}

std::size_t SpreadSimilarity::rows() const { return shared_->source.rows; }
std::size_t SpreadSimilarity::cols() const { return shared_->source.singleton_values.size(); }
const SpreadSimilarity::Source& SpreadSimilarity::source() const { return shared_->source; }

SpreadSimilarity::NearColumn SpreadSimilarity::column(Item item) const {
  const std::lock_guard lock(shared_->access);
  if (!shared_->columns.contains(item)) shared_->bring({item});
  return shared_->columns.at(item);
}

std::vector<SpreadSimilarity::NearColumn> SpreadSimilarity::columns_nearby(
    std::span<const Item> items) const {
  const std::lock_guard lock(shared_->access);
  Items wanted;
  for (const Item item : items) {
    if (shared_->columns.contains(item) || shared_->bytes > most_bytes_nearby) continue;
    if (++shared_->questions[item] >= questions_worth_a_column) wanted.push_back(item);
  }
  if (!wanted.empty()) shared_->bring(wanted);
  std::vector<NearColumn> nearby(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto kept = shared_->columns.find(items[i]);
    if (kept != shared_->columns.end()) nearby[i] = kept->second;
  }
  return nearby;
}

}  // namespace holdfast
