#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace holdfast::testing {

/// A folder for one test, removed with everything in it.
class ScratchFolder {
 public:
  ScratchFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::temp_directory_path() / ("holdfast-" + std::to_string(getpid()) + "-" +
                                                  test->test_suite_name() + "-" + test->name());
    std::filesystem::create_directories(folder_);
  }
  ~ScratchFolder() { std::filesystem::remove_all(folder_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string file(const std::string& name, std::string_view contents) const {
    std::ofstream(path(name), std::ios::binary) << contents;
    return path(name);
  }

  /// Number of entries, hidden ones included.
  std::ptrdiff_t entries() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }

 private:
  std::filesystem::path folder_;
};

/// A file in memory that is written again and again: thousands of files on a disk would be slow.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void replace(std::string_view contents) const;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

class DataTest : public ::testing::Test {
 protected:
  ScratchFolder folder_;
};

/// What the error of this type says; a failure if there is none.
template <class Error>
std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& other) {
    ADD_FAILURE() << "another kind of error: " << other.what();
    return {};
  }
  ADD_FAILURE() << "no error";
  return {};
}

/// The bytes as one gzip member.
std::string gzipped(std::string_view bytes);

/// NPY bytes: version 1 unless told otherwise.
std::string npy(const std::string& dictionary, std::string_view payload, char version = 1);

/// The bytes of a number, most or least significant first.
template <class T>
std::string bytes_of(T value, bool big_endian) {
  std::string bytes(reinterpret_cast<const char*>(&value), sizeof(T));
  return big_endian ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

/// Acts as a user without privileges while it lives; does nothing if the process is none with them.
class Unprivileged {
 public:
  Unprivileged() {
    if (geteuid() == 0) was_root_ = seteuid(nobody) == 0;
  }
  ~Unprivileged() {
    if (was_root_ && seteuid(0) != 0) ADD_FAILURE() << "cannot become root again";
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  static constexpr uid_t nobody = 65534;
  bool was_root_ = false;
};

}  // namespace holdfast::testing
