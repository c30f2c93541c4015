#include "holdfast/objectives/covering/facility_location.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/linalg/inner_products.hpp"
#include "holdfast/objectives/covering/entry_sums.hpp"
#include "holdfast/objectives/item_names.hpp"

namespace holdfast {
namespace {

constexpr std::size_t lanes = 16;
/// How far ahead numbers are asked for. The processor itself does not look beyond a page of memory.
constexpr std::size_t ahead = 512;
using Lanes = Eigen::Array<double, lanes, 1>;

/// Fewer than 16 numbers, followed by zeros.
Lanes padded(const double* numbers, std::size_t count) {
  Lanes all = Lanes::Zero();
  std::copy_n(numbers, count, all.data());
  return all;
}

/// Sum of term(entries of the arrays) over [0, count), in 16 interleaved partial sums; the term of
/// zeros is 0. The order of additions is fixed by this code, so every instruction set gives the
/// same bits. Written with Eigen because compilers find bad vectors in a loop over lanes.
template <class Term, class... Array>
double sum_in_lanes(std::size_t count, const Term& term, const Array*... arrays) {
  Lanes partial = Lanes::Zero();
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t line = 0; line < lanes; line += 8)
      (__builtin_prefetch(arrays + i + ahead + line), ...);
    partial += term(Eigen::Map<const Lanes>(arrays + i)...);
  }
  if (i < count) partial += term(padded(arrays + i, count - i)...);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) {
      partial[static_cast<Eigen::Index>(lane)] += partial[static_cast<Eigen::Index>(lane + half)];
    }
  }
  return partial[0];
}

/// The same block by block.
template <class Term, class... Array>
double sum_over_rows(std::size_t count, const Term& term, const Array*... arrays) {
  linalg::TreeSum total;
  for (std::size_t first = 0; first < count; first += linalg::rows_per_block) {
    const std::size_t size = std::min(linalg::rows_per_block, count - first);
    total.add(first / linalg::rows_per_block, sum_in_lanes(size, term, (arrays + first)...));
  }
  return total.total();
}

double sum(std::span<const double> values) {
  return sum_over_rows(
      values.size(), [](const auto& v) -> Lanes { return v; }, values.data());
}

/// How much the row maxima would rise in total with one more column.
double sum_of_rises(std::span<const double> column, std::span<const double> best) {
  return sum_over_rows(
      column.size(), [](const auto& s, const auto& b) -> Lanes { return (s - b).max(0.0); },
      column.data(), best.data());
}

double sum_of_rises(std::span<const std::int32_t> rows, std::span<const double> values,
                    std::span<const double> best) {
  return sum_over_entries(
      rows, values, [best](std::size_t i, double s) { return s > best[i] ? s - best[i] : 0.0; });
}

/// The columns of a matrix, as a State needs them.
struct DenseColumns {
  const Matrix* matrix;

  std::size_t numbers_in(Item /*item*/) const { return matrix->rows(); }

  /// Calls visit(row, similarity) for the rows that have one.
  template <class Visit>
  void each(Item item, const Visit& visit) const {
    const auto s = column(item);
    for (std::size_t i = 0; i < s.size(); ++i) visit(i, s[i]);
  }
  /// The same for these rows, which ascend.
  template <class Visit>
  void each_among(Item item, std::span<const std::size_t> rows, const Visit& visit) const {
    const auto s = column(item);
    for (const std::size_t i : rows) visit(i, s[i]);
  }

  double sum_of_rises(Item item, std::span<const double> best) const {
    return holdfast::sum_of_rises(column(item), best);
  }
  double sum(Item item) const { return holdfast::sum(column(item)); }

  std::span<const double> column(Item item) const {
    return matrix->column(static_cast<std::size_t>(item));
  }
};

struct SparseColumns {
  const SparseMatrix* matrix;

  std::size_t numbers_in(Item item) const { return rows_of(item).size(); }

  template <class Visit>
  void each(Item item, const Visit& visit) const {
    const auto rows = rows_of(item);
    const auto s = values_of(item);
    for (std::size_t p = 0; p < rows.size(); ++p) visit(static_cast<std::size_t>(rows[p]), s[p]);
  }
  template <class Visit>
  void each_among(Item item, std::span<const std::size_t> rows, const Visit& visit) const {
    each(item, [&](std::size_t i, double s) {
      if (std::ranges::binary_search(rows, i)) visit(i, s);
    });
  }

