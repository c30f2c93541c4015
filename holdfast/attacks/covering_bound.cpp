#include "holdfast/attacks/covering_bound.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace holdfast {
namespace {

/// No more members than this share the drops of one row: a weaker bound for the last drops of a
/// very long row, but the time of a pass stays linear in the number of drops.
constexpr std::size_t most_bearers = 24;

}  // namespace

CoveringBound::CoveringBound(const CoveringRows& rows)
    : rows_(rows), shares_(rows.drops().size(), 0.0), charges_(rows.members(), 0.0) {
  bearers_.reserve(most_bearers);
}

void CoveringBound::pass(std::span<const Fate> fates, std::size_t more) {
  // Summed afresh: running sums would keep the rounding of every pass.
  std::ranges::fill(charges_, 0.0);
  for (std::size_t d = 0; d < shares_.size(); ++d) charges_[rows_.drops()[d].member] += shares_[d];
  certain_ = 0.0;
  for (std::size_t i = 0; i < rows_.rows(); ++i) divide(i, fates, more);
}

/// Each drop is poured over the members down to it, from the first drop to the last. That is the
/// best division: a later drop raises the least charged members of every earlier one together, so
/// an earlier drop still lies on the least charged of those that may bear it.
void CoveringBound::divide(std::size_t row, std::span<const Fate> fates, std::size_t more) {
  bearers_.clear();
  std::size_t d = rows_.starts()[row];
  const std::size_t end = rows_.starts()[row + 1];
  std::size_t open = 0;
  for (; d < end; ++d) {
    const auto& [member, loss] = rows_.drops()[d];
    open += fates[member] == Fate::open ? 1 : 0;
    if (fates[member] == Fate::kept || open > more) break;
    charges_[member] -= shares_[d];
    shares_[d] = 0.0;
    if (fates[member] == Fate::open && bearers_.size() < most_bearers) {
      const Bearer bearer{charges_[member], d};
      bearers_.insert(std::ranges::upper_bound(bearers_, bearer.charge, {}, &Bearer::charge),
                      bearer);
    }
    if (bearers_.empty()) {
      certain_ += loss;
    } else if (loss > 0.0) {
      pour(loss);
    }
  }
  // Behind a member that survives nothing can be lost.
  for (; d < end; ++d) {
    charges_[rows_.drops()[d].member] -= shares_[d];
    shares_[d] = 0.0;
  }
  for (const Bearer& bearer : bearers_) {
    double& charge = charges_[rows_.drops()[bearer.drop].member];
    shares_[bearer.drop] = bearer.charge - charge;
    charge = bearer.charge;
  }
}

/// Raises the least charged bearers to a common level.
void CoveringBound::pour(double loss) {
  std::size_t raised = 1;
  double room = 0.0;  // up to the charge of the next bearer
  while (raised < bearers_.size()) {
    const double step = bearers_[raised].charge - bearers_[raised - 1].charge;
    if (room + step * static_cast<double>(raised) >= loss) break;
    room += step * static_cast<double>(raised);
    ++raised;
  }
  const double level = bearers_[raised - 1].charge + (loss - room) / static_cast<double>(raised);
  for (std::size_t b = 0; b < raised; ++b) bearers_[b].charge = level;
}

double CoveringBound::most_lost(std::span<const Fate> fates, std::size_t more) {
  sorted_.clear();
  for (std::size_t m = 0; m < fates.size(); ++m) {
    if (fates[m] == Fate::open) sorted_.push_back(charges_[m]);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(more, sorted_.size()));
  std::ranges::partial_sort(sorted_, sorted_.begin() + count, std::greater<>());
  return std::accumulate(sorted_.begin(), sorted_.begin() + count, certain_);
}

}  // namespace holdfast
