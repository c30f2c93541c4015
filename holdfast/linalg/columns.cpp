#include "holdfast/linalg/columns.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

class DenseColumns final : public Columns {
 public:
  explicit DenseColumns(Matrix design) : design_(std::move(design)) {}

  std::size_t rows() const override { return design_.rows(); }
  std::size_t count() const override { return design_.cols(); }
  std::size_t bytes() const override { return design_.rows() * design_.cols() * sizeof(double); }
  std::size_t at_once() const override { return most_at_once; }

  void products_with_each(std::span<const std::size_t> items, std::span<double* const> out,
                          Workers& workers) const override {
    // Aligned copies, because they are read again for every column. Unused places repeat the first
    // item: they cost nothing, and every item goes through the same arithmetic.
    const std::size_t aligned = (rows() + 7) / 8 * 8;
    Eigen::MatrixXd copies(aligned, items.size());
    std::array<const double*, most_at_once> v{};
    for (std::size_t k = 0; k < v.size(); ++k) {
      double* const copy = copies.col(static_cast<Eigen::Index>(k < items.size() ? k : 0)).data();
      if (k < items.size()) copy_column(items[k], {copy, rows()});
      v[k] = copy;
    }
    workers.share_range(count(), columns_per_chunk(rows()),
                        [&](std::size_t begin, std::size_t end) {
                          std::size_t c = begin;
                          for (; c + abreast <= end; c += abreast)
                            write_products<abreast>(c, v, items.size(), out);
                          for (; c < end; ++c) write_products<1>(c, v, items.size(), out);
                        });
  }

  void products_with(std::span<const double> v, std::span<double> out,
                     Workers& workers) const override {
    workers.share_range(count(), columns_per_chunk(rows()),
                        [&](std::size_t begin, std::size_t end) {
                          for (std::size_t c = begin; c < end; ++c)
                            out[c] = inner_product(design_.column(c), v);
                        });
  }

  double product(std::size_t a, std::size_t b) const override {
    return inner_product(design_.column(a), design_.column(b));
  }

  void copy_column(std::size_t j, std::span<double> out) const override {
    std::ranges::copy(design_.column(j), out.begin());
  }

 private:
  static constexpr std::size_t most_at_once = 4;
  /// How many columns are multiplied side by side: as many sums as there are registers for, so that
  /// a pass waits for memory and not for additions.
#ifdef __AVX512F__
  static constexpr std::size_t abreast = 4;
#else
  static constexpr std::size_t abreast = 1;
#endif

  template <std::size_t Columns>
  void write_products(std::size_t first, const std::array<const double*, most_at_once>& v,
                      std::size_t count, std::span<double* const> out) const {
    std::array<const double*, Columns> x{};
    for (std::size_t c = 0; c < Columns; ++c) x[c] = design_.column(first + c).data();
    std::array<std::array<double, most_at_once>, Columns> products{};
    inner_products(x, v, rows(), products);
    for (std::size_t c = 0; c < Columns; ++c) {
      for (std::size_t k = 0; k < count; ++k) out[k][first + c] = products[c][k];
    }
  }

  Matrix design_;
};

/// sum + a * b. Left to itself, a compiler fuses it in one loop and not in another.
double plus_product(double sum, double a, double b) {
#ifdef __FMA__
  return std::fma(a, b, sum);
#else
  return sum + a * b;
#endif
}

class SparseColumns final : public Columns {
 public:
  SparseColumns(SparseMatrix design, bool center)
      : design_(std::move(design)),
        means_(design_.cols(), 0.0),
        totals_(design_.cols(), 0.0),
        constant_(design_.cols(), false) {
    if (!center) return;
    for (std::size_t j = 0; j < design_.cols(); ++j) center_column(j);
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
    multiply(v, plain_sum(v), out, workers);
  }

  double product(std::size_t a, std::size_t b) const override {
    const auto where = design_.column_rows(b);
    const auto what = design_.column_values(b);
    std::size_t q = 0;
    return product_with(a, totals_[b], [&](std::int32_t row) {
      while (q < where.size() && where[q] < row) ++q;
      if (constant_[b]) return 0.0;
      return q < where.size() && where[q] == row ? what[q] - means_[b] : -means_[b];
    });
  }

  void copy_column(std::size_t j, std::span<double> out) const override {
    std::ranges::fill(out, constant_[j] ? 0.0 : -means_[j]);
    if (constant_[j]) return;
    const auto where = design_.column_rows(j);
    const auto what = design_.column_values(j);
    for (std::size_t p = 0; p < where.size(); ++p)
      out[static_cast<std::size_t>(where[p])] = what[p] - means_[j];
  }

 private:
  /// In the time of its entries: rows without one are counted, not visited.
  void center_column(std::size_t j) {
    const auto values = design_.column_values(j);
    const auto height = static_cast<double>(design_.rows());
    const double zeros = height - static_cast<double>(values.size());
    const double mean = means_[j] = plain_sum(values) / height;
    double total = -zeros * mean;
    double square = zeros * mean * mean;
    for (const double value : values) {
      total += value - mean;
      square += (value - mean) * (value - mean);
    }
    constant_[j] = is_rounding(square, squared_norm(values));
    totals_[j] = constant_[j] ? 0.0 : total;
  }

  void multiply(std::span<const double> v, double total, std::span<double> out,
                Workers& workers) const {
    workers.share_range(count(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        out[c] = product_with(
            c, total, [&](std::int32_t row) { return v[static_cast<std::size_t>(row)]; });
      }
    });
  }

  /// With the vector whose entry in a row is `at(row)`, asked for ascending rows, and whose entries
  /// add up to `total`. What a column has in all the rows without an entry is minus its mean.
  template <class At>
  double product_with(std::size_t c, double total, At at) const {
    if (constant_[c]) return 0.0;
    const auto where = design_.column_rows(c);
    const auto what = design_.column_values(c);
    const double mean = means_[c];
    double sum = 0.0;
    double elsewhere = total;
    for (std::size_t p = 0; p < where.size(); ++p) {
      const double other = at(where[p]);
      sum = plus_product(sum, what[p] - mean, other);
      elsewhere -= other;
    }
    return plus_product(sum, -mean, elsewhere);
  }

  SparseMatrix design_;
  std::vector<double> means_;
  std::vector<double> totals_;  // of a centered column: what the rounding of its mean has left
  std::vector<bool> constant_;  // zero once centered
};

Matrix centered(const Matrix& design, Workers& workers) {
  std::vector<double> copy(design.rows() * design.cols());
  workers.share_range(design.cols(), 16, [&](std::size_t begin, std::size_t end) {
    const auto rows = static_cast<double>(design.rows());
    for (std::size_t j = begin; j < end; ++j) {
      const auto column = design.column(j);
      const std::span<double> out(copy.data() + j * design.rows(), design.rows());
      const double mean = plain_sum(column) / rows;
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = column[i] - mean;
      const double rest = plain_sum(out) / rows;  // what the rounding of a large mean has left
      for (double& x : out) x -= rest;
      if (is_rounding(squared_norm(out), squared_norm(column))) std::ranges::fill(out, 0.0);
    }
  });
  return {design.rows(), design.cols(), std::move(copy)};
}

}  // namespace

std::unique_ptr<Columns> make_columns(const Matrix& design, bool center, Workers& workers) {
  const bool copy = center && design.rows() > 0;
  return std::make_unique<DenseColumns>(copy ? centered(design, workers) : design);
}

std::unique_ptr<Columns> make_columns(const SparseMatrix& design, bool center) {
  return std::make_unique<SparseColumns>(design, center && design.rows() > 0);
}

}  // namespace holdfast::linalg
