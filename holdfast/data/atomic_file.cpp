#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/write.hpp"

namespace holdfast {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16U;
constexpr int new_file_mode = 0666;

/// The descriptor behind /dev/stdout and its like. Opening such a path anew would begin at the
/// first byte of a file to which the output is redirected, and overwrite what is there.
std::optional<int> open_descriptor_of(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  constexpr std::string_view folder = "/dev/fd/";
  if (!path.starts_with(folder)) return std::nullopt;
  const auto number = text::parse_index(std::string_view(path).substr(folder.size()));
  if (!number || *number > 1'000'000) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace

class AtomicFile::Output {
 public:
  explicit Output(std::string path) : path_(std::move(path)) {
    if (const auto descriptor = open_descriptor_of(path_)) {
      file_ = dup(*descriptor);
      if (file_ < 0) fail(errno);
      return;
    }
    struct stat status {};
    const bool exists = stat(path_.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) fail(errno);
    if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
    if (exists && !S_ISREG(status.st_mode)) {
      file_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
      if (file_ < 0) fail(errno);
      return;
    }
    open_temporary(exists ? &status : nullptr);
  }

  ~Output() {
    if (file_ >= 0) close(file_);
    remove_temporary();
  }

  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view bytes) {
    if (committed_) throw std::invalid_argument(path_ + " is committed; nothing can be added");
    buffer_ += bytes;
    if (buffer_.size() >= buffer_size) flush();
  }

  void commit() {
    if (std::exchange(committed_, true)) return;
    flush();
    if (temporary_.empty() && !unnamed_) {
      close_file();
      return;
    }
    // Some file systems cannot synchronize a file; that is no reason to lose it.
    if (fsync(file_) != 0 && errno != EINVAL && errno != ENOTSUP) fail(errno);
    if (unnamed_) {
      // A link replaces nothing, a move does.
      give_temporary_name([this](const char* name) {
        return linkat(AT_FDCWD, path_of_descriptor().c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) ==
               0;
      });
    }
    close_file();
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
    synchronize_folder();
  }

 private:
  void open_temporary(const struct stat* existing) {
    target_ = path_;
    if (existing) {
      // Moving a file over it needs no permission on the file, writing to it does.
      if (faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
      std::error_code ignored;
      const auto real = std::filesystem::canonical(path_, ignored);
      if (!real.empty()) target_ = real.string();  // a symbolic link stays one
    }
    open_unnamed();
    if (!unnamed_) {
      give_temporary_name([this](const char* name) {
        file_ = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode);
        return file_ >= 0;
      });
    }
    if (existing && fchmod(file_, existing->st_mode & 07777U) != 0) fail(errno);
  }

  /// A file without a name, so that nothing is left of it however the process ends. Not all file
  /// systems have such files, and giving it a name later needs /proc.
  void open_unnamed() {
    const std::string folder = folder_of_target();
    file_ = open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, new_file_mode);
    unnamed_ = file_ >= 0 && access(path_of_descriptor().c_str(), F_OK) == 0;
    if (file_ >= 0 && !unnamed_) close(std::exchange(file_, -1));
  }

  /// Tries names beside the target until one is free.
  template <class Take>
  void give_temporary_name(const Take& take) {
    const auto folder = std::filesystem::path(target_).parent_path();
    for (int attempt = 0;; ++attempt) {
      temporary_ = (folder / fmt::format(".holdfast-{}-{}.tmp", getpid(), attempt)).string();
      if (take(temporary_.c_str())) return;
      const int reason = errno;
      temporary_.clear();
      if (reason != EEXIST) fail(reason);
    }
  }

  std::string path_of_descriptor() const { return fmt::format("/proc/self/fd/{}", file_); }

  std::string folder_of_target() const {
    const auto folder = std::filesystem::path(target_).parent_path();
    return folder.empty() ? "." : folder.string();
  }

  void flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
      const ssize_t written = ::write(file_, rest.data(), rest.size());
      if (written < 0 && errno != EINTR) fail(errno);
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
  }

  void close_file() {
    if (close(std::exchange(file_, -1)) != 0 && errno != EINTR) fail(errno);
  }

  /// So that the new name survives a power cut. The file is in place already: failing is no error.
  void synchronize_folder() const {
    const int descriptor = open(folder_of_target().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
  }

  void remove_temporary() {
    if (!temporary_.empty()) unlink(temporary_.c_str());
    temporary_.clear();
  }

  /// Cleans up first: a constructor that throws is not followed by the destructor.
  [[noreturn]] void fail(int reason) {
    if (file_ >= 0) close(std::exchange(file_, -1));
    remove_temporary();
    throw IoFailure(
        fmt::format("cannot write {}: {}", path_, std::generic_category().message(reason)));
  }

  std::string path_;       // as the user gave it
  std::string target_;     // where the file will be
  std::string temporary_;  // empty if there is none, or none yet
  std::string buffer_;
  int file_ = -1;
  bool unnamed_ = false;  // until the commit
  bool committed_ = false;
};

AtomicFile::AtomicFile(std::string path) : output_(std::make_unique<Output>(std::move(path))) {}
AtomicFile::~AtomicFile() = default;
void AtomicFile::write(std::string_view bytes) { output_->write(bytes); }
void AtomicFile::commit() { output_->commit(); }

}  // namespace holdfast