  double sum(Item item) const {
    return sum_over_entries(rows_of(item), values_of(item),
                            [](std::size_t /*row*/, double s) { return s; });
  }
  double sum_of_rises(Item item, std::span<const double> best) const {
    return holdfast::sum_of_rises(rows_of(item), values_of(item), best);
  }

  std::span<const std::int32_t> rows_of(Item item) const {
    return matrix->column_rows(static_cast<std::size_t>(item));
  }
  std::span<const double> values_of(Item item) const {
    return matrix->column_values(static_cast<std::size_t>(item));
  }
};

struct SpreadColumns {
  const SpreadSimilarity* matrix;

  template <class Visit>
  void each(Item item, const Visit& visit) const {
    const auto column = matrix->column(item);
    const auto& rows = column->rows;
    for (std::size_t p = 0; p < column->values.size(); ++p)
      visit(rows.empty() ? p : static_cast<std::size_t>(rows[p]), column->values[p]);
  }
  template <class Visit>
  void each_among(Item item, std::span<const std::size_t> rows, const Visit& visit) const {
    const auto column = matrix->column(item);
    if (column->rows.empty() && !column->values.empty()) {
      for (const std::size_t i : rows) visit(i, column->values[i]);
      return;
    }
    for (std::size_t p = 0; p < column->values.size(); ++p) {
      const auto i = static_cast<std::size_t>(column->rows[p]);
      if (std::ranges::binary_search(rows, i)) visit(i, column->values[p]);
    }
  }

  /// From the columns that are here, and from elsewhere for the others: the bits are the same.
  void gains(std::span<const Item> members, std::span<const Item> candidates,
             std::span<const double> best, std::span<double> out) const {
    const auto nearby = matrix->columns_nearby(candidates);
    Items far;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (const auto& near = nearby[c]) {
        out[c] = near->rows.empty() && !near->values.empty()
                     ? sum_of_rises(near->values, best)
                     : sum_of_rises(near->rows, near->values, best);
      } else {
        far.push_back(candidates[c]);
      }
    }
    if (far.empty()) return;
    const auto answers = matrix->source().gains(members, far);
    for (std::size_t c = 0, f = 0; c < candidates.size(); ++c)
      if (!nearby[c]) out[c] = answers.at(f++);
  }
};

/// One pass over a column, which both checks it and computes all that is needed at the empty set:
/// the matrix may be larger than the caches.
template <class Columns>
double singleton_value(const Columns& columns, Item item, std::span<double> row_maxima) {
  bool sound = true;
  columns.each(item, [&](std::size_t i, double s) {
    sound &= s >= 0.0;
    row_maxima[i] = std::max(row_maxima[i], s);
  });
  return sound ? columns.sum(item) : -1.0;
}

template <class Columns>
[[noreturn]] void refuse_column(const Columns& columns, Item item) {
  columns.each(item, [&](std::size_t i, double s) {
    if (std::isfinite(s) && s >= 0.0) return;
    throw InvalidInput(fmt::format(
        "similarity: row {}, column {} is {}; every similarity must be finite and 0 or more", i,
        item, s));
  });
  throw InvalidInput(
      fmt::format("similarity: the sum of column {} overflows; scale the similarities down", item));
}

template <class Columns>
class FacilityLocationState final : public State {
 public:
  FacilityLocationState(const FacilityLocationObjective& objective, Columns columns, const Run& run)
      : State(objective, run),
        singletons_(objective.singleton_values()),
        columns_(columns),
        best_(columns.matrix->rows(), 0.0),
        second_(best_.size(), 0.0),
        best_item_(best_.size(), nobody),
        second_item_(best_.size(), nobody),
        block_sums_((best_.size() + linalg::rows_per_block - 1) / linalg::rows_per_block, 0.0),
        is_stale_(block_sums_.size(), 0) {}

 private:
  static constexpr Item nobody = -1;
  /// The number of similarities in a piece of work that makes handing it to another thread
  /// worthwhile.
  static constexpr std::size_t numbers_per_chunk = 8192;

