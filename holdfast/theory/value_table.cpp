#include "holdfast/theory/value_table.hpp"

#include <algorithm>
#include <bit>

#include "holdfast/core/require.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {
namespace {

/// Fills in every superset of `set` whose further items are above its largest. The State is at
/// `set`.
class Tabulator {
 public:
  Tabulator(ValueTable& table, const Run& run) : table_(table), run_(run) {}

  void visit(State& state, Mask set, Item first) {
    const Items candidates = items_from(first);
    const auto gains = state.gains(candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      table_.values[set | Mask{1} << candidates[i]] = table_.values[set] + gains[i];
    filled_ += static_cast<std::int64_t>(candidates.size());
    announce();
    // The last item has nothing above it. Clones instead of removals: no drift.
    for (Item item = first; item + 1 < table_.items; ++item) {
      const auto larger = state.clone();
      larger->add(item);
      visit(*larger, set | Mask{1} << item, item + 1);
    }
  }

 private:
  Items items_from(Item first) const {
    Items items;
    for (Item item = first; item < table_.items; ++item) items.push_back(item);
    return items;
  }

  void announce() {
    run_.check_stop();
    run_.report({"evaluating every set", filled_, static_cast<std::int64_t>(table_.values.size()),
                 table_.values[0]});
  }

  ValueTable& table_;
  const Run& run_;
  std::int64_t filled_ = 1;
};

}  // namespace

ValueTable tabulate(const Objective& objective, const Run& run) {
  require(objective.size() <= ValueTable::most_items,
          "{} items are too many to evaluate every subset: at most {}", objective.size(),
          ValueTable::most_items);
  ValueTable table;
  table.items = objective.size();
  table.values.assign(std::size_t{1} << table.items, 0.0);
  if (table.items > 0) Tabulator(table, run).visit(*objective.start(run), 0, 0);
  return table;
}

double best_value(const ValueTable& table, Mask allowed, Item size) {
  double best = 0.0;
  for (Mask set = allowed; set != 0; set = (set - 1) & allowed) {
    if (std::popcount(set) <= size) best = std::max(best, table[set]);
  }
  return best;
}

Mask to_mask(std::span<const Item> items) {
  Mask mask = 0;
  for (const Item item : items) mask |= Mask{1} << item;
  return mask;
}

Items to_items(Mask mask) {
  Items items;
  for (; mask != 0; mask &= mask - 1) items.push_back(std::countr_zero(mask));
  return items;
}

}  // namespace holdfast
