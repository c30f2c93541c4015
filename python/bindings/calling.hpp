#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast::python {

namespace nb = nanobind;

/// How long the last `work` of this thread took: what a call of C++ would have cost.
inline thread_local double seconds_of_work = 0.0;

/// Works without the interpreter's lock; Ctrl-C (or any signal handler that raises) stops it
/// between two steps and raises: what is known by then has no place to go. `work` takes a Run,
/// `tell` takes what it returns and the Run; neither may touch Python objects.
template <class Work, class Tell>
auto call(std::uint64_t seed, int threads, const Work& work, const Tell& tell) {
  using Clock = std::chrono::steady_clock;
  static constexpr auto patience = std::chrono::milliseconds(50);
  Run::Options options;
  options.seed = seed;
  options.threads = threads;
  options.should_stop = [next = Clock::now() + patience]() mutable {
    const auto now = Clock::now();
    if (now < next) return false;  // the lock may be far away: other threads compute too
    next = now + patience;
    const nb::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
  };
  options.on_acknowledged = [] { throw Interrupted(); };
  try {
    const nb::gil_scoped_release unlocked;
    const auto started = Clock::now();
    const Run run(std::move(options));
    auto result = work(run);
    seconds_of_work = std::chrono::duration<double>(Clock::now() - started).count();
    return tell(std::move(result), run);
  } catch (const Interrupted&) {
    if (PyErr_Occurred()) throw nb::python_error();
    throw;
  }
}

}  // namespace holdfast::python
