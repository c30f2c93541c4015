#include "holdfast/data/row_blocks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/columns.hpp"
#include "holdfast/data/csv.hpp"
#include "holdfast/data/csv_scanner.hpp"
#include "holdfast/data/npy.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/unusable_cell.hpp"

namespace holdfast {
namespace {

/// Hands tables over. One in which no row is complete is an error only if no other has rows either.
class Receiver {
 public:
  explicit Receiver(const std::function<void(Table)>& use) : use_(use) {}

  template <class Read>
  void rows(const Read& read) {
    Table block;
    try {
      block = read();
      any_ = true;
    } catch (const NoCompleteRow& none) {
      if (!first_refusal_) first_refusal_ = none;
      block.dropped_rows.resize(none.rows());
      std::iota(block.dropped_rows.begin(), block.dropped_rows.end(), std::size_t{0});
    }
    use_(std::move(block));
  }

  void finish() const {
    if (!any_ && first_refusal_) throw NoCompleteRow(*first_refusal_);
  }

 private:
  const std::function<void(Table)>& use_;
  std::optional<NoCompleteRow> first_refusal_;
  bool any_ = false;
};

/// Cuts CSV text into blocks that begin and end with a record, each under the header of the file.
class CsvBlocks {
 public:
  CsvBlocks(const std::string& path, const TableOptions& options, Receiver& use,
            std::size_t block_bytes)
      : path_(path), options_(options), use_(use), block_bytes_(block_bytes) {}

  void take(std::string_view bytes) {
    text_ += bytes;
    if (text_.size() < std::max(block_bytes_, 2 * tried_)) return;
    if (header_.empty()) take_header();
    const std::size_t end = header_.empty() ? 0 : record_ends(text_, delimiter_).last;
    tried_ = end == 0 ? text_.size() : 0;  // a record longer than a block
    if (end > 0) hand_over(end);
  }

  void finish() {
    // Of a table with tabs, a line of tabs is a row of empty cells.
    const char* const blanks = delimiter_ == '\t' ? " \r\n" : " \t\r\n";
    const bool only_spaces = text_.find_first_not_of(blanks) == std::string::npos;
    if (only_spaces && any_) return;
    try {
      hand_over(text_.size());
    } catch (const UnusableCell&) {
      throw;
    } catch (const InvalidInput&) {  // that there are no rows
      if (!any_ || !only_blank_records()) throw;
    }
  }

 private:
  /// Whether the rest holds nothing but lines that are empty, or "" alone.
  bool only_blank_records() const {
    const bool closed = std::ranges::count(text_, '"') % 2 == 0;
    return closed && record_ends(text_ + "\n", delimiter_).last == 0;
  }

  void take_header() {
    const std::string_view text = text::without_byte_order_mark(text_);
    delimiter_ = detect_delimiter(text);
    const std::size_t end = record_ends(text, delimiter_).first;
    if (end == 0) return;
    // With the mark, which the reader takes away: a second one behind it belongs to a name.
    const std::size_t all = text_.size() - text.size() + end;
    header_ = text_.substr(0, all);
    // A single \r would become one line end with a \n at the beginning of a block.
    if (header_.back() == '\r') header_.back() = '\n';
    text_.erase(0, all);
  }

  void hand_over(std::size_t end) {
    const std::string_view block = std::string_view(text_).substr(0, end);
    use_.rows([&] {
      return read_csv(header_ + std::string(block), path_, options_, CsvHeader::required,
                      lines_before_);
    });
    any_ = true;
    lines_before_ += count_line_ends(block);
    text_.erase(0, end);
  }

  const std::string& path_;
  const TableOptions& options_;
  Receiver& use_;
  std::size_t block_bytes_;
  std::string text_;
  std::string header_;
  char delimiter_ = ',';
  std::size_t lines_before_ = 0;  ///< between the header and text_
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

void read_npy_blocks(const std::string& path, const TableOptions& options, Receiver& use,
                     const std::function<void(std::size_t)>& on_bytes, std::size_t block_bytes) {
  const MappedFile file(path);
  const NpyRows rows(file.bytes(), path);
  const std::size_t row_bytes = std::max<std::size_t>(1, file.bytes().size() / rows.count());
  const std::size_t step = std::max<std::size_t>(1, block_bytes / row_bytes);
  for (std::size_t first = 0; first < rows.count(); first += step) {
    const std::size_t count = std::min(step, rows.count() - first);
    use.rows([&] {
      return table_from_numbers(FileFormat::npy, rows.read(first, count), options, path, first);
    });
    on_bytes((first + count) * row_bytes);
  }
}

}  // namespace

void read_in_blocks(const std::string& path, const TableOptions& options,
                    const std::function<void(Table)>& use,
                    const std::function<void(std::size_t)>& on_bytes, std::size_t block_bytes) {
  Receiver receiver(use);
  std::optional<CsvBlocks> csv;
  std::optional<FileFormat> format;
  stream_file(path, [&](std::string_view bytes, std::size_t packed) {
    if (!format) {
      format = detect_format(bytes, path);
      if (*format == FileFormat::csv) csv.emplace(path, options, receiver, block_bytes);
    }
    if (!csv) return false;
    csv->take(bytes);
    on_bytes(packed);
    return true;
  });
  if (csv) {
    csv->finish();
  } else if (format == FileFormat::npy && is_npy(MappedFile(path).bytes())) {
    read_npy_blocks(path, options, receiver, on_bytes, block_bytes);
  } else {
    throw InvalidInput(
        fmt::format("{}: {} is not read in blocks; CSV and NPY that is not gzipped are", path,
                    format ? to_string(*format) : "an empty file"));
  }
  receiver.finish();
}

}  // namespace holdfast
