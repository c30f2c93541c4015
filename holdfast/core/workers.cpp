#include "holdfast/core/workers.hpp"

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace holdfast {
namespace {

constexpr int most_threads = 1024;

int usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
  const unsigned reported = std::thread::hardware_concurrency();
  return reported == 0 ? 1 : static_cast<int>(reported);
}

}  // namespace

/// Between calls the helpers first wait briefly, then sleep on a condition variable. The short wait
/// saves the wake-up when calls follow each other closely, as in a greedy run; in a virtual machine
/// a wake-up takes longer than many a call.
class Workers::Team {
 public:
  explicit Team(int threads) {
    helpers_.reserve(static_cast<std::size_t>(threads - 1));
    // A system that refuses threads, or memory for them, gets by with fewer: results are the same.
    try {
      for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  ~Team() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
      call_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    for (auto& helper : helpers_) helper.join();
  }

  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

  void share(std::size_t pieces, const std::function<void(std::size_t)>& task) {
    if (helpers_.empty() || pieces < 2 || busy_.exchange(true)) {
      for (std::size_t piece = 0; piece < pieces; ++piece) task(piece);
      return;
    }
    keep_apart();
    {
      const std::lock_guard lock(mutex_);
      task_ = &task;
      pieces_ = pieces;
      next_.store(1, std::memory_order_relaxed);
      call_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    work(task, 0, pieces);
    finish();
  }

 private:
  static constexpr auto patience = std::chrono::microseconds(300);
  /// Before the core is offered to others, which takes longer than many a wait.
  static constexpr int looks = 64;
  static constexpr std::size_t cache_line = 64;

  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  /// Keeps the helpers off the core of the caller, which works as well. In virtual machines an idle
  /// core often looks taken, so Linux wakes a helper where the caller runs, and balances the load
  /// only after ten milliseconds or more.
  void keep_apart() {
    const int here = sched_getcpu();
    if (here == avoided_ || here < 0) return;
    avoided_ = here;
    cpu_set_t others;
    CPU_ZERO(&others);
    if (sched_getaffinity(0, sizeof others, &others) != 0) return;
    CPU_CLR(here, &others);
    if (CPU_COUNT(&others) < static_cast<int>(helpers_.size())) return;
    for (auto& helper : helpers_)
      pthread_setaffinity_np(helper.native_handle(), sizeof others, &others);
  }

  /// Closes the call and waits for the helpers that have entered it, not for those still asleep.
  void finish() {
    {
      const std::lock_guard lock(mutex_);
      task_ = nullptr;
    }
    wait_briefly([this] { return inside_.load(std::memory_order_acquire) == 0; });
    std::exception_ptr failure;
    {
      std::unique_lock lock(mutex_);
      done_.wait(lock, [this] { return inside_.load(std::memory_order_acquire) == 0; });
      failure = std::exchange(failure_, nullptr);
    }
    busy_.store(false);
    if (failure) std::rethrow_exception(failure);
  }

  void help() {
    std::uint64_t seen = 0;
    for (;;) {
      wait_briefly([&] { return call_.load(std::memory_order_acquire) != seen; });
      const std::function<void(std::size_t)>* task = nullptr;
      std::size_t pieces = 0;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return call_.load(std::memory_order_acquire) != seen; });
        seen = call_.load(std::memory_order_acquire);
        if (closing_) return;
        if (!task_) continue;
        task = task_;
        pieces = pieces_;
        inside_.fetch_add(1, std::memory_order_relaxed);
      }
      work(*task, next_.fetch_add(1, std::memory_order_relaxed), pieces);
      const std::lock_guard lock(mutex_);
      if (inside_.fetch_sub(1, std::memory_order_release) == 1) done_.notify_one();
    }
  }

  template <class Condition>
  static void wait_briefly(const Condition& met) {
    const auto until = std::chrono::steady_clock::now() + patience;
    do {
      for (int i = 0; i < looks; ++i) {
        if (met()) return;
        pause();
      }
      std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < until);
  }

  void work(const std::function<void(std::size_t)>& task, std::size_t piece, std::size_t pieces) {
    for (; piece < pieces; piece = next_.fetch_add(1, std::memory_order_relaxed)) {
      try {
        task(piece);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_.store(pieces, std::memory_order_relaxed);  // no thread starts another piece
        return;
      }
    }
  }

  std::vector<std::thread> helpers_;
  int avoided_ = -1;  // the core that helpers stay away from
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  // Threads look at these while others write: each has a cache line of its own.
  alignas(cache_line) std::atomic<std::uint64_t> call_{0};
  alignas(cache_line) std::atomic<int> inside_{0};
  alignas(cache_line) std::atomic<std::size_t> next_{0};
  alignas(cache_line) std::atomic<bool> busy_{false};
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t pieces_ = 0;
  std::exception_ptr failure_;
  bool closing_ = false;
};

Workers::Workers(int threads) {
  if (threads < 0 || threads > most_threads) {
    throw std::invalid_argument("threads must be from 0 (all cores) to " +
                                std::to_string(most_threads) + ", got " + std::to_string(threads));
  }
  team_ = std::make_unique<Team>(threads == 0 ? usable_cores() : threads);
}

Workers::~Workers() = default;

int Workers::threads() const { return team_->threads(); }

void Workers::share(std::size_t pieces, const std::function<void(std::size_t)>& task) {
  team_->share(pieces, task);
}

}  // namespace holdfast
