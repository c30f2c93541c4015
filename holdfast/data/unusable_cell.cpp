#include "holdfast/data/unusable_cell.hpp"

namespace holdfast {

UnusableCell::~UnusableCell() = default;
NoCompleteRow::~NoCompleteRow() = default;

}  // namespace holdfast
