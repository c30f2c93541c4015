#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/workers.hpp"

namespace holdfast {

/// One column of a block of rows: the number of row i is data[i * stride].
struct ColumnView {
  const double* data = nullptr;
  std::ptrdiff_t stride = 1;
};

/// What linear regression needs to know of a table that is read once, in blocks: the number of
/// rows, the sums of the columns and all their inner products, each row times its weight. Memory
/// does not grow with the rows.
///
/// Rows are summed in leaves of 1024 by their number in the whole table, and leaves in a tree over
/// their numbers. So the bits depend neither on how the table was cut into updates nor on which
/// machine summed which leaves. Every number is taken relative to the mean of its column in the
/// first leaf, so that large means cost no digits.
///
/// With D columns in all and r rows: D^2 r / 2 multiplications, and log2(r / 1024) matrices of
/// D x D.
class HOLDFAST_EXPORT Moments {
 public:
  /// `first_row` is the number of the first row in the whole table, a multiple of 1024. A part that
  /// does not begin at row 0 needs the `shift` of the part that does.
  Moments(std::size_t features, std::size_t responses, std::size_t first_row = 0,
          std::vector<double> shift = {});
  ~Moments();
  Moments(const Moments& other);
  Moments(Moments&& other) noexcept;
  Moments& operator=(Moments&& other) noexcept;

  std::size_t features() const;
  std::size_t responses() const;
  std::size_t first_row() const;
  std::size_t rows() const;
  /// What the columns are taken relative to; empty before the first leaf is full.
  const std::vector<double>& shift() const;

  /// The next rows: columns of features, then of responses. `weights` has a number >= 0 for each
  /// row, which then counts like that many rows; every update brings weights, or none does. Throws
  /// InvalidInput, naming the row and the column, for a number that is NaN or infinite; nothing of
  /// the update may be used then.
  void update(std::span<const ColumnView> columns, std::size_t rows, Workers& workers,
              ColumnView weights = {});

  /// Adds the rows of another part. The bits are those of one pass over all rows if the other part
  /// begins where this one ends and has its shift. Otherwise the result is right, up to rounding.
  void merge(const Moments& other);

  /// A table of few rows with the same moments: linear regression on it, without an intercept, has
  /// the values, gains and weights of the whole table with or without one.
  struct Compressed {
    Matrix design;     ///< D x features
    Matrix responses;  ///< D x responses
  };
  Compressed compressed(bool intercept, bool standardize) const;
  /// Of features, then of responses.
  std::vector<double> means() const;

  /// For another process of the same build.
  std::string to_bytes() const;
  static Moments from_bytes(std::string_view bytes);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The x86-64 level and the cache sizes that the numeric code works with here. Machines that say
/// the same compute the same bits.
HOLDFAST_EXPORT std::string numeric_environment();

}  // namespace holdfast
