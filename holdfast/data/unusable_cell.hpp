#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/export.hpp"

namespace holdfast {

/// What could be done about the cells of a table that cannot be used.
struct Remedies {
  /// Columns to leave out, by name: those without a single number, else the one of the cell if it
  /// holds text. The target is never among them.
  std::vector<std::string> ignore = {};
  /// Rows to leave out, if none is spoiled by a column in `ignore` or by a target of classes; 0 if
  /// no row would remain.
  std::size_t drop = 0;
  /// How many classes the target holds that was to be a number; 0 if it does not look like classes.
  std::size_t classes = 0;
};

/// A cell that is empty, not a number, NaN or infinite. Whoever asked for the table knows how
/// people can leave out the row or the column, and may say so.
class HOLDFAST_EXPORT UnusableCell : public InvalidInput {
 public:
  explicit UnusableCell(const std::string& what, Remedies remedies = {})
      : InvalidInput(what), remedies_(std::move(remedies)) {}
  ~UnusableCell() override;

  const Remedies& remedies() const { return remedies_; }

 private:
  Remedies remedies_;
};

/// Every row has such a cell, so nothing is left when they are dropped.
class HOLDFAST_EXPORT NoCompleteRow : public UnusableCell {
 public:
  NoCompleteRow(const std::string& what, std::size_t rows, Remedies remedies)
      : UnusableCell(what, std::move(remedies)), rows_(rows) {}
  ~NoCompleteRow() override;

  /// How many rows there are.
  std::size_t rows() const { return rows_; }

 private:
  std::size_t rows_;
};

}  // namespace holdfast
