#include "holdfast/linalg/columns.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/inner_products.hpp"

namespace holdfast::linalg {
namespace {

/// About half of a core's second-level cache, so that threads share a pass evenly.
std::size_t columns_per_chunk(std::size_t rows) {
  return std::max<std::size_t>(8, 65536 / std::max<std::size_t>(rows, 1));
}

/// Whether a centered column is constant: only the rounding of its mean is left of it.
bool is_rounding(double centered_square, double square) {
  return centered_square <= 1e-28 * square;
}

/// Centers a column; one that is constant becomes zero.
void subtract_mean(std::span<double> column, std::span<const double> weights) {
  const double square = squared_norm(column);
  const double mean = weighted_mean(column, weights);
  for (double& x : column) x -= mean;
  const double rest = weighted_mean(column, weights);  // what rounding of a large mean has left
  for (double& x : column) x -= rest;
  if (is_rounding(squared_norm(column), square)) std::ranges::fill(column, 0.0);
}

/// Up to here a copy is made for the sake of its alignment. Users expect large arrays not to be.
constexpr std::size_t worth_aligning = std::size_t{16} << 20U;

class DenseColumns final : public Columns {
 public:
  explicit DenseColumns(Matrix as_given)
      : rows_(as_given.rows()), count_(as_given.cols()), as_given_(std::move(as_given)) {}

  DenseColumns(const Matrix& design, bool center, std::span<const double> weights, Workers& workers)
      : rows_(design.rows()), count_(design.cols()) {
    const bool changes = center || !weights.empty();
    if (!changes && bytes() > worth_aligning) {
      as_given_ = design;
      return;
    }
    // A register of entries that begins within a cache line and ends in the next takes two loads: a
    // pass over a design that is not aligned takes up to twice as long.
    aligned_.resize(static_cast<Eigen::Index>((rows_ + 7) / 8 * 8),
                    static_cast<Eigen::Index>(count_));
    const std::vector<double> roots = roots_of(weights);
    workers.share_range(count_, 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        const std::span<double> out(aligned_.col(static_cast<Eigen::Index>(j)).data(), rows_);
        std::ranges::copy(design.column(j), out.begin());
        if (center) subtract_mean(out, weights);
        for (std::size_t i = 0; i < roots.size(); ++i) out[i] *= roots[i];
      }
    });
  }

  std::size_t rows() const override { return rows_; }
  std::size_t count() const override { return count_; }
  std::size_t bytes() const override { return rows_ * count_ * sizeof(double); }
  std::size_t at_once() const override { return most_at_once; }

  void products_with_each(std::span<const std::size_t> items, std::span<double* const> out,
                          Workers& workers) const override {
    std::vector<std::span<const double>> columns;
    for (const std::size_t item : items) columns.push_back(column(item));
    multiply(columns, out, workers);
  }

  void products_with(std::span<const double> v, std::span<double> out,
                     Workers& workers) const override {
    pass(workers, [&](std::size_t begin, std::size_t end, bool backwards) {
      inner_products_with(v, column(begin).data(), stride(), out.subspan(begin, end - begin),
                          backwards);
    });
  }

  double product(std::size_t a, std::size_t b) const override {
    return inner_product(column(a), column(b));
  }

  void copy_column(std::size_t j, std::span<double> out) const override {
    std::ranges::copy(column(j), out.begin());
  }

  SingleColumn single(std::size_t j) const override {
    const auto values = column(j);
    return {rows(), false, false, {}, {values.begin(), values.end()}};
  }

  void products_with_other(const Columns& z, std::span<double> out,
                           Workers& workers) const override {
    const std::array columns{dense(z).column(0)};
    const std::array outs{out.data()};
    multiply(columns, outs, workers);
  }

  double product_with_other(std::size_t a, const Columns& z) const override {
    return inner_product(column(a), dense(z).column(0));
  }

 private:
  static const DenseColumns& dense(const Columns& z) {
    const auto* same_kind = dynamic_cast<const DenseColumns*>(&z);
    require(same_kind != nullptr, "some columns are dense and others sparse; make them all alike");
    return *same_kind;
  }