  /// Only blocks of rows that have changed are summed again.
  double do_value() const override {
    linalg::TreeSum total;
    for (std::size_t b = 0; b < block_sums_.size(); ++b) {
      if (is_stale_[b]) block_sums_[b] = sum_of_block(b);
      is_stale_[b] = 0;
      total.add(b, block_sums_[b]);
    }
    return total.total();
  }

  double sum_of_block(std::size_t b) const {
    const auto rest = std::span(best_).subspan(b * linalg::rows_per_block);
    const auto block = rest.first(std::min(linalg::rows_per_block, rest.size()));
    if constexpr (std::is_same_v<Columns, SpreadColumns>) {
      if (columns_.matrix->source().of_coverage) return linalg::plain_sum(block);
    }
    return sum(block);
  }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    if (items().empty()) {
      for (std::size_t c = 0; c < candidates.size(); ++c)
        out[c] = singletons_[static_cast<std::size_t>(candidates[c])];
      return;
    }
    if constexpr (std::is_same_v<Columns, SpreadColumns>) {
      columns_.gains(items(), candidates, best_, out);
    } else {
      const std::size_t numbers = columns_.numbers_in(candidates.front());
      const std::size_t chunk = std::max<std::size_t>(1, numbers_per_chunk / (numbers + 1));
      run().workers().share_range(candidates.size(), chunk,
                                  [&](std::size_t begin, std::size_t end) {
                                    for (std::size_t c = begin; c < end; ++c)
                                      out[c] = columns_.sum_of_rises(candidates[c], best_);
                                  });
    }
  }

  void do_losses(std::span<double> out) override {
    std::vector<double> loss_of(singletons_.size(), 0.0);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      if (best_item_[i] == nobody) continue;
      loss_of[static_cast<std::size_t>(best_item_[i])] += best_[i] - second_[i];
    }
    for (std::size_t m = 0; m < out.size(); ++m)
      out[m] = loss_of[static_cast<std::size_t>(items()[m])];
  }

  void do_add(Item item) override {
    columns_.each(item, [&](std::size_t i, double s) { enter(i, item, s); });
  }

  void do_remove(std::size_t where) override {
    const Item gone = items()[where];
    std::vector<std::size_t> bereft;
    columns_.each(gone, [&](std::size_t i, double) {
      if (best_item_[i] != gone && second_item_[i] != gone) return;
      bereft.push_back(i);
      is_stale_[i / linalg::rows_per_block] = 1;
      best_[i] = second_[i] = 0.0;
      best_item_[i] = second_item_[i] = nobody;
    });
    for (const Item member : items()) {
      if (member == gone) continue;
      columns_.each_among(member, bereft, [&](std::size_t i, double s) { enter(i, member, s); });
    }
  }

  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<FacilityLocationState>(*this);
  }

  /// A row without a best member takes any item that it has a similarity to, even if that is 0.
  void enter(std::size_t i, Item item, double s) {
    if (s > best_[i] || best_item_[i] == nobody) {
      is_stale_[i / linalg::rows_per_block] = 1;
      second_[i] = best_[i];
      second_item_[i] = best_item_[i];
      best_[i] = s;
      best_item_[i] = item;
    } else if (s > second_[i] || second_item_[i] == nobody) {
      second_[i] = s;
      second_item_[i] = item;
    }
  }

  std::span<const double> singletons_;
  Columns columns_;
  std::vector<double> best_;
  std::vector<double> second_;
  Items best_item_;
  Items second_item_;
  mutable std::vector<double> block_sums_;  // of best_
  mutable std::vector<char> is_stale_;
};

/// For a column of which some rows are given.
void raise_by(std::span<const std::int32_t> rows, std::span<const double> values, std::size_t first,
              std::span<double> out) {
  const auto from = std::ranges::lower_bound(rows, static_cast<std::int32_t>(first));
  for (auto p = static_cast<std::size_t>(from - rows.begin()); p < rows.size(); ++p) {
    const std::size_t i = static_cast<std::size_t>(rows[p]) - first;
    if (i >= out.size()) break;
    out[i] = std::max(out[i], values[p]);
  }
}

