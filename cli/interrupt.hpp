#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <mutex>
#include <thread>

namespace holdfast::cli {

inline constexpr int exit_interrupted = 130;

/// Ctrl-C (and a polite kill) asks the work to stop; work that has not stopped soon after ends with
/// the process. A thread waits for the signals, so nothing runs inside a signal handler. Make it
/// before any other thread, so that all of them leave the signals to it.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  const std::atomic<bool>& requested() const { return requested_; }

  /// The work has heard the request and goes on to show what it has, which may take long: only a
  /// second signal ends the process.
  void stand_down() {
    acknowledged_ = true;
    requested_ = false;
  }

  /// The work listens and will show what it has: it may take its time, a second signal ends the
  /// process.
  void be_patient() { patient_ = true; }

  /// Whether the work was cut short and shows what it has.
  bool acknowledged() const { return acknowledged_; }

  /// What to do to the terminal before the process is ended from here.
  void set_cleanup(std::function<void()> cleanup);

  /// While it lives, a first signal does not end the process: files are being put into place.
  class Hold {
   public:
    explicit Hold(InterruptWatch& watch) : lock_(watch.files_) {}

   private:
    std::lock_guard<std::mutex> lock_;
  };

 private:
  void watch();
  [[noreturn]] void end_process();

  sigset_t signals_{};
  std::atomic<bool> requested_ = false;
  std::atomic<bool> acknowledged_ = false;
  std::atomic<bool> patient_ = false;
  std::atomic<bool> finished_ = false;
  std::mutex files_;
  std::mutex cleanup_access_;
  std::function<void()> cleanup_;
  std::thread thread_;
};

}  // namespace holdfast::cli
