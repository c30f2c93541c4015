#pragma once

#include <map>

#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/candidate_rows.hpp"

namespace holdfast::linalg {

/// CandidateRows of which only the columns of members are here, bit for bit, with the attached
/// ones. Every move is a Step, which the machines that hold the other columns repeat.
///
/// Append and remove cost O(|S|^2 + |S| m) with m attached columns; steps are forgotten when the
/// rows are cleared.
class MemberRows {
 public:
  struct Step {
    int item;
    bool enters;
    CandidateRows::Entry entry;                      ///< if it enters; else only the tolerance
    std::size_t position;                            ///< in the basis
    std::vector<CandidateRows::Rotation> rotations;  ///< if it leaves
  };

  explicit MemberRows(const TraceOracle& oracle);

  std::size_t rank() const { return basis_.size(); }
  const std::vector<int>& basis() const { return basis_; }
  bool in_basis(int item) const;
  int removals() const { return removals_; }
  /// As in CandidateRows; these bring the column of the item here.
  bool adds_direction(int item);
  double remaining_share(int item);
  std::span<const double> attached(std::size_t i) const { return attached_[i]; }
  /// All moves since the rows were empty.
  const std::vector<Step>& steps() const { return steps_; }

  void append(int item);
  void remove(int item);
  void clear();

 private:
  /// What the rows have in the column of an item, after the first `steps` steps.
  struct Column {
    std::vector<double> entries;
    double remaining;
    std::size_t steps;
    bool in_basis;
  };

  Column& up_to_date(int item);
  void repeat(const Step& step, int item, Column& column) const;
  double tolerance_of_basis() const;

  const TraceOracle* oracle_;
  std::map<int, Column> columns_;
  std::vector<std::vector<double>> attached_;
  std::vector<int> basis_;
  std::vector<Step> steps_;
  double tolerance_;
  int removals_ = 0;
};

}  // namespace holdfast::linalg
