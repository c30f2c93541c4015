#include "holdfast/linalg/candidate_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace holdfast::linalg {
namespace {

constexpr std::size_t chunk = 512;

/// In whole cache lines: a register of numbers that crosses one takes two loads.
std::size_t padded(std::size_t count) { return (count + 7) / 8 * 8; }

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

using Packet = Eigen::internal::packet_traits<double>::type;
constexpr std::size_t lanes = Eigen::internal::packet_traits<double>::size;

/// Weights of the rows in each of some combinations, and where these go.
template <std::size_t Count>
struct Combinations {
  std::array<const double*, Count> weights;
  std::array<double*, Count> out;
};

template <std::size_t Packets, std::size_t Count>
void combine_block(const double* rows, std::size_t stride, std::size_t rank, std::size_t begin,
                   const Combinations<Count>& combinations) {
  Packet sums[Count][Packets];  // in registers
  for (auto& of_one : sums)
    std::fill(std::begin(of_one), std::end(of_one), Eigen::internal::pset1<Packet>(0.0));
  for (std::size_t i = 0; i < rank; ++i) {
    Packet weights[Count];
    for (std::size_t k = 0; k < Count; ++k)
      weights[k] = Eigen::internal::pset1<Packet>(combinations.weights[k][i]);
    for (std::size_t p = 0; p < Packets; ++p) {
      const auto here = Eigen::internal::ploadu<Packet>(rows + i * stride + begin + p * lanes);
      for (std::size_t k = 0; k < Count; ++k)
        sums[k][p] = Eigen::internal::pmadd(here, weights[k], sums[k][p]);
    }
  }
  for (std::size_t k = 0; k < Count; ++k) {
    for (std::size_t p = 0; p < Packets; ++p)
      Eigen::internal::pstoreu(combinations.out[k] + begin + p * lanes, sums[k][p]);
  }
}

/// out[k][c] = sum over i < rank of rows[i * stride + c] * weights[k][i] for c < width, and for
/// what fills the last register, from the first i to the last. Eigen's product would add in another
/// order for the last few entries, and for many weights.
template <std::size_t Packets, std::size_t Count>
void combine(const double* rows, std::size_t stride, std::size_t rank, std::size_t begin,
             std::size_t width, const Combinations<Count>& combinations) {
  for (; begin + (Packets - 1) * lanes < width; begin += Packets * lanes)
    combine_block<Packets>(rows, stride, rank, begin, combinations);
  if constexpr (Packets > 1) combine<Packets / 2>(rows, stride, rank, begin, width, combinations);
}

/// As many packets side by side as there are registers for sums.
template <std::size_t Count>
void combine(const double* rows, std::size_t stride, std::size_t rank, std::size_t width,
             const Combinations<Count>& combinations) {
  combine<(lanes == 8 ? 16 : 8) / Count>(rows, stride, rank, 0, width, combinations);
}

}  // namespace

CandidateRows::CandidateRows(std::span<const double> diagonal, std::size_t attached,
                             double dependent)
    : items_(diagonal.size()),
      attached_(attached),
      first_attached_(padded(items_)),
      width_(first_attached_ + padded(attached)),
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
                              Workers& workers, Combination* combination) {
  double* const fresh = make_room();
  const std::size_t before = rank();
  const double scale = 1.0 / pivot;
  const auto write = [&](std::size_t begin, std::span<const double> from,
                         const std::array<double, chunk>& known) {
    for (std::size_t c = 0; c < from.size(); ++c) fresh[begin + c] = (from[c] - known[c]) * scale;
  };
  // The weights of a combination depend on the attached part, which comes first.
  workers.share_range(attached.size(), chunk, [&](std::size_t begin, std::size_t end) {
    std::array<double, chunk> known;
    combine<1>(rows_.data() + first_attached_ + begin, width_, before, end - begin,
               {{coordinates.data()}, {known.data()}});
    write(first_attached_ + begin, attached.subspan(begin, end - begin), known);
  });
  if (combination) {
    combination->weights = combination->weigh({fresh + first_attached_, attached.size()});
    combination->sum.resize(index(items_));
  }
  workers.share_range(items_, chunk, [&](std::size_t begin, std::size_t end) {
    std::array<double, chunk> known;
    const double* const rows = rows_.data() + begin;
    std::array<double, chunk> sum;
    if (combination) {
      combine<2>(rows, width_, before, end - begin,
                 {{coordinates.data(), combination->weights.data()}, {known.data(), sum.data()}});
    } else {
      combine<1>(rows, width_, before, end - begin, {{coordinates.data()}, {known.data()}});
    }
    write(begin, column.subspan(begin, end - begin), known);
    for (std::size_t c = begin; c < end; ++c)
      remaining_[index(c)] = plus_product(remaining_[index(c)], -fresh[c], fresh[c]);
    if (!combination) return;
    double* const out = combination->sum.data();
    const double weight = combination->weights[index(before)];
    for (std::size_t c = begin; c < end; ++c)
      out[c] = plus_product(sum[c - begin], fresh[c], weight);
  });
}

std::span<const double> CandidateRows::append(int item, std::span<const double> column,
                                              std::span<const double> attached, Workers& workers,
                                              Combination* combination) {
  std::vector<double> coordinates(rank());
  for (std::size_t i = 0; i < rank(); ++i) coordinates[i] = row(i)[static_cast<std::size_t>(item)];
  const double pivot = std::sqrt(remaining_[item]);
  write_row(coordinates, pivot, column, attached, workers, combination);
  enter(item, pivot);
  if (combination) {  // which did not know the pivot
    double& sum = combination->sum[item] = 0.0;
    for (std::size_t i = 0; i < rank(); ++i)
      sum =
          plus_product(sum, row(i)[static_cast<std::size_t>(item)], combination->weights[index(i)]);
  }
  set_tolerance();
  return row(rank() - 1);
}

std::span<const double> CandidateRows::append_entry(int item, const Entry& entry,
                                                    std::span<const double> column,
                                                    std::span<const double> attached,
                                                    Workers& workers) {
  write_row(entry.coordinates, entry.pivot, column, attached, workers, nullptr);
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

Eigen::VectorXd CandidateRows::attached_products(std::span<const double> numbers,
                                                 std::size_t count) const {
  Eigen::VectorXd products(index(count));
  inner_products_with(numbers, rows_.data() + first_attached_, width_, {products.data(), count});
  return products;
}

Eigen::VectorXd CandidateRows::combine_items(const Eigen::VectorXd& weights,
                                             Workers& workers) const {
  Eigen::VectorXd sum(index(items_));
  workers.share_range(items_, chunk, [&](std::size_t begin, std::size_t end) {
    std::array<double, chunk> of_chunk;
    combine<1>(rows_.data() + begin, width_, rank(), end - begin,
               {{weights.data()}, {of_chunk.data()}});
    std::copy_n(of_chunk.data(), end - begin, sum.data() + begin);
  });
  return sum;
}

}  // namespace holdfast::linalg
