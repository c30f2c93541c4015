#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

/// Runs of their own, for parts of a job that go on at the same time. A stop request of the
/// job ends them all. It is polled on the thread that made this only, as a Run promises; the other
/// threads hear of it from there.
class HOLDFAST_EXPORT SideRuns {
 public:
  explicit SideRuns(const Run& run) : run_(run) {}
  SideRuns(const SideRuns&) = delete;
  SideRuns& operator=(const SideRuns&) = delete;

  const Run& add(int threads = 1);
  /// What is still going on is not needed any more: it ends with Interrupted.
  void drop() { dropped_ = true; }
  /// Throws Interrupted if the job was asked to stop meanwhile.
  void check_stop() const;

 private:
  bool should_stop();

  const Run& run_;
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> stopped_{false};
  std::atomic<bool> dropped_{false};
  std::vector<std::unique_ptr<Run>> runs_;
};

}  // namespace holdfast
