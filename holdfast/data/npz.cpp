#include "holdfast/data/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/npy.hpp"
#include "holdfast/data/sparse_entries.hpp"
#include "holdfast/data/text.hpp"
#include "holdfast/data/zip.hpp"

namespace holdfast {
namespace {

class SparseArchive {
 public:
  SparseArchive(std::string_view bytes, const std::string& path)
      : path_(path), members_(unzip(bytes, path)), limit_(few) {
    for (const auto& [name, content] : members_) limit_ += content.size();
    if (!members_.contains("format.npy") || !members_.contains("shape.npy")) {
      fail(
          "it is a ZIP archive, but not one that scipy.sparse.save_npz wrote; save a dense array "
          "as NPY");
    }
  }

  SparseMatrix read() {
    const std::string form = read_npy_text(members_.at("format.npy"), member("format.npy"));
    if (form != "csr" && form != "csc" && form != "coo")
      fail(fmt::format("the sparse matrix is in the form {}; save it as csr, csc or coo",
                       text::excerpt(form)));
    const auto shape = numbers("shape.npy");
    if (shape.size() != 2) fail("the sparse matrix must have two dimensions");
    SparseEntries entries;
    entries.rows = extent(shape[0]);
    entries.cols = extent(shape[1]);
    entries.values = numbers("data.npy");
    if (form == "coo") {
      entries.row_of = indices("row.npy", entries.rows);
      entries.column_of = indices("col.npy", entries.cols);
    } else {
      const bool by_rows = form == "csr";
      auto inner = indices("indices.npy", by_rows ? entries.cols : entries.rows);
      auto outer = expanded("indptr.npy", by_rows ? entries.rows : entries.cols, inner.size());
      if (!by_rows) std::swap(inner, outer);
      entries.row_of = std::move(outer);
      entries.column_of = std::move(inner);
    }
    const bool fits = entries.row_of.size() == entries.values.size() &&
                      entries.column_of.size() == entries.values.size();
    if (!fits) fail("the arrays of the sparse matrix do not fit together");
    return to_columns(std::move(entries));
  }

 private:
  std::string member(const std::string& name) const { return path_ + " (" + name + ")"; }

  std::vector<double> numbers(const std::string& name) {
    const auto found = members_.find(name);
    if (found == members_.end()) fail(fmt::format("the array {} is missing", name));
    std::vector<double> read = read_npy_vector(found->second, member(name));
    members_.erase(found);  // large, and needed once
    return read;
  }

  /// A matrix takes memory for each row and column, also for empty ones.
  std::size_t extent(double number) const {
    const auto most = std::min(static_cast<double>(limit_),
                               static_cast<double>(std::numeric_limits<std::int32_t>::max()));
    if (!(number >= 1.0 && number <= most) || number != std::floor(number))
      fail(fmt::format("{} rows or columns; a file of this size may have 1 to {}", number, most));
    return static_cast<std::size_t>(number);
  }

  std::vector<std::int32_t> indices(const std::string& name, std::size_t count) {
    const auto read = numbers(name);
    std::vector<std::int32_t> places;
    places.reserve(read.size());
    for (const double place : read) {
      if (!(place >= 0.0 && place < static_cast<double>(count)) || place != std::floor(place))
        fail(fmt::format("{} holds {}; an index lies between 0 and {}", name, place, count - 1));
      places.push_back(static_cast<std::int32_t>(place));
    }
    return places;
  }

  /// The row (or column) of each entry, from where the rows begin.
  std::vector<std::int32_t> expanded(const std::string& name, std::size_t count,
                                     std::size_t entries) {
    const auto starts = numbers(name);
    if (starts.size() != count + 1 || starts.front() != 0.0 ||
        starts.back() != static_cast<double>(entries))
      fail(fmt::format("{} does not fit the shape", name));
    std::vector<std::int32_t> places(entries);
    for (std::size_t i = 0; i < count; ++i) {
      if (!(starts[i] <= starts[i + 1] && starts[i + 1] <= starts.back()) ||
          starts[i] != std::floor(starts[i]))
        fail(fmt::format("{} must not decrease", name));
      for (auto e = static_cast<std::size_t>(starts[i]);
           e < static_cast<std::size_t>(starts[i + 1]); ++e)
        places[e] = static_cast<std::int32_t>(i);
    }
    return places;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: {}", path_, what));
  }

  static constexpr std::size_t few = 65536;

  const std::string& path_;
  std::map<std::string, std::string> members_;
  std::size_t limit_;
};

}  // namespace

bool is_npz(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

SparseMatrix read_npz(std::string_view bytes, const std::string& path) {
  return SparseArchive(bytes, path).read();
}

}  // namespace holdfast
