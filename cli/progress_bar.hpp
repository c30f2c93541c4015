#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "cli/terminal.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast::cli {

/// One line on the terminal that says how far a long job is and how long it will take. It appears
/// after a second, is drawn ten times a second at most however often the job reports, and is gone
/// when the work is done.
class ProgressBar {
 public:
  /// Draws on standard error; nothing at all unless `enabled`.
  ProgressBar(bool enabled, bool unicode);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Names work of unknown length: "reading air.csv".
  void stage(std::string name);
  /// From now on only reports of this job count: those of its parts would make the bar jump.
  void follow(std::string job);
  void report(const Progress& progress);
  /// What to show in place of "done of total", for a job whose steps have names of their own.
  void detail(std::string text);
  /// Writes a line of its own to standard error, the bar or no bar.
  void interject(std::string_view text);
  /// Removes the line for good.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void draw_until_finished();
  void draw();
  void erase();
  std::string line(const Style& style) const;

  bool enabled_;
  bool unicode_;
  mutable std::mutex access_;
  std::condition_variable finished_changed_;
  bool finished_ = false;
  bool drawn_ = false;
  std::string job_;
  std::string followed_;
  std::string detail_;
  std::int64_t done_ = 0;
  std::int64_t total_ = 0;
  Clock::time_point job_began_;
  std::thread thread_;
};

}  // namespace holdfast::cli
