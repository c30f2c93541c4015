#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/data/table.hpp"

/// Readers. What a file holds is told from its content, never from the ending of its name; each
/// format may be gzipped. A file that cannot be opened or read is an IoFailure; one with wrong
/// content is an InvalidInput whose message names the file, the place and what would be right.
/// Memory grows with the bytes that are there, never with what a file claims to hold.
namespace holdfast {

/// Where standard input is read, as a path.
inline constexpr const char* standard_input = "/dev/stdin";

/// The bytes of a file, unpacked if it is gzip (one or several members).
HOLDFAST_EXPORT std::string read_file_whole(const std::string& path);

/// The same piece by piece: calls use(bytes, packed) with the next bytes, and how many bytes of the
/// file they complete. Ends early if that returns false.
HOLDFAST_EXPORT void stream_file(const std::string& path,
                                 const std::function<bool(std::string_view, std::size_t)>& use);

/// NPY, IDX, MatrixMarket and NPZ by their first bytes, LIBSVM by its first lines ("label
/// index:value ..."), otherwise CSV. `path` is for messages only. Throws InvalidInput for empty
/// content and for content that is no text and none of these formats.
HOLDFAST_EXPORT FileFormat detect_format(std::string_view bytes, const std::string& path);

/// Reads a table of data in any format. CSV needs a header.
HOLDFAST_EXPORT Table read_table(const std::string& path, const TableOptions& options = {});

/// The same from bytes that were read before; `path` is for messages.
HOLDFAST_EXPORT Table parse_table(std::string_view bytes, const std::string& path,
                                  const TableOptions& options = {});

/// Columns from one file and the target from another with as many rows: MNIST's images and labels,
/// say. The target file is CSV, NPY or IDX and holds one column; the first line of a CSV file is a
/// header unless it is a number. `options.target` must be unset and `options.missing` be
/// Missing::error, since rows must not be dropped from one of the two.
HOLDFAST_EXPORT Table read_table_pair(const std::string& data_path, const std::string& target_path,
                                      const TableOptions& options = {});

/// Reads a matrix from CSV, NPY or IDX. A CSV file may lack the header: a first line that holds
/// numbers only is data.
HOLDFAST_EXPORT NamedMatrix read_matrix(const std::string& path);

/// As read_matrix, and also sparse: MatrixMarket, and NPZ as SciPy writes it.
HOLDFAST_EXPORT NamedDesign read_design(const std::string& path);

/// As read_matrix, and the matrix must have as many rows as columns: kernels, similarities.
HOLDFAST_EXPORT NamedMatrix read_square_matrix(const std::string& path);

/// The numbers of a CSV, NPY or IDX file that holds one column or one row; a header is optional.
HOLDFAST_EXPORT std::vector<double> read_vector(const std::string& path);

/// What people call the items of a ground set.
struct ItemNames {
  ItemNames() = default;
  ItemNames(std::vector<std::string> all) : names(std::move(all)) {}  // NOLINT: a list is names

  std::vector<std::string> names;  ///< one for each item
  /// The index of each item as people count, see Objective::given_index; none: 0, 1, 2, ...
  Items indices;
  /// Names of what is no item by itself, with the name of the group that it is in.
  std::map<std::string, std::string, std::less<>> group_of;
};

/// Items given as a list or as a file. A list is comma-separated, a file has one entry a line
/// (blank lines are skipped). An entry is a name, an index, or a range of indices such as 0-9 (both
/// ends included); a name wins over an index or a range. `text` is taken as the path of a file if
/// it is no valid list and such a file exists, and `-` as standard input. The order is kept; an
/// item that comes twice is an error.
HOLDFAST_EXPORT Items read_item_list(const std::string& text, const ItemNames& names);

/// One line a batch of items, each a list as read_item_list takes it; blank lines are skipped. An
/// item may come again in a later line.
HOLDFAST_EXPORT std::vector<Items> read_item_batches(const std::string& path,
                                                     const ItemNames& names);

/// A text for each item: the group it is in, or its kind.
struct ItemLabels {
  std::vector<std::string> labels;     ///< all different ones, in the order of the file
  std::vector<std::int32_t> label_of;  ///< for each item its place in `labels`, -1 for none
};

/// Reads them from a CSV file with the columns `item` (name, index or range) and `column`, in any
/// order and beside others. Items that are not in the file have no label; one that comes twice is
/// an error.
HOLDFAST_EXPORT ItemLabels read_item_labels(const std::string& path, const std::string& column,
                                            const ItemNames& names);

/// A number for each item that the file names, read in the same way; each must be from `least` to
/// `most`.
HOLDFAST_EXPORT std::vector<std::optional<double>> read_item_numbers(
    const std::string& path, const std::string& column, const ItemNames& names, double least,
    double most = std::numeric_limits<double>::infinity());

}  // namespace holdfast
