#include "holdfast/documents/page_models.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "holdfast/core/covering_structure.hpp"
#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/documents/json_parts.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "holdfast/objectives/model_objective.hpp"
#include "holdfast/objectives/trace/logdet.hpp"

namespace holdfast::documents {
namespace {

/// Larger matrices make a page that no browser opens gladly: 8 MB of text each.
constexpr std::size_t most_columns = 1200;
/// Likewise for the entries of covering rows: 3 MB of text.
constexpr std::size_t most_entries = 200'000;

/// The bytes of the numbers, lowest first, in base 64: exact, and half as long as decimals.
template <class Number>
std::string encoded(const std::vector<Number>& numbers) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes(numbers.size() * sizeof(Number));
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = (group << 8U) | (j < left ? bytes[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += j <= left ? digits[(group >> (18U - 6U * static_cast<unsigned>(j))) & 63U] : '=';
  }
  return text;
}

/// The columns of a structure that belong to the items, item after item.
struct ItemColumns {
  Items columns;
  std::vector<std::size_t> sizes;  ///< how many each item has
};

ItemColumns columns_of(const Items& items, std::span<const Items> blocks) {
  ItemColumns found;
  for (const Item item : items) {
    const Items own = blocks.empty() ? Items{item} : blocks[static_cast<std::size_t>(item)];
    found.columns.insert(found.columns.end(), own.begin(), own.end());
    found.sizes.push_back(own.size());
  }
  return found;
}

/// Row by row, each up to the diagonal.
std::vector<double> lower_triangle(const TraceOracle& oracle, const Items& columns) {
  std::vector<double> triangle;
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto earlier = std::span(columns).first(i);
    oracle.entries(columns[i], earlier, std::span(row).first(i));
    triangle.insert(triangle.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(i));
    triangle.push_back(oracle.diagonal(columns[i]));
  }
  return triangle;
}

/// B B', the same way: with many responses it is smaller than B and gives the same f.
std::vector<double> gram_triangle(const TraceOracle& oracle, const Items& columns) {
  std::vector<double> triangle;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto a = oracle.response(columns[i]);
    for (std::size_t j = 0; j <= i; ++j) {
      const auto b = oracle.response(columns[j]);
      double sum = 0.0;
      for (std::size_t m = 0; m < a.size(); ++m) sum += a[m] * b[m];
      triangle.push_back(sum);
    }
  }
  return triangle;
}

