#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "holdfast/core/export.hpp"

namespace holdfast {

/// A team of threads that shares numbered pieces of work. It belongs to a Run: there is no global
/// pool, two runs in one process do not disturb each other, and a forked child makes its own.
class HOLDFAST_EXPORT Workers {
 public:
  /// `threads` in total, including the caller; 0 means one per core that this process may use.
  explicit Workers(int threads = 0);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const;

  /// Calls task(0), ..., task(pieces-1), each exactly once, the first on the calling thread, the
  /// others on any, and returns when all are done. The pieces must write to disjoint places; then
  /// the result does not depend on the number of threads. If a task throws, the first exception is
  /// rethrown here once the others have stopped. A call made inside a task runs on the calling
  /// thread.
  void share(std::size_t pieces, const std::function<void(std::size_t)>& task);

  /// Splits [0, count) into fixed chunks and calls body(begin, end) on each.
  template <class Body>
  void share_range(std::size_t count, std::size_t chunk, const Body& body) {
    if (count <= chunk) {
      if (count > 0) body(std::size_t{0}, count);
      return;
    }
    share((count + chunk - 1) / chunk, [&](std::size_t piece) {
      const std::size_t begin = piece * chunk;
      body(begin, begin + chunk < count ? begin + chunk : count);
    });
  }

 private:
  class Team;
  std::unique_ptr<Team> team_;
};

}  // namespace holdfast
