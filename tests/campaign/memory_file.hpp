#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "tests/campaign/broken_promise.hpp"

namespace holdfast::campaign {

/// A file in memory that is written again and again, for readers that take a path.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("campaign", MFD_CLOEXEC)) {
    promise(descriptor_ >= 0, "memfd_create failed");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// The path of a file with these bytes.
  std::string holding(std::string_view bytes) const {
    const bool emptied = ftruncate(descriptor_, 0) == 0;
    const auto written = pwrite(descriptor_, bytes.data(), bytes.size(), 0);
    promise(emptied && written == static_cast<ssize_t>(bytes.size()), "cannot write in memory");
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

}  // namespace holdfast::campaign
