#pragma once

#include <string>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/export.hpp"

namespace holdfast {

/// A cell that is empty, not a number, NaN or infinite. Whoever asked for the table knows how
/// people can leave out the row or the column, and may say so.
class HOLDFAST_EXPORT UnusableCell : public InvalidInput {
 public:
  explicit UnusableCell(const std::string& what, std::string text_column = {})
      : InvalidInput(what), text_column_(std::move(text_column)) {}
  ~UnusableCell() override;

  /// Name of the column if the cell holds text, usually because the whole column does; or empty.
  const std::string& text_column() const { return text_column_; }

 private:
  std::string text_column_;
};

}  // namespace holdfast
