#include "holdfast/registry/build_facts.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "holdfast/linalg/instruction_set.hpp"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

namespace holdfast::registry {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown";
#endif
}

std::string fmt_version() {
  return fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

std::string json_version() {
  return fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                     NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace

std::vector<BuildFact> build_facts() {
  std::vector<BuildFact> facts = {
      {"instructions", linalg::instruction_set()}, {"compiler", compiler()},
      {"Eigen", linalg::eigen_version()},          {"fmt", fmt_version()},
      {"nlohmann-json", json_version()},           {"zlib", zlibVersion()},
  };
#ifdef __GLIBC__
  facts.push_back({"C library", fmt::format("glibc {}", gnu_get_libc_version())});
#endif
  return facts;
}

}  // namespace holdfast::registry