  void multiply(std::span<const std::span<const double>> items, std::span<double* const> out,
                Workers& workers) const {
    // Aligned copies, because they are read again for every column.
    const std::size_t aligned = (rows() + 7) / 8 * 8;
    Eigen::MatrixXd copies(aligned, items.size());
    for (std::size_t k = 0; k < items.size(); ++k)
      std::ranges::copy(items[k], copies.col(static_cast<Eigen::Index>(k)).data());
    [&]<std::size_t... Less>(std::index_sequence<Less...>) {
      ((items.size() == Less + 1 ? multiply_by<Less + 1>(copies, out, workers) : void()), ...);
    }
    (std::make_index_sequence<most_at_once>());
  }

  template <std::size_t Count>
  void multiply_by(const Eigen::MatrixXd& items, std::span<double* const> out,
                   Workers& workers) const {
    std::array<const double*, Count> v{};
    for (std::size_t k = 0; k < Count; ++k) v[k] = items.col(static_cast<Eigen::Index>(k)).data();
    pass(workers, [&](std::size_t begin, std::size_t end, bool backwards) {
      visit_abreast<abreast[Count - 1]>(
          begin, end, backwards,
          [&]<std::size_t Columns>(std::size_t c) { write_products<Columns>(c, v, out); });
    });
  }

  /// Calls body(begin, end, backwards) for pieces of the columns. Every other pass goes from the
  /// last column to the first: a design that is larger than a cache leaves its end there, and only
  /// its end, which a pass in the same direction would have thrown out before it gets there.
  template <class Body>
  void pass(Workers& workers, const Body& body) const {
    const bool backwards = passes_.fetch_add(1, std::memory_order_relaxed) % 2 == 1;
    const std::size_t chunk = columns_per_chunk(rows());
    const std::size_t last = count() == 0 ? 0 : (count() - 1) / chunk;
    workers.share_range(count(), chunk, [&](std::size_t begin, std::size_t /*end*/) {
      const std::size_t piece = backwards ? last - begin / chunk : begin / chunk;
      body(piece * chunk, std::min(piece * chunk + chunk, count()), backwards);
    });
  }

  // How many items may share a pass, and how many columns are multiplied side by side with one
  // item, two, and so on. Measured on 800 x 1000: a pass should wait for memory, not for additions,
  // and its sums must fit into the registers. More items save passes, but with AVX2 a pass of three
  // already takes as long as its multiplications.
#if defined(__AVX512F__)
  static constexpr std::array<std::size_t, 4> abreast{4, 4, 4, 4};
#elif defined(__AVX2__)
  static constexpr std::array<std::size_t, 3> abreast{4, 3, 2};
#else
  static constexpr std::array<std::size_t, 2> abreast{2, 1};
#endif
  static constexpr std::size_t most_at_once = abreast.size();

  /// out[k][c] = x_c'v_k for so many c.
  template <std::size_t Columns, std::size_t Count>
  void write_products(std::size_t first, const std::array<const double*, Count>& v,
                      std::span<double* const> out) const {
    std::array<const double*, Columns> x{};
    for (std::size_t c = 0; c < Columns; ++c) x[c] = column(first + c).data();
    std::array<std::array<double, Count>, Columns> products{};
    inner_products(x, v, rows(), products);
    for (std::size_t c = 0; c < Columns; ++c) {
      for (std::size_t k = 0; k < Count; ++k) out[k][first + c] = products[c][k];
    }
  }

  std::size_t stride() const {
    return as_given_ ? rows_ : static_cast<std::size_t>(aligned_.rows());
  }
  std::span<const double> column(std::size_t j) const {
    if (as_given_) return as_given_->column(j);
    return {aligned_.col(static_cast<Eigen::Index>(j)).data(), rows_};
  }

  std::size_t rows_;
  std::size_t count_;
  std::optional<Matrix> as_given_;
  Eigen::MatrixXd aligned_;  // unless as_given_
  mutable std::atomic<unsigned> passes_{0};
};

