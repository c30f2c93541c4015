#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "holdfast/linalg/candidate_rows.hpp"

namespace holdfast {

/// The longest walk from the empty set that a State of an objective has made, as the rows it left
/// behind. A State that begins the same way (the next run, another tau, a longer k) copies these
/// rows instead of computing them: the same bits, as a row depends on the order of the items only.
/// Threads may ask and offer at once.
class SpanWalk {
 public:
  using Rows = std::shared_ptr<const linalg::CandidateRows>;

  Rows longest() const {
    const std::lock_guard lock(mutex_);
    return longest_;
  }

  /// Takes rows that no removal has rotated, if they go farther than those kept.
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
