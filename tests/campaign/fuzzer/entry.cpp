#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "tests/campaign/targets.hpp"

/// The program that libFuzzer drives. HOLDFAST_TARGET names the target, so that one program serves
/// all of them.
namespace {

using holdfast::campaign::Target;

/// Which targets are linked; see cmake/campaign.cmake.
#ifdef HOLDFAST_READER_TARGETS
std::span<const Target> targets() { return holdfast::campaign::reader_targets(); }
#else
std::span<const Target> targets() { return holdfast::campaign::program_targets(); }
#endif

/// The targets of that name; "all" is every one, which measures what a corpus reaches.
std::vector<Target> chosen_targets() {
  const char* name = std::getenv("HOLDFAST_TARGET");
  const std::string_view wanted = name == nullptr ? "" : name;
  std::vector<Target> chosen;
  for (const Target& target : targets())
    if (wanted == "all" || wanted == target.name) chosen.push_back(target);
  if (!chosen.empty()) return chosen;
  std::fputs("HOLDFAST_TARGET must be all or one of", stderr);
  for (const Target& target : targets()) std::fprintf(stderr, " %s", target.name);
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto chosen = chosen_targets();
  for (const Target& target : chosen) target.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
