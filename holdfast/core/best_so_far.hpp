#pragma once

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"

/// How a job that has something to show answers a stop request: with the best so far.
namespace holdfast {

/// What Selection::stopped says then.
inline constexpr const char* stopped_by_request = "interrupted: the best so far";

/// Does the work. Returns false if a stop request ended it; the request is acknowledged then.
template <class Work>
bool done_unless_stopped(const Run& run, const Work& work) {
  try {
    work();
    return true;
  } catch (const Interrupted&) {
    run.acknowledge_stop();
    return false;
  }
}

/// Does work that nothing can be shown without: if a stop request ends it, it is done again.
/// Returns false in this case.
template <class Work>
bool done_in_any_case(const Run& run, const Work& work) {
  if (done_unless_stopped(run, work)) return true;
  work();
  return false;
}

}  // namespace holdfast
