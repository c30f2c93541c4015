#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/workers.hpp"

namespace holdfast::linalg {

/// A column by itself, as it travels to a machine that holds other columns of the same design.
struct SingleColumn {
  std::size_t rows = 0;
  bool sparse = false;
  bool center = false;              ///< a sparse column is not centered yet, a dense one is
  std::vector<std::int32_t> where;  ///< of a sparse one
  std::vector<double> what;
};

/// The columns x_0, ..., x_(d-1) of a design, dense or sparse, accessed through their inner
/// products. Centered columns are centered here: a dense design keeps one centered copy, a sparse
/// one its means.
class Columns {
 public:
  virtual ~Columns() = default;
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  virtual std::size_t rows() const = 0;
  virtual std::size_t count() const = 0;
  /// How many items products_with_each handles in the time of one: a pass over a large design waits
  /// for memory, not for arithmetic.
  virtual std::size_t at_once() const = 0;
  /// out[i][c] = x_c' x_(items[i]) for every c and each of at most at_once() items: one pass over
  /// the design.
  virtual void products_with_each(std::span<const std::size_t> items, std::span<double* const> out,
                                  Workers& workers) const = 0;
  /// x_a' x_b, bit for bit what products_with_each gives for item b at a.
  virtual double product(std::size_t a, std::size_t b) const = 0;
  /// out_c = x_c' v for every c.
  virtual void products_with(std::span<const double> v, std::span<double> out,
                             Workers& workers) const = 0;
  /// x_j written out.
  virtual void copy_column(std::size_t j, std::span<double> out) const = 0;
  /// x_j, its rows multiplied by the roots of their weights; make_columns makes it elsewhere.
  virtual SingleColumn single(std::size_t j) const = 0;
  /// out_c = x_c' z_0 for every c, and x_a' z_0, where z_0 is a column made from a single one: bit
  /// for bit what they would be if it were here.
  virtual void products_with_other(const Columns& z, std::span<double> out,
                                   Workers& workers) const = 0;
  virtual double product_with_other(std::size_t a, const Columns& z) const = 0;
  /// Bytes of one pass over the design.
  virtual std::size_t bytes() const = 0;

 protected:
  Columns() = default;
};

/// `weights` has a positive number for each row, or none: all 1. The columns are then centered by
/// their weighted means, and each row is multiplied by the root of its weight.
std::unique_ptr<Columns> make_columns(const Matrix& design, bool center, Workers& workers,
                                      std::span<const double> weights = {});
std::unique_ptr<Columns> make_columns(const SparseMatrix& design, bool center,
                                      std::span<const double> weights = {});

/// `roots` of the weights of the rows, if they have weights.
std::unique_ptr<Columns> make_columns(SingleColumn column, std::vector<double> roots = {});

/// The mean of the values, each with its weight, if there are weights.
double weighted_mean(std::span<const double> values, std::span<const double> weights);

/// The roots of the weights.
std::vector<double> roots_of(std::span<const double> weights);

}  // namespace holdfast::linalg
