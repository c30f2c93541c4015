#pragma once

#include "holdfast/core/run.hpp"

namespace holdfast::paper {

/// Options of a Run that keeps to the calling thread: cores are busy with other units of work.
inline Run::Options one_thread(std::uint64_t seed = 0) {
  Run::Options options;
  options.seed = seed;
  options.threads = 1;
  return options;
}

}  // namespace holdfast::paper