SparseMatrix with_scaled_rows(const SparseMatrix& matrix, std::span<const double> factors) {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto where = matrix.column_rows(j);
    const auto what = matrix.column_values(j);
    rows.insert(rows.end(), where.begin(), where.end());
    for (std::size_t p = 0; p < what.size(); ++p)
      values.push_back(what[p] * factors[static_cast<std::size_t>(where[p])]);
    starts.push_back(std::ssize(values));
  }
  return {matrix.rows(), matrix.cols(), std::move(starts), std::move(rows), std::move(values)};
}

/// Column j is root_i (x_ij - mean_j) in row i, with the root of the row's weight; where the matrix
/// has no entry, that is -root_i mean_j.
class SparseColumns final : public Columns {
 public:
  SparseColumns(SparseMatrix rows_with_roots, bool center, std::vector<double> roots)
      : design_(std::move(rows_with_roots)),
        roots_(std::move(roots)),
        means_(design_.cols(), 0.0),
        totals_(design_.cols(), 0.0),
        constant_(design_.cols(), false),
        center_(center) {
    if (!center) return;
    const double weight =
        roots_.empty() ? static_cast<double>(design_.rows()) : squared_norm(roots_);
    for (std::size_t j = 0; j < design_.cols(); ++j) center_column(j, weight);
  }

  std::size_t rows() const override { return design_.rows(); }
  std::size_t count() const override { return design_.cols(); }
  std::size_t bytes() const override {
    return design_.nonzeros() * (sizeof(double) + sizeof(std::int32_t));
  }

  std::size_t at_once() const override { return 1; }

  void products_with_each(std::span<const std::size_t> items, std::span<double* const> out,
                          Workers& workers) const override {
    std::vector<double> column(rows());
    copy_column(items.front(), column);
    multiply(column, totals_[items.front()], {out.front(), count()}, workers);
  }

  void products_with(std::span<const double> v, std::span<double> out,
                     Workers& workers) const override {
    multiply(v, roots_.empty() ? plain_sum(v) : inner_product(v, roots_), out, workers);
  }

  double product(std::size_t a, std::size_t b) const override { return product(a, *this, b); }

  SingleColumn single(std::size_t j) const override {
    const auto where = design_.column_rows(j);
    const auto what = design_.column_values(j);
    return {rows(), true, center_, {where.begin(), where.end()}, {what.begin(), what.end()}};
  }

  void products_with_other(const Columns& z, std::span<double> out,
                           Workers& workers) const override {
    std::vector<double> column(rows());
    z.copy_column(0, column);
    multiply(column, sparse(z).totals_[0], out, workers);
  }

  double product_with_other(std::size_t a, const Columns& z) const override {
    return product(a, sparse(z), 0);
  }

  void copy_column(std::size_t j, std::span<double> out) const override {
    std::ranges::fill(out, 0.0);
    if (constant_[j]) return;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = centered(j, static_cast<std::int32_t>(i), 0.0);
    const auto where = design_.column_rows(j);
    const auto what = design_.column_values(j);
    for (std::size_t p = 0; p < where.size(); ++p)
      out[static_cast<std::size_t>(where[p])] = centered(j, where[p], what[p]);
  }

 private:
  static const SparseColumns& sparse(const Columns& z) {
    const auto* same_kind = dynamic_cast<const SparseColumns*>(&z);
    require(same_kind != nullptr, "some columns are dense and others sparse; make them all alike");
    return *same_kind;
  }

  double product(std::size_t a, const SparseColumns& z, std::size_t b) const {
    const auto where = z.design_.column_rows(b);
    const auto what = z.design_.column_values(b);
    std::size_t q = 0;
    return product_with(a, z.totals_[b], [&](std::int32_t row) {
      while (q < where.size() && where[q] < row) ++q;
      if (z.constant_[b]) return 0.0;
      return z.centered(b, row, q < where.size() && where[q] == row ? what[q] : 0.0);
    });
  }

