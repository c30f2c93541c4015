#include "cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/write.hpp"

namespace holdfast::cli {

void write_to_stdout(std::string_view text, const InterruptWatch& watch) {
  while (!text.empty()) {
    if (watch.requested()) throw Interrupted();
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return;
    } else if (errno != EINTR) {
      throw IoFailure(fmt::format("cannot write to standard output: {}",
                                  std::generic_category().message(errno)));
    }
  }
}

void require_writable_place(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw IoFailure(fmt::format("cannot write {}: it is a folder; give the name of a file", path));
  }
  const auto folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    throw IoFailure(fmt::format("cannot write {}: there is no folder {}", path, folder.string()));
  }
}

void write_to_file(const std::string& path, std::string_view text, InterruptWatch& watch) {
  const InterruptWatch::Hold hold(watch);
  if (watch.requested()) throw Interrupted();
  write_file_whole(path, text);
}

}  // namespace holdfast::cli
