#include "cli/interrupt.hpp"

#include <pthread.h>
#include <unistd.h>

#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

namespace holdfast::cli {
namespace {

/// Wakes the watching thread when the program ends in peace.
constexpr int wake_up = SIGUSR1;

/// How long the work may take to stop by itself.
constexpr timespec patience{0, 600'000'000};

/// Whoever started us may have said that a signal is not for us: nohup, a shell's background job.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&signals_, signal);
  }
  sigaddset(&signals_, wake_up);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    // The system refuses threads: then a signal simply ends the process.
    pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
  finished_ = true;
  if (!thread_.joinable()) return;
  pthread_kill(thread_.native_handle(), wake_up);
  thread_.join();
}

void InterruptWatch::set_cleanup(std::function<void()> cleanup) {
  const std::lock_guard lock(cleanup_access_);
  cleanup_ = std::move(cleanup);
}

void InterruptWatch::watch() {
  while (!finished_) {
    const int signal = sigwaitinfo(&signals_, nullptr);
    if (signal < 0 || signal == wake_up) continue;
    if (requested_ || acknowledged_) end_process();
    requested_ = true;
    const int second = sigtimedwait(&signals_, nullptr, &patience);
    if (finished_) return;
    if (second < 0 || second == wake_up) {
      if (patient_ || acknowledged_) continue;
      const std::lock_guard wait_for_files(files_);
      if (!finished_) end_process();
    }
    end_process();
  }
}

void InterruptWatch::end_process() {
  {
    const std::lock_guard lock(cleanup_access_);
    if (cleanup_) cleanup_();
  }
  constexpr std::string_view message = "holdfast: interrupted\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
  _exit(exit_interrupted);
}

}  // namespace holdfast::cli
