#include "holdfast/linalg/candidate_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdfast::linalg {
namespace {

constexpr std::size_t chunk = 512;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

CandidateRows::CandidateRows(std::span<const double> diagonal, std::size_t attached,
                             double dependent)
    : items_(diagonal.size()),
      width_(items_ + attached),
      dependent_(dependent),
      tolerance_(dependent),
      diagonal_(Eigen::Map<const Eigen::VectorXd>(diagonal.data(), index(diagonal.size()))),
      remaining_(diagonal_),
      where_(items_, -1) {}

/// Reserved memory that is never written costs nothing; running out of it costs a copy of all rows.
std::size_t CandidateRows::first_rows() const {
  constexpr std::size_t numbers = std::size_t{1} << 19U;
  return std::clamp<std::size_t>(numbers / width_, 8, std::max<std::size_t>(items_, 8));
}

void CandidateRows::clear() {
  rows_.clear();
  basis_.clear();
  std::fill(where_.begin(), where_.end(), -1);
  remaining_ = diagonal_;
  removals_ = 0;
  tolerance_ = dependent_;
}

/// A member close to the span of the earlier ones divides by its small distance, which magnifies
/// the rounding errors in the remaining diagonals by as much.
void CandidateRows::set_tolerance() {
  tolerance_ = dependent_;
  if (dependent_ == 0.0) return;
  for (std::size_t i = 0; i < rank(); ++i) {
    const int member = basis_[i];
    const double pivot = row(i)[static_cast<std::size_t>(member)];
    const double rounding =
        8.0 * std::numeric_limits<double>::epsilon() * diagonal_[member] / (pivot * pivot);
    tolerance_ = std::max(tolerance_, rounding);
  }
}

/// Returns where the next row goes, growing the storage if needed.
double* CandidateRows::make_room() {
  const std::size_t needed = (rank() + 1) * width_;
  if (rows_.capacity() < needed) rows_.reserve(std::max(first_rows(), 2 * rank()) * width_);
  rows_.resize(needed);
  return rows_.data() + rank() * width_;
}

/// Makes the newest row that of the item.
std::span<const double> CandidateRows::enter(int item, double pivot) {
  const std::size_t place = rank();
  rows_[place * width_ + static_cast<std::size_t>(item)] = pivot;
  remaining_[item] = 0.0;
  where_[static_cast<std::size_t>(item)] = static_cast<int>(place);
  basis_.push_back(item);
  set_tolerance();
  return row(place);
}

std::span<const double> CandidateRows::append(int item, std::span<const double> column,
                                              std::span<const double> attached, Workers& workers) {
  double* const fresh = make_room();
  const Rows earlier(rows_.data(), index(width_), index(rank()));
  const Eigen::VectorXd weights = earlier.row(item);
  const double pivot = std::sqrt(remaining_[item]);

  workers.share_range(width_, chunk, [&](std::size_t begin, std::size_t end) {
    Eigen::Map<Eigen::VectorXd> out(fresh + begin, index(end - begin));
    for (std::size_t c = begin; c < end; ++c)
      fresh[c] = c < items_ ? column[c] : attached[c - items_];
    out.noalias() -= earlier.middleRows(index(begin), out.size()) * weights;
    out *= 1.0 / pivot;
    const std::size_t items_end = std::min(end, items_);
    for (std::size_t c = begin; c < items_end; ++c) remaining_[index(c)] -= fresh[c] * fresh[c];
  });
  return enter(item, pivot);
}

std::span<const double> CandidateRows::append_row(int item, std::span<const double> row) {
  double* const fresh = make_room();
  std::ranges::copy(row, fresh);
  for (std::size_t c = 0; c < items_; ++c) remaining_[index(c)] -= fresh[c] * fresh[c];
  return enter(item, row[static_cast<std::size_t>(item)]);
}

/// T restricted to the basis is upper triangular. Without one of its columns it is upper Hessenberg
/// from there on; each rotation of two neighbouring rows clears one entry below the diagonal.
std::vector<CandidateRows::Rotation> CandidateRows::rotations_without(std::size_t position) const {
  const std::size_t count = rank();
  Eigen::MatrixXd corner(index(count - position), index(count - position - 1));
  for (std::size_t j = position + 1; j < count; ++j) {
    for (std::size_t i = position; i < count; ++i) {
      corner(index(i - position), index(j - position - 1)) =
          row(i)[static_cast<std::size_t>(basis_[j])];
    }
  }
  std::vector<Rotation> rotations;
  for (Eigen::Index i = 0; i < corner.cols(); ++i) {
    const double length = std::hypot(corner(i, i), corner(i + 1, i));
    const Rotation turn{corner(i, i) / length, corner(i + 1, i) / length};
    for (Eigen::Index j = i; j < corner.cols(); ++j) {
      const double upper = corner(i, j);
      const double lower = corner(i + 1, j);
      corner(i, j) = turn.cosine * upper + turn.sine * lower;
      corner(i + 1, j) = turn.cosine * lower - turn.sine * upper;
    }
    rotations.push_back(turn);
  }
  return rotations;
}

std::vector<double> CandidateRows::remove(int item, Workers& workers) {
  const auto position = static_cast<std::size_t>(where_[static_cast<std::size_t>(item)]);
  const auto rotations = rotations_without(position);
  const std::size_t last = rank() - 1;
  workers.share_range(width_, chunk, [&](std::size_t begin, std::size_t end) {
    const Eigen::Index length = index(end - begin);
    for (std::size_t i = 0; i < rotations.size(); ++i) {
      Eigen::Map<Eigen::ArrayXd> upper(rows_.data() + (position + i) * width_ + begin, length);
      Eigen::Map<Eigen::ArrayXd> lower(rows_.data() + (position + i + 1) * width_ + begin, length);
      for (Eigen::Index c = 0; c < length; ++c) {
        const double above = upper[c];
        const double below = lower[c];
        upper[c] = rotations[i].cosine * above + rotations[i].sine * below;
        lower[c] = rotations[i].cosine * below - rotations[i].sine * above;
      }
    }
    const double* const leaving = rows_.data() + last * width_;
    const std::size_t items_end = std::min(end, items_);
    for (std::size_t c = begin; c < items_end; ++c) remaining_[index(c)] += leaving[c] * leaving[c];
  });

  std::vector<double> left(rows_.begin() + static_cast<std::ptrdiff_t>(last * width_), rows_.end());
  rows_.resize(last * width_);
  basis_.erase(basis_.begin() + static_cast<std::ptrdiff_t>(position));
  where_[static_cast<std::size_t>(item)] = -1;
  for (std::size_t i = position; i < basis_.size(); ++i)
    where_[static_cast<std::size_t>(basis_[i])] = static_cast<int>(i);
  for (const int member : basis_) remaining_[member] = 0.0;
  ++removals_;
  set_tolerance();
  return left;
}

Eigen::VectorXd CandidateRows::combine_items(const Eigen::VectorXd& weights,
                                             Workers& workers) const {
  Eigen::VectorXd sum(index(items_));
  const Rows all(rows_.data(), index(width_), index(rank()));
  workers.share_range(items_, chunk, [&](std::size_t begin, std::size_t end) {
    sum.segment(index(begin), index(end - begin)).noalias() =
        all.middleRows(index(begin), index(end - begin)) * weights;
  });
  return sum;
}

}  // namespace holdfast::linalg
