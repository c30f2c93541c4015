#include "holdfast/linalg/member_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holdfast::linalg {
namespace {

/// (value - sum over i of coordinates_i entries_i) / pivot, added up as CandidateRows do.
template <class Entries>
double entry_of(double value, const CandidateRows::Entry& entry, const Entries& entries) {
  double known = 0.0;
  for (std::size_t i = 0; i < entry.coordinates.size(); ++i)
    known = plus_product(known, entries(i), entry.coordinates[i]);
  return (value - known) * (1.0 / entry.pivot);
}

}  // namespace

MemberRows::MemberRows(const TraceOracle& oracle)
    : oracle_(&oracle), tolerance_(oracle.dependent()) {}

bool MemberRows::in_basis(int item) const {
  return std::ranges::find(basis_, item) != basis_.end();
}

bool MemberRows::adds_direction(int item) {
  return up_to_date(item).remaining > tolerance_ * oracle_->diagonal(item);
}

double MemberRows::remaining_share(int item) {
  const double diagonal = oracle_->diagonal(item);
  return diagonal > 0.0 ? up_to_date(item).remaining / diagonal : 0.0;
}

MemberRows::Column& MemberRows::up_to_date(int item) {
  const auto found = columns_.try_emplace(item, Column{{}, oracle_->diagonal(item), 0, false});
  Column& column = found.first->second;
  for (; column.steps < steps_.size(); ++column.steps) repeat(steps_[column.steps], item, column);
  return column;
}

void MemberRows::repeat(const Step& step, int item, Column& column) const {
  auto& entries = column.entries;
  if (!step.enters) {
    for (std::size_t i = 0; i < step.rotations.size(); ++i)
      step.rotations[i].turn(entries[step.position + i], entries[step.position + i + 1]);
    column.remaining = plus_product(column.remaining, entries.back(), entries.back());
    entries.pop_back();
    if (step.item == item) column.in_basis = false;
    if (column.in_basis) column.remaining = 0.0;
    return;
  }
  if (step.item == item) {
    entries.push_back(step.entry.pivot);
    column.remaining = 0.0;
    column.in_basis = true;
    return;
  }
  double product = 0.0;
  oracle_->entries(step.item, std::span(&item, 1), std::span(&product, 1));
  const double fresh = entry_of(product, step.entry, [&](std::size_t i) { return entries[i]; });
  entries.push_back(fresh);
  column.remaining = plus_product(column.remaining, -fresh, fresh);
}

double MemberRows::tolerance_of_basis() const {
  double tolerance = oracle_->dependent();
  if (tolerance == 0.0) return tolerance;
  for (std::size_t i = 0; i < rank(); ++i)
    tolerance =
        tolerance_with(tolerance, oracle_->diagonal(basis_[i]), columns_.at(basis_[i]).entries[i]);
  return tolerance;
}

void MemberRows::append(int item) {
  const Column& column = up_to_date(item);
  Step step{item, true, {column.entries, std::sqrt(column.remaining), 0.0}, rank(), {}};
  const auto response = oracle_->response(item);
  std::vector<double> fresh(response.size());
  for (std::size_t r = 0; r < fresh.size(); ++r)
    fresh[r] = entry_of(response[r], step.entry, [&](std::size_t i) { return attached_[i][r]; });
  attached_.push_back(std::move(fresh));
  basis_.push_back(item);
  steps_.push_back(std::move(step));
  for (const int member : basis_) up_to_date(member);
  steps_.back().entry.tolerance = tolerance_ = tolerance_of_basis();
}

void MemberRows::remove(int item) {
  for (const int member : basis_) up_to_date(member);
  const auto position = static_cast<std::size_t>(std::ranges::find(basis_, item) - basis_.begin());
  Step step{item, false, {}, position, {}};
  step.rotations = rotations_without(position, rank(), [this](std::size_t i, std::size_t j) {
    return columns_.at(basis_[j]).entries[i];
  });
  for (std::size_t i = 0; i < step.rotations.size(); ++i) {
    auto& upper = attached_[position + i];
    auto& lower = attached_[position + i + 1];
    for (std::size_t r = 0; r < upper.size(); ++r) step.rotations[i].turn(upper[r], lower[r]);
  }
  attached_.pop_back();
  basis_.erase(basis_.begin() + static_cast<std::ptrdiff_t>(position));
  ++removals_;
  steps_.push_back(std::move(step));
  for (const int member : basis_) up_to_date(member);
  steps_.back().entry.tolerance = tolerance_ = tolerance_of_basis();
}

void MemberRows::clear() {
  columns_.clear();
  attached_.clear();
  basis_.clear();
  steps_.clear();
  tolerance_ = oracle_->dependent();
  removals_ = 0;
}

}  // namespace holdfast::linalg
