#pragma once

#include <mutex>
#include <utility>

#include "holdfast/linalg/candidate_rows.hpp"

namespace holdfast {

/// The rows of the longest walk from the empty set that a State of an objective has made. A State
/// that begins the same way (the next run, another tau, a larger k) copies these rows instead of
/// computing them. The bits are the same, because a row depends only on the order of the items.
/// Several threads may read and offer rows at once.
class SpanWalk {
 public:
  using Rows = std::shared_ptr<const linalg::CandidateRows>;

  Rows longest() const {
    const std::lock_guard lock(mutex_);
    return longest_;
  }

  /// Keeps the rows if no removal has rotated them and there are more of them than are kept.
  void offer(linalg::CandidateRows&& rows) {
    if (rows.rank() == 0 || rows.removals() > 0 || rows.bytes() > most_bytes) return;
    const std::lock_guard lock(mutex_);
    if (longest_ && longest_->rank() >= rows.rank()) return;
    longest_ = std::make_shared<const linalg::CandidateRows>(std::move(rows));
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20U;

  mutable std::mutex mutex_;
  Rows longest_;
};

}  // namespace holdfast
