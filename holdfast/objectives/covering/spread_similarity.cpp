#include "holdfast/objectives/covering/spread_similarity.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace holdfast {
namespace {

/// A question, whatever it asks, takes as long as sending so many numbers of a column here (3 ms of
/// processor time and 33 ns: benchmarks/large.py's machine, two workers).
constexpr double question_in_numbers = 100'000.0;
/// Bytes of columns that may be kept beside those of members.
constexpr std::size_t most_bytes_nearby = std::size_t{1} << 30U;

}  // namespace

struct SpreadSimilarity::Shared {
  Source source;
  std::mutex access;
  std::unordered_map<Item, NearColumn> columns;
  /// What the questions about an item have cost so far, shared among all they asked about.
  std::unordered_map<Item, double> spent;
  std::size_t bytes = 0;

  double numbers_in_a_column() const {
    const auto items =
        static_cast<double>(std::max<std::size_t>(source.singleton_values.size(), 1));
    return source.entries ? static_cast<double>(*source.entries) / items
                          : static_cast<double>(source.rows);
  }

  void bring(const Items& items) {
    auto fetched = source.fetch(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      auto& kept = columns[items[i]];
      kept = std::make_shared<const Column>(std::move(fetched.at(i)));
      bytes += kept->values.size() * sizeof(double) + kept->rows.size() * sizeof(std::int32_t);
      spent.erase(items[i]);
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
  Items far;
  std::ranges::copy_if(items, std::back_inserter(far),
                       [this](Item item) { return !shared_->columns.contains(item); });
  // Once the questions about an item have cost as much as its column, the column comes: so both
  // together cost at most twice what the better of them would have.
  Items wanted;
  const double share =
      question_in_numbers / static_cast<double>(std::max<std::size_t>(far.size(), 1));
  for (const Item item : far) {
    if (shared_->bytes > most_bytes_nearby) break;
    if ((shared_->spent[item] += share) > shared_->numbers_in_a_column()) wanted.push_back(item);
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
