#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "holdfast/core/workers.hpp"

namespace holdfast {

/// How far a long job has got. `done` grows to `total`; `value` is the best objective value so far.
struct Progress {
  std::string_view job;
  std::int64_t done = 0;
  std::int64_t total = 0;
  double value = 0.0;
};

/// What a computation needs besides its problem: a seed, threads, a progress callback and a way to
/// stop it. A Run must outlive the States started with it. One Run serves one caller at a time.
class HOLDFAST_EXPORT Run {
 public:
  struct Options {
    std::uint64_t seed = 0;
    int threads = 0;  ///< 0: all cores
    std::function<void(const Progress&)>
        on_progress;  ///< called between steps, on the calling thread
    const std::atomic<bool>* stop_requested = nullptr;  ///< may be set by a signal handler
    std::function<bool()> should_stop;      ///< polled between steps, on the calling thread
    std::function<void()> on_acknowledged;  ///< called by acknowledge_stop()
  };

  Run();
  explicit Run(Options options);

  std::uint64_t seed() const { return options_.seed; }
  int threads() const { return workers_.threads(); }
  Workers& workers() const { return workers_; }

  void report(const Progress& progress) const;
  /// Suppresses progress from nested jobs while it exists.
  class Silence {
   public:
    explicit Silence(const Run& run) : run_(run) { ++run_.silences_; }
    ~Silence() { --run_.silences_; }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

   private:
    const Run& run_;
  };
  /// Throws Interrupted if a stop was requested. Long loops call this between steps.
  void check_stop() const;
  /// Called by a search that has ended because of a stop request. From then on check_stop() no
  /// longer throws, so that its result can still be valued and shown.
  void acknowledge_stop() const;

 private:
  Options options_;
  mutable Workers workers_;
  mutable bool acknowledged_ = false;
  mutable int silences_ = 0;
};

}  // namespace holdfast
