#include "holdfast/linalg/columns.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

namespace holdfast::linalg {
namespace {

using ConstVector = Eigen::Map<const Eigen::VectorXd>;

ConstVector as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

/// About what a core's second-level cache holds twice over, so that threads share a pass evenly.
std::size_t columns_per_chunk(std::size_t rows) {
  return std::max<std::size_t>(8, 65536 / std::max<std::size_t>(rows, 1));
}

class DenseColumns final : public Columns {
 public:
  explicit DenseColumns(Matrix design) : design_(std::move(design)) {}

  std::size_t rows() const override { return design_.rows(); }
  std::size_t count() const override { return design_.cols(); }
  std::size_t bytes() const override { return design_.rows() * design_.cols() * sizeof(double); }

  void products_with(std::size_t j, std::span<double> out, Workers& workers) const override {
    products_with(design_.column(j), out, workers);
  }

  void products_with(std::span<const double> v, std::span<double> out,
                     Workers& workers) const override {
    // One inner product a column, so that equal columns give equal numbers wherever they stand.
    workers.share_range(count(), columns_per_chunk(rows()),
                        [&](std::size_t begin, std::size_t end) {
                          for (std::size_t c = begin; c < end; ++c)
                            out[c] = as_vector(design_.column(c)).dot(as_vector(v));
                        });
  }

  double product(std::size_t a, std::size_t b) const override {
    return as_vector(design_.column(a)).dot(as_vector(design_.column(b)));
  }

  void copy_column(std::size_t j, std::span<double> out) const override {
    std::ranges::copy(design_.column(j), out.begin());
  }

 private:
  Matrix design_;
};

class SparseColumns final : public Columns {
 public:
  SparseColumns(SparseMatrix design, bool center)
      : design_(std::move(design)), means_(design_.cols(), 0.0) {
    if (!center) return;
    for (std::size_t j = 0; j < design_.cols(); ++j) {
      means_[j] = as_vector(design_.column_values(j)).sum() / static_cast<double>(design_.rows());
    }
  }

  std::size_t rows() const override { return design_.rows(); }
  std::size_t count() const override { return design_.cols(); }
  std::size_t bytes() const override {
    return design_.nonzeros() * (sizeof(double) + sizeof(std::int32_t));
  }

  void products_with(std::size_t j, std::span<double> out, Workers& workers) const override {
    std::vector<double> column(rows());
    copy_column(j, column);
    products_with(column, out, workers);
  }

  void products_with(std::span<const double> v, std::span<double> out,
                     Workers& workers) const override {
    // v sums to zero when the columns are centered, so the means drop out.
    workers.share_range(count(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) out[c] = raw_product(c, v);
    });
  }

  double product(std::size_t a, std::size_t b) const override {
    std::vector<double> column(rows());
    copy_column(b, column);
    return raw_product(a, column);
  }

  void copy_column(std::size_t j, std::span<double> out) const override {
    std::ranges::fill(out, -means_[j]);
    const auto where = design_.column_rows(j);
    const auto what = design_.column_values(j);
    for (std::size_t p = 0; p < where.size(); ++p)
      out[static_cast<std::size_t>(where[p])] += what[p];
  }

 private:
  double raw_product(std::size_t c, std::span<const double> v) const {
    const auto where = design_.column_rows(c);
    const auto what = design_.column_values(c);
    double sum = 0.0;
    for (std::size_t p = 0; p < where.size(); ++p)
      sum += what[p] * v[static_cast<std::size_t>(where[p])];
    return sum;
  }

  SparseMatrix design_;
  std::vector<double> means_;
};

Matrix centered(const Matrix& design, Workers& workers) {
  std::vector<double> copy(design.rows() * design.cols());
  workers.share_range(design.cols(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      const auto column = as_vector(design.column(j));
      Eigen::Map<Eigen::VectorXd> out(copy.data() + j * design.rows(), column.size());
      out = column.array() - column.mean();
      out.array() -= out.mean();  // what the rounding of a large mean has left
      // A constant column is zero, not the rounding of its mean.
      if (out.norm() <= 1e-14 * column.norm()) out.setZero();
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
