#include "holdfast/core/side_runs.hpp"

#include <utility>

#include "holdfast/core/errors.hpp"

namespace holdfast {

const Run& SideRuns::add(int threads) {
  Run::Options options;
  options.seed = run_.seed();
  options.threads = threads;
  options.should_stop = [this] { return should_stop(); };
  return *runs_.emplace_back(std::make_unique<Run>(std::move(options)));
}

bool SideRuns::should_stop() {
  try {
    if (std::this_thread::get_id() == caller_) run_.check_stop();
  } catch (const Interrupted&) {
    stopped_ = true;
  }
  return stopped_ || dropped_;
}

void SideRuns::check_stop() const {
  if (stopped_) throw Interrupted();
}

}  // namespace holdfast
