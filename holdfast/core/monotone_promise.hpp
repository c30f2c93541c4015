#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "holdfast/core/export.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/structure.hpp"

namespace holdfast {

/// The structure of an objective that is monotone because somebody said so. It keeps the first
/// sign to the contrary; from then on nothing may be proven from monotonicity. May be used by
/// several threads.
class HOLDFAST_EXPORT MonotonePromise : public Structure {
 public:
  /// How f was seen to fall when an item was added, if it was.
  std::optional<std::string> broken() const;
  /// Keeps the first of several reports.
  void report(std::string how) const;

 private:
  mutable std::mutex mutex_;
  mutable std::optional<std::string> how_;
};

/// How the objective was seen to fall when an item was added; nothing if it is monotone as far as
/// is known.
HOLDFAST_EXPORT std::optional<std::string> seen_to_fall(const Objective& objective);

}  // namespace holdfast