/// Calls use(columns) with the columns of the matrix.
template <class Use>
auto with_columns(const FacilityLocationObjective::Similarity& similarity, const Use& use) {
  if (const auto* dense = std::get_if<Matrix>(&similarity)) return use(DenseColumns{dense});
  if (const auto* sparse = std::get_if<SparseMatrix>(&similarity))
    return use(SparseColumns{sparse});
  return use(SpreadColumns{&std::get<SpreadSimilarity>(similarity)});
}

}  // namespace

FacilityLocationObjective::FacilityLocationObjective(Similarity similarity,
                                                     std::vector<std::string> names)
    : similarity_(std::move(similarity)), names_(std::move(names)) {
  with_columns(similarity_, [&](const auto& columns) {
    const std::size_t count = columns.matrix->cols();
    require_item_names(names_, count);
    if constexpr (std::is_same_v<std::decay_t<decltype(columns)>, SpreadColumns>) {
      singleton_values_ = columns.matrix->source().singleton_values;
      largest_value_ = columns.matrix->source().largest_value;
    } else {
      std::vector<double> row_maxima(columns.matrix->rows(), 0.0);
      for (Item item = 0; item < static_cast<Item>(count); ++item) {
        const double value = singleton_value(columns, item, row_maxima);
        if (!std::isfinite(value) || value < 0.0) refuse_column(columns, item);
        singleton_values_.push_back(value);
      }
      largest_value_ = sum(row_maxima);
    }
  });
}

FacilityLocationObjective::FacilityLocationObjective(Savings savings,
                                                     std::vector<std::string> names)
    : FacilityLocationObjective(Similarity(std::move(savings.similarity)), std::move(names)) {
  farthest_ = savings.farthest;
}

std::string FacilityLocationObjective::name() const {
  const auto* spread = std::get_if<SpreadSimilarity>(&similarity_);
  return spread && spread->source().of_coverage ? "coverage" : "facility-location";
}

std::string FacilityLocationObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

double FacilityLocationObjective::gain_cost() const {
  const auto per_item = [this](std::size_t entries) {
    return 1.0 + static_cast<double>(entries) / std::max(1, size());
  };
  if (const auto* sparse = std::get_if<SparseMatrix>(&similarity_))
    return per_item(sparse->nonzeros());
  const auto* spread = std::get_if<SpreadSimilarity>(&similarity_);
  if (spread && spread->source().entries) return per_item(*spread->source().entries);
  return static_cast<double>(rows());
}

double FacilityLocationObjective::do_value(std::span<const Item> set) const {
  return with_columns(similarity_, [&](const auto& columns) {
    std::vector<double> best(columns.matrix->rows(), 0.0);
    for (const Item item : set)
      columns.each(item, [&](std::size_t i, double s) { best[i] = std::max(best[i], s); });
    double total = 0.0;
    for (const double similarity : best) total += similarity;
    return total;
  });
}

std::size_t FacilityLocationObjective::rows() const {
  return std::visit([](const auto& matrix) { return matrix.rows(); }, similarity_);
}

void FacilityLocationObjective::raise(Item column, std::size_t first, std::span<double> out) const {
  const auto item = static_cast<std::size_t>(column);
  if (const auto* dense = std::get_if<Matrix>(&similarity_)) {
    std::ranges::transform(dense->column(item).subspan(first, out.size()), out, out.begin(),
                           [](double a, double b) { return std::max(a, b); });
    return;
  }
  if (const auto* sparse = std::get_if<SparseMatrix>(&similarity_)) {
    raise_by(sparse->column_rows(item), sparse->column_values(item), first, out);
    return;
  }
  const auto fetched = std::get<SpreadSimilarity>(similarity_).column(column);
  const std::span values(fetched->values);
  if (fetched->rows.empty() && !values.empty()) {
    std::ranges::transform(values.subspan(first, out.size()), out, out.begin(),
                           [](double a, double b) { return std::max(a, b); });
    return;
  }
  raise_by(fetched->rows, values, first, out);
}

std::unique_ptr<State> FacilityLocationObjective::do_start(const Run& run) const {
  return with_columns(similarity_, [&](const auto& columns) -> std::unique_ptr<State> {
    using Columns = std::decay_t<decltype(columns)>;
    return std::make_unique<FacilityLocationState<Columns>>(*this, columns, run);
  });
}

}  // namespace holdfast
