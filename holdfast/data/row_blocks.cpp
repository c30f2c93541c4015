#include "holdfast/data/row_blocks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/csv.hpp"
#include "holdfast/data/npy.hpp"
#include "holdfast/data/read.hpp"

namespace holdfast {
namespace {

/// Cuts CSV text into blocks that begin and end with a record, each under the header of the file.
class CsvBlocks {
 public:
  CsvBlocks(const std::string& path, const TableOptions& options,
            const std::function<void(Table)>& use, std::size_t block_bytes)
      : path_(path), options_(options), use_(use), block_bytes_(block_bytes) {}

  void take(std::string_view bytes) {
    text_ += bytes;
    if (text_.size() < std::max(block_bytes_, 2 * tried_)) return;
    const std::size_t end = end_of_last_record();
    tried_ = end == 0 ? text_.size() : 0;  // a record longer than a block
    if (end > 0) hand_over(end);
  }

  void finish() {
    if (!text_.empty()) hand_over(text_.size());
    if (!any_) static_cast<void>(read_csv(header_, path_, options_, CsvHeader::required));
  }

 private:
  /// Behind the last line end that is not in quotes.
  std::size_t end_of_last_record() const {
    bool quoted = false;
    std::size_t end = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '"') quoted = !quoted;
      if (text_[i] == '\n' && !quoted) end = i + 1;
    }
    return end;
  }

  void hand_over(std::size_t end) {
    const std::string_view block = std::string_view(text_).substr(0, end);
    const auto lines = static_cast<std::size_t>(std::ranges::count(block, '\n'));
    if (header_.empty()) {
      emit(block, 0);
      const std::size_t header_end = std::min(block.find('\n'), block.size() - 1) + 1;
      header_ = std::string(block.substr(0, header_end));
    } else {
      emit(header_ + std::string(block), lines_before_ - 1);
    }
    lines_before_ += lines;
    text_.erase(0, end);
  }

  void emit(std::string_view block, std::size_t skipped_lines) {
    if (block.find_first_not_of(" \t\r\n", header_.size()) == std::string_view::npos) return;
    any_ = true;
    use_(read_csv(block, path_, options_, CsvHeader::required, skipped_lines));
  }

  const std::string& path_;
  const TableOptions& options_;
  const std::function<void(Table)>& use_;
  std::size_t block_bytes_;
  std::string text_;
  std::string header_;
  std::size_t lines_before_ = 0;
  std::size_t tried_ = 0;
  bool any_ = false;
};

/// A file in memory that the system reads when it is looked at, and forgets when memory is short.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    const int error = errno;
    if (file >= 0) close(file);
    if (data_ == MAP_FAILED) {
      throw IoFailure(
          fmt::format("cannot read {}: {}", path, std::generic_category().message(error)));
    }
  }
  ~MappedFile() { munmap(data_, size_); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_ = MAP_FAILED;
  std::size_t size_ = 0;
};

void read_npy_blocks(const std::string& path, const TableOptions& options,
                     const std::function<void(Table)>& use,
                     const std::function<void(std::size_t)>& on_bytes, std::size_t block_bytes) {
  const MappedFile file(path);
  const NpyRows rows(file.bytes(), path);
  const std::size_t row_bytes = std::max<std::size_t>(1, file.bytes().size() / rows.count());
  const std::size_t step = std::max<std::size_t>(1, block_bytes / row_bytes);
  for (std::size_t first = 0; first < rows.count(); first += step) {
    const std::size_t count = std::min(step, rows.count() - first);
    use(table_from_numbers(FileFormat::npy, rows.read(first, count), options, path, first));
    on_bytes((first + count) * row_bytes);
  }
}

}  // namespace

void read_in_blocks(const std::string& path, const TableOptions& options,
                    const std::function<void(Table)>& use,
                    const std::function<void(std::size_t)>& on_bytes, std::size_t block_bytes) {
  std::optional<CsvBlocks> csv;
  std::optional<FileFormat> format;
  stream_file(path, [&](std::string_view bytes, std::size_t packed) {
    if (!format) {
      format = detect_format(bytes, path);
      if (*format == FileFormat::csv) csv.emplace(path, options, use, block_bytes);
    }
    if (!csv) return false;
    csv->take(bytes);
    on_bytes(packed);
    return true;
  });
  if (csv) return csv->finish();
  if (format == FileFormat::npy && is_npy(MappedFile(path).bytes()))
    return read_npy_blocks(path, options, use, on_bytes, block_bytes);
  throw InvalidInput(
      fmt::format("{}: {} is not read in blocks; CSV and NPY that is not gzipped are", path,
                  format ? to_string(*format) : "an empty file"));
}

}  // namespace holdfast