std::vector<double> responses_of(const TraceOracle& oracle, const Items& columns) {
  std::vector<double> numbers;
  for (const Item column : columns) {
    const auto row = oracle.response(column);
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  return numbers;
}

std::optional<Json> trace_model(const ItemStructure& structure, const Items& items) {
  const auto* oracle = structure.as<TraceOracle>();
  if (!oracle) return std::nullopt;
  const auto [columns, sizes] = columns_of(items, structure.blocks);
  if (columns.size() > most_columns) return std::nullopt;
  const bool few = oracle->responses() <= columns.size() / 2;
  return Json{
      {"kind", "trace"},
      {"sizes", sizes},
      {"matrix", encoded(lower_triangle(*oracle, columns))},
      {"dependent", oracle->dependent()},
      {"responses", few ? Json(oracle->responses()) : Json(nullptr)},
      {"right", encoded(few ? responses_of(*oracle, columns) : gram_triangle(*oracle, columns))}};
}

std::optional<Json> logdet_model(const Objective& objective, const Items& items) {
  const auto* grouped = dynamic_cast<const GroupedObjective*>(&objective);
  const auto* logdet =
      dynamic_cast<const LogDetObjective*>(grouped ? &grouped->base() : &objective);
  if (!logdet) return std::nullopt;
  std::vector<Items> members;
  if (grouped) {
    for (const Item group : objective.all_items()) members.push_back(grouped->members(group));
  }
  const auto [columns, sizes] = columns_of(items, members);
  if (columns.size() > most_columns) return std::nullopt;
  return Json{{"kind", "logdet"},
              {"sizes", sizes},
              {"matrix", encoded(lower_triangle(logdet->matrix(), columns))},
              {"noise", logdet->noise()}};
}

/// The best items of each row, best first; a place beyond the last one holds the item -1.
class BestOfRows {
 public:
  BestOfRows(std::size_t rows, std::size_t each)
      : each_(each), items_(rows * each, -1), values_(rows * each, 0.0) {}

  void offer(std::size_t row, std::int32_t item, double value) {
    if (value <= 0.0) return;
    std::size_t place = each_;
    while (place > 0 && values_[row * each_ + place - 1] < value) --place;
    complete_ = complete_ && (items_.empty() || items_[row * each_ + each_ - 1] < 0);
    if (place == each_) return;
    const auto first = static_cast<std::ptrdiff_t>(row * each_ + place);
    const auto last = static_cast<std::ptrdiff_t>((row + 1) * each_);
    std::move_backward(items_.begin() + first, items_.begin() + last - 1, items_.begin() + last);
    std::move_backward(values_.begin() + first, values_.begin() + last - 1, values_.begin() + last);
    items_[static_cast<std::size_t>(first)] = item;
    values_[static_cast<std::size_t>(first)] = value;
  }

  Json json() const {
    return {{"kind", "covering"},
            {"each", each_},
            {"complete", complete_},
            {"items", encoded(items_)},
            {"values", encoded(values_)}};
  }

 private:
  std::size_t each_;
  bool complete_ = true;  ///< whether no row has more items than it lists
  std::vector<std::int32_t> items_;
  std::vector<double> values_;
};

std::optional<Json> covering_model(const ItemStructure& structure, const Items& items,
                                   std::size_t most_deleted) {
  const auto* covering = structure.as<CoveringStructure>();
  if (!covering || covering->rows() == 0 || items.empty()) return std::nullopt;
  const std::size_t each = std::min(items.size(), most_entries / covering->rows());
  if (each < std::min(items.size(), most_deleted + 1)) return std::nullopt;
  BestOfRows best(covering->rows(), each);
  std::vector<double> row(covering->rows());
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::ranges::fill(row, 0.0);
    for (const Item column : columns_of({items[i]}, structure.blocks).columns)
      covering->raise(column, 0, row);
    for (std::size_t r = 0; r < row.size(); ++r)
      best.offer(r, static_cast<std::int32_t>(i), row[r]);
  }
  return best.json();
}

/// Values by what is deleted, as places in the list of items, in ascending order.
using Patterns = std::map<std::vector<std::ptrdiff_t>, double>;

/// Every loss of two: the losses after each single one.
void add_pairs(Patterns& known, const State& state, const Items& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto left = state.clone();
    left->remove(items[i]);
    const auto losses = left->losses();
    for (std::size_t j = 0; j < losses.size(); ++j) {
      const auto other = std::ranges::find(items, left->items()[j]) - items.begin();
      const auto own = static_cast<std::ptrdiff_t>(i);
      if (own < other) known[{own, other}] = left->value() - losses[j];
    }
  }
}

/// Whether losses of two are worth the wait: some seconds at most.
bool affords_pairs(const Objective& objective, const Items& items) {
  constexpr double most = 1e7;
  const auto* model = dynamic_cast<const ModelObjective*>(&objective);
  const auto count = static_cast<double>(items.size());
  return model && static_cast<double>(model->rows()) * count * count <= most;
}

/// What a class model expects of deletions that nobody computed.
Json quadratic_json(const Objective& objective, const Items& items) {
  constexpr std::size_t most_weights = 400;
  const auto* classes = dynamic_cast<const ClassificationObjective*>(&objective);
  if (!classes || items.size() * static_cast<std::size_t>(classes->classes()) > most_weights)
    return nullptr;
  const auto model = classes->quadratic_model(items);
  Json parts = Json::array();
  for (const auto& part : model.parts)
    parts.push_back({{"weights", encoded(part.weights)}, {"inverse", encoded(part.inverse)}});
  return {{"outputs", model.outputs}, {"parts", std::move(parts)}};
}

