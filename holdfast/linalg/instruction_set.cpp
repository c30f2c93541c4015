#include "holdfast/linalg/instruction_set.hpp"

#include <Eigen/Core>

namespace holdfast::linalg {

// By what the compiler may use, not by what the build asked for: this is for bug reports.
std::string instruction_set() {
#if defined(__x86_64__)
#if defined(__AVX512F__) && defined(__AVX512VL__)
  return "x86-64-v4";
#elif defined(__AVX2__)
  return "x86-64-v3";
#else
  return "x86-64 baseline";
#endif
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

// Eigen 5 dropped what it calls the world version.
std::string eigen_version() {
  const std::string major = std::to_string(EIGEN_MAJOR_VERSION);
  const std::string minor = std::to_string(EIGEN_MINOR_VERSION);
#ifdef EIGEN_PATCH_VERSION
  return major + "." + minor + "." + std::to_string(EIGEN_PATCH_VERSION);
#else
  return std::to_string(EIGEN_WORLD_VERSION) + "." + major + "." + minor;
#endif
}

}  // namespace holdfast::linalg
