#include "holdfast/attacks/covering_branch_and_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holdfast/core/ranking.hpp"

namespace holdfast {
namespace {

/// Passes at a node end when a few of them together close less than this share of the gap.
constexpr double least_progress = 0.02;
constexpr int passes_together = 3;
constexpr int most_passes = 200;

}  // namespace

CoveringBranchAndBound::CoveringBranchAndBound(const CoveringRows& rows, std::size_t tau,
                                               double scale, const Run& run)
    : rows_(rows),
      run_(run),
      relaxation_(rows),
      tie_(TieRule::width(scale, scale)),
      fates_(rows.members(), Fate::open),
      more_(tau),
      stakes_(rows.members(), 0.0) {
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    double behind = 0.0;
    const auto row = rows.row(i);
    for (std::size_t d = row.size(); d-- > 0;) stakes_[row[d].member] += behind += row[d].loss;
  }
}

void CoveringBranchAndBound::know(std::vector<char> deleted) {
  const double loss = rows_.loss(deleted);
  if (is_pruned(loss)) return;
  worst_ = std::move(deleted);
  worst_loss_ = loss;
}

void CoveringBranchAndBound::run(std::int64_t most_nodes) {
  most_nodes_ = most_nodes;
  explore(std::numeric_limits<double>::infinity());
}

void CoveringBranchAndBound::explore(double bound) {
  if (nodes_ >= most_nodes_) {
    unresolved_ = std::max(unresolved_, bound);
    return;
  }
  run_.check_stop();
  ++nodes_;
  const std::size_t before = decided_.size();
  do {
    bound = relax(bound);
    if (is_pruned(bound)) return undo_to(before);
    rank();
    round();
  } while (decide());
  if (is_pruned(bound) || more_ == 0 || ranked_.size() == more_) return undo_to(before);
  const std::size_t member = branching_member();
  for (const Fate fate : {Fate::deleted, Fate::kept}) {
    const std::size_t here = decided_.size();
    set(member, fate);
    explore(bound);
    undo_to(here);
  }
  undo_to(before);
}

double CoveringBranchAndBound::relax(double bound) {
  double earlier = std::numeric_limits<double>::infinity();
  for (int passes = 1; passes <= most_passes; ++passes) {
    relaxation_.pass(fates_, more_);
    bound = std::min(bound, relaxation_.most_lost(fates_, more_));
    if (is_pruned(bound)) break;
    if (passes % passes_together != 0) continue;
    if (earlier - bound < least_progress * (bound - worst_loss_)) break;
    earlier = bound;
  }
  return bound;
}

void CoveringBranchAndBound::rank() {
  ranked_.clear();
  for (std::size_t m = 0; m < fates_.size(); ++m) {
    if (fates_[m] == Fate::open) ranked_.push_back(m);
  }
  const auto charges = relaxation_.charges();
  std::ranges::sort(ranked_, [&](std::size_t a, std::size_t b) {
    if (charges[a] != charges[b]) return charges[a] > charges[b];
    return stakes_[a] != stakes_[b] ? stakes_[a] > stakes_[b] : a < b;
  });
}

void CoveringBranchAndBound::round() {
  std::vector<char> deleted(fates_.size(), 0);
  for (std::size_t m = 0; m < fates_.size(); ++m) deleted[m] = fates_[m] == Fate::deleted ? 1 : 0;
  for (std::size_t i = 0; i < std::min(more_, ranked_.size()); ++i) deleted[ranked_[i]] = 1;
  know(std::move(deleted));
}

bool CoveringBranchAndBound::decide() {
  if (more_ == 0 || ranked_.size() <= more_) return false;
  const auto charges = relaxation_.charges();
  const double bound = relaxation_.most_lost(fates_, more_);
  const double last = charges[ranked_[more_ - 1]];
  const double next = charges[ranked_[more_]];
  const std::size_t before = decided_.size();
  const std::size_t more = more_;
  for (std::size_t i = 0; i < ranked_.size(); ++i) {
    const std::size_t member = ranked_[i];
    const double charge = charges[member];
    if (i < more && is_pruned(bound - charge + next)) set(member, Fate::deleted);
    if (i >= more && is_pruned(bound - last + charge)) set(member, Fate::kept);
  }
  return decided_.size() > before;
}

std::size_t CoveringBranchAndBound::branching_member() const {
  const auto charges = relaxation_.charges();
  const double border = (charges[ranked_[more_ - 1]] + charges[ranked_[more_]]) / 2.0;
  const double near = 1e-3 * border;
  const auto is_better = [&](std::size_t a, std::size_t b) {
    const double distance_a = std::abs(charges[a] - border);
    const double distance_b = std::abs(charges[b] - border);
    const bool tied = distance_a <= near && distance_b <= near;
    return tied ? stakes_[a] > stakes_[b] : distance_a < distance_b;
  };
  return *std::ranges::min_element(ranked_, is_better);
}

void CoveringBranchAndBound::set(std::size_t member, Fate fate) {
  fates_[member] = fate;
  decided_.push_back(member);
  if (fate == Fate::deleted) --more_;
}

void CoveringBranchAndBound::undo_to(std::size_t decided) {
  for (; decided_.size() > decided; decided_.pop_back()) {
    Fate& fate = fates_[decided_.back()];
    if (fate == Fate::deleted) ++more_;
    fate = Fate::open;
  }
}

}  // namespace holdfast