/// Values of deletions that somebody computed: none, every single one, every two of a small model,
/// and the curve's step by step.
Json known_patterns(const Objective& objective, const PageSet& set) {
  const State& state = *set.selection.state;
  const Items items = set.selection.items();
  const auto place = [&](Item item) { return std::ranges::find(items, item) - items.begin(); };
  Patterns known{{{}, set.selection.value}};
  const auto losses = state.clone()->losses();
  for (std::size_t i = 0; i < items.size(); ++i)
    known[{place(state.items()[i])}] = state.value() - losses[i];
  if (affords_pairs(objective, items)) add_pairs(known, state, items);
  for (const Deletion& deletion : set.curve) {
    const auto left = state.clone();
    std::vector<std::ptrdiff_t> places;
    for (const Item item : deletion.items) {
      left->remove(item);
      places.insert(std::ranges::upper_bound(places, place(item)), place(item));
      if (places.size() > 1) known[places] = left->value();
    }
  }
  Json patterns = Json::array();
  for (const auto& [places, value] : known)
    patterns.push_back({{"deleted", places}, {"value", finite(value)}});
  // A promise is no proof: nothing follows from it about deletions that nobody computed.
  const bool monotone = !objective.structure().as<MonotonePromise>();
  return {{"kind", "patterns"},
          {"monotone", monotone},
          {"patterns", std::move(patterns)},
          {"quadratic", quadratic_json(objective, items)}};
}

/// Of the curve's deletions, the one that the set is made for.
Deletion worst_for_tau(const PageSet& set) {
  const auto tau = static_cast<std::size_t>(set.selection.problem.tau);
  return set.curve.empty() ? Deletion{} : set.curve[std::min(tau, set.curve.size() - 1)];
}

std::unique_ptr<State> state_after(const PageSet& set, const Deletion& deletion) {
  auto left = set.selection.state->clone();
  for (const Item item : deletion.items) left->remove(item);
  return left;
}

/// What could be added.
Items outside(const Objective& objective, const PageSet& set) {
  Items taken = set.selection.items();
  taken.insert(taken.end(), set.excluded.begin(), set.excluded.end());
  std::ranges::sort(taken);
  Items others;
  std::ranges::set_difference(objective.all_items(), taken, std::back_inserter(others));
  return others;
}

}  // namespace

Json page_model(const Objective& objective, const PageSet& set) {
  Items items = set.selection.items();
  items.insert(items.end(), set.spares.begin(), set.spares.end());
  const ItemStructure structure = objective.structure();
  if (auto model = trace_model(structure, items)) return std::move(*model);
  if (auto model = logdet_model(objective, items)) return std::move(*model);
  const std::size_t most_deleted = set.curve.empty() ? 0 : set.curve.back().items.size();
  if (auto model = covering_model(structure, items, most_deleted)) return std::move(*model);
  return known_patterns(objective, set);
}

Items spares_of(const Objective& objective, const PageSet& set) {
  constexpr std::size_t most_spares = 40;
  constexpr std::size_t most_items = 150;  // with more, a click would take too long to answer
  const std::size_t size = set.selection.steps.size();
  if (size > most_items || objective.attack_cost() == AttackCost::refits) return {};
  std::size_t wanted = most_spares;
  if (const auto* covering = objective.structure().as<CoveringStructure>()) {
    // A row lists all of them, so that none hides an item of the set.
    const std::size_t room = most_entries / std::max<std::size_t>(1, covering->rows());
    wanted = room > size ? std::min(wanted, room - size) : 0;
  } else if (!trace_model(objective.structure(), {}) && !logdet_model(objective, {})) {
    return {};
  }
  const auto left = state_after(set, worst_for_tau(set));
  Items spares;
  for (const Scored& scored : left->largest_gains(outside(objective, set), wanted))
    spares.push_back(scored.item);
  std::ranges::sort(spares);
  return spares;
}

Json repair_json_after(const Objective& objective, const PageSet& set, const Deletion& deletion) {
  constexpr double most_work = 1e9;
  const Items candidates = outside(objective, set);
  const double work = objective.gain_cost() * static_cast<double>(candidates.size());
  if (deletion.items.empty() || candidates.empty() || work > most_work) return nullptr;
  const auto left = state_after(set, deletion);
  const Scored best = left->largest_gains(candidates, 1).front();
  return {{"added", objective.item_name(best.item)}, {"value", finite(left->value() + best.score)}};
}

}  // namespace holdfast::documents
