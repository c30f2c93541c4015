#include "cli/shared_files.hpp"

#include <filesystem>

namespace holdfast::cli {

namespace fs = std::filesystem;

std::string shared_file(const std::string& name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  const fs::path path = program.parent_path().parent_path() / "share" / "holdfast" / name;
  return fs::exists(path, error) ? path.string() : "";
}

}  // namespace holdfast::cli
