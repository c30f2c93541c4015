#include <malloc.h>

#include <string>
#include <vector>

#include "cli/program.hpp"

namespace {

/// Freed memory is used again instead of being given back to the system and faulted in anew, page
/// by page: a sixth of a small greedy run. Larger blocks still go back at once.
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int largest_kept = 32 << 20;
  mallopt(M_MMAP_THRESHOLD, largest_kept);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return holdfast::cli::run_program(words);
}
