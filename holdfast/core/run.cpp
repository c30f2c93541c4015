#include "holdfast/core/run.hpp"

#include <utility>

#include "holdfast/core/errors.hpp"

namespace holdfast {

Run::Run() : Run(Options{}) {}

Run::Run(Options options) : options_(std::move(options)), workers_(options_.threads) {}

void Run::report(const Progress& progress) const {
  if (options_.on_progress && silences_ == 0) options_.on_progress(progress);
}

void Run::check_stop() const {
  if (acknowledged_) return;
  const bool flagged =
      options_.stop_requested && options_.stop_requested->load(std::memory_order_relaxed);
  if (flagged || (options_.should_stop && options_.should_stop())) throw Interrupted();
}

void Run::acknowledge_stop() const {
  acknowledged_ = true;
  if (options_.on_acknowledged) options_.on_acknowledged();
}

}  // namespace holdfast
