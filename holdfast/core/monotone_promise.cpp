#include "holdfast/core/monotone_promise.hpp"

#include <utility>

#include "holdfast/core/event_structure.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

std::optional<std::string> MonotonePromise::broken() const {
  const std::scoped_lock lock(mutex_);
  return how_;
}

void MonotonePromise::report(std::string how) const {
  const std::scoped_lock lock(mutex_);
  if (!how_) how_ = std::move(how);
}

std::optional<std::string> seen_to_fall(const Objective& objective) {
  const ItemStructure structure = objective.structure();
  if (const auto* events = structure.as<EventStructure>()) return seen_to_fall(events->base());
  const auto* promise = structure.as<MonotonePromise>();
  return promise ? promise->broken() : std::nullopt;
}

}  // namespace holdfast