  double root(std::int32_t row) const {
    return roots_.empty() ? 1.0 : roots_[static_cast<std::size_t>(row)];
  }
  double centered(std::size_t j, std::int32_t row, double value) const {
    return plus_product(value, -means_[j], root(row));
  }

  /// In the time of its entries: rows without one are only counted. `weight` is that of all rows.
  void center_column(std::size_t j, double weight) {
    const auto where = design_.column_rows(j);
    const auto what = design_.column_values(j);
    double sum = 0.0;
    double weight_elsewhere = weight;
    for (std::size_t p = 0; p < where.size(); ++p) {
      sum += root(where[p]) * what[p];
      weight_elsewhere -= root(where[p]) * root(where[p]);
    }
    const double mean = means_[j] = sum / weight;
    double total = -weight_elsewhere * mean;
    double square = weight_elsewhere * mean * mean;
    for (std::size_t p = 0; p < where.size(); ++p) {
      const double here = centered(j, where[p], what[p]);
      total += root(where[p]) * here;
      square += here * here;
    }
    constant_[j] = is_rounding(square, squared_norm(what));
    totals_[j] = constant_[j] ? 0.0 : total;
  }

  void multiply(std::span<const double> v, double total, std::span<double> out,
                Workers& workers) const {
    workers.share_range(count(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        out[c] = product_with(c, total,
                              [&](std::int32_t row) { return v[static_cast<std::size_t>(row)]; });
      }
    });
  }

  /// With the vector whose entry in a row is `at(row)`, asked for ascending rows, and whose entries
  /// times the roots add up to `total`.
  template <class At>
  double product_with(std::size_t c, double total, At at) const {
    if (constant_[c]) return 0.0;
    const auto where = design_.column_rows(c);
    const auto what = design_.column_values(c);
    double sum = 0.0;
    double elsewhere = total;
    for (std::size_t p = 0; p < where.size(); ++p) {
      const double other = at(where[p]);
      sum = plus_product(sum, centered(c, where[p], what[p]), other);
      elsewhere = plus_product(elsewhere, -root(where[p]), other);
    }
    return plus_product(sum, -means_[c], elsewhere);
  }

  SparseMatrix design_;        // its rows multiplied by their roots
  std::vector<double> roots_;  // of the weights of the rows; empty: all 1
  std::vector<double> means_;
  std::vector<double> totals_;  // of a column times the roots: what rounding of its mean has left
  std::vector<bool> constant_;  // zero once centered
  bool center_;
};

}  // namespace

double weighted_mean(std::span<const double> values, std::span<const double> weights) {
  if (weights.empty()) return plain_sum(values) / static_cast<double>(values.size());
  return inner_product(values, weights) / plain_sum(weights);
}

std::vector<double> roots_of(std::span<const double> weights) {
  std::vector<double> roots(weights.begin(), weights.end());
  for (double& root : roots) root = std::sqrt(root);
  return roots;
}

std::unique_ptr<Columns> make_columns(const Matrix& design, bool center, Workers& workers,
                                      std::span<const double> weights) {
  return std::make_unique<DenseColumns>(design, center && design.rows() > 0, weights, workers);
}

std::unique_ptr<Columns> make_columns(const SparseMatrix& design, bool center,
                                      std::span<const double> weights) {
  std::vector<double> roots = roots_of(weights);
  return std::make_unique<SparseColumns>(roots.empty() ? design : with_scaled_rows(design, roots),
                                         center && design.rows() > 0, std::move(roots));
}

std::unique_ptr<Columns> make_columns(SingleColumn column, std::vector<double> roots) {
  if (!column.sparse)
    return std::make_unique<DenseColumns>(Matrix(column.rows, 1, std::move(column.what)));
  std::vector<std::int64_t> starts{0, std::ssize(column.where)};
  SparseMatrix alone(column.rows, 1, std::move(starts), std::move(column.where),
                     std::move(column.what));
  return std::make_unique<SparseColumns>(std::move(alone), column.center, std::move(roots));
}

}  // namespace holdfast::linalg
