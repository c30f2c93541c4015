#include "holdfast/linalg/candidate_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace holdfast::linalg {
namespace {

constexpr std::size_t chunk = 512;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

using Packet = Eigen::internal::packet_traits<double>::type;
constexpr std::size_t lanes = Eigen::internal::packet_traits<double>::size;

template <std::size_t Packets>
void combine_block(const double* rows, std::size_t stride, std::span<const double> weights,
                   double* out) {
  Packet sums[Packets];  // in registers
  std::fill(std::begin(sums), std::end(sums), Eigen::internal::pset1<Packet>(0.0));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto weight = Eigen::internal::pset1<Packet>(weights[i]);
    for (std::size_t p = 0; p < Packets; ++p) {
      const auto here = Eigen::internal::ploadu<Packet>(rows + i * stride + p * lanes);
      sums[p] = Eigen::internal::pmadd(here, weight, sums[p]);
    }
  }
  for (std::size_t p = 0; p < Packets; ++p) Eigen::internal::pstoreu(out + p * lanes, sums[p]);
}

/// out[c] = sum over i of rows[i * stride + c] * weights[i], from the first i to the last. Eigen's
/// product would add in another order for the last few entries, and for many weights.
void combine(const double* rows, std::size_t stride, std::span<const double> weights,
             std::span<double> out) {
  constexpr std::size_t abreast = 8;
  std::size_t c = 0;
  for (; c + abreast * lanes <= out.size(); c += abreast * lanes)
    combine_block<abreast>(rows + c, stride, weights, out.data() + c);
  for (; c + lanes <= out.size(); c += lanes)
    combine_block<1>(rows + c, stride, weights, out.data() + c);
  for (; c < out.size(); ++c) {
    out[c] = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i)
      out[c] = plus_product(out[c], rows[i * stride + c], weights[i]);
  }
}

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

void CandidateRows::set_tolerance() {
  tolerance_ = dependent_;
  if (dependent_ == 0.0) return;
  for (std::size_t i = 0; i < rank(); ++i) {
    const int member = basis_[i];
    const double pivot = row(i)[static_cast<std::size_t>(member)];
    tolerance_ = tolerance_with(tolerance_, diagonal_[member], pivot);
  }
}

double tolerance_with(double tolerance, double diagonal, double pivot) {
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * diagonal / (pivot * pivot);
  return std::max(tolerance, rounding);
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
  basis_.push_back(item);
  if (item == elsewhere) return row(place);
  rows_[place * width_ + static_cast<std::size_t>(item)] = pivot;
  remaining_[item] = 0.0;
  where_[static_cast<std::size_t>(item)] = static_cast<int>(place);
  return row(place);
}

void CandidateRows::write_row(std::span<const double> coordinates, double pivot,
                              std::span<const double> column, std::span<const double> attached,
                              Workers& workers) {
  double* const fresh = make_room();
  const double scale = 1.0 / pivot;
  workers.share_range(width_, chunk, [&](std::size_t begin, std::size_t end) {
    std::array<double, chunk> known;
    combine(rows_.data() + begin, width_, coordinates, {known.data(), end - begin});
    for (std::size_t c = begin; c < end; ++c)
      fresh[c] = ((c < items_ ? column[c] : attached[c - items_]) - known[c - begin]) * scale;
    const std::size_t items_end = std::min(end, items_);
    for (std::size_t c = begin; c < items_end; ++c)
      remaining_[index(c)] = plus_product(remaining_[index(c)], -fresh[c], fresh[c]);
  });
}

std::span<const double> CandidateRows::append(int item, std::span<const double> column,
                                              std::span<const double> attached, Workers& workers) {
  std::vector<double> coordinates(rank());
  for (std::size_t i = 0; i < rank(); ++i) coordinates[i] = row(i)[static_cast<std::size_t>(item)];
  const double pivot = std::sqrt(remaining_[item]);
  write_row(coordinates, pivot, column, attached, workers);
  enter(item, pivot);
  set_tolerance();
  return row(rank() - 1);
}

std::span<const double> CandidateRows::append_entry(int item, const Entry& entry,
                                                    std::span<const double> column,
                                                    std::span<const double> attached,
                                                    Workers& workers) {
  write_row(entry.coordinates, entry.pivot, column, attached, workers);
  tolerance_ = entry.tolerance;
  return enter(item, entry.pivot);
}

std::span<const double> CandidateRows::append_row(int item, std::span<const double> row) {
  double* const fresh = make_room();
  std::ranges::copy(row, fresh);
  for (std::size_t c = 0; c < items_; ++c)
    remaining_[index(c)] = plus_product(remaining_[index(c)], -fresh[c], fresh[c]);
  const auto entered = enter(item, row[static_cast<std::size_t>(item)]);
  set_tolerance();
  return entered;
}

std::vector<double> CandidateRows::remove(int item, Workers& workers) {
  const std::size_t gone = position(item);
  const auto rotations = rotations_without(gone, rank(), [this](std::size_t i, std::size_t j) {
    return row(i)[static_cast<std::size_t>(basis_[j])];
  });
  auto left = remove_at(gone, rotations, dependent_, workers);
  set_tolerance();
  return left;
}

std::vector<double> CandidateRows::remove_at(std::size_t position,
                                             std::span<const Rotation> rotations, double tolerance,
                                             Workers& workers) {
  const std::size_t last = rank() - 1;
  workers.share_range(width_, chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < rotations.size(); ++i) {
      double* const upper = rows_.data() + (position + i) * width_;
      double* const lower = upper + width_;
      for (std::size_t c = begin; c < end; ++c) rotations[i].turn(upper[c], lower[c]);
    }
    const double* const leaving = rows_.data() + last * width_;
    const std::size_t items_end = std::min(end, items_);
    for (std::size_t c = begin; c < items_end; ++c)
      remaining_[index(c)] = plus_product(remaining_[index(c)], leaving[c], leaving[c]);
  });

  std::vector<double> left(rows_.begin() + static_cast<std::ptrdiff_t>(last * width_), rows_.end());
  rows_.resize(last * width_);
  if (basis_[position] != elsewhere) where_[static_cast<std::size_t>(basis_[position])] = -1;
  basis_.erase(basis_.begin() + static_cast<std::ptrdiff_t>(position));
  for (std::size_t i = 0; i < basis_.size(); ++i) {
    if (basis_[i] == elsewhere) continue;
    where_[static_cast<std::size_t>(basis_[i])] = static_cast<int>(i);
    remaining_[basis_[i]] = 0.0;
  }
  ++removals_;
  tolerance_ = tolerance;
  return left;
}

Eigen::VectorXd CandidateRows::combine_items(const Eigen::VectorXd& weights,
                                             Workers& workers) const {
  Eigen::VectorXd sum(index(items_));
  const std::span<const double> of_rows(weights.data(), rank());
  workers.share_range(items_, chunk, [&](std::size_t begin, std::size_t end) {
    combine(rows_.data() + begin, width_, of_rows, {sum.data() + begin, end - begin});
  });
  return sum;
}

}  // namespace holdfast::linalg
