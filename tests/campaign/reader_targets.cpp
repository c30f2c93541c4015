#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/data/coordinates.hpp"
#include "holdfast/data/csv.hpp"
#include "holdfast/data/idx.hpp"
#include "holdfast/data/libsvm.hpp"
#include "holdfast/data/matrix_market.hpp"
#include "holdfast/data/npy.hpp"
#include "holdfast/data/npz.hpp"
#include "holdfast/data/read.hpp"
#include "holdfast/data/row_blocks.hpp"
#include "holdfast/data/write.hpp"
#include "tests/campaign/memory_file.hpp"
#include "tests/campaign/targets.hpp"

namespace holdfast::campaign {
namespace {

const std::string path = "data";  // what the messages call the input

/// Takes choices from the end of the input and leaves the rest.
class Choices {
 public:
  explicit Choices(std::string_view& bytes) : bytes_(bytes) {}

  unsigned below(unsigned count) {
    if (bytes_.empty()) return 0;
    const auto last = static_cast<unsigned char>(bytes_.back());
    bytes_.remove_suffix(1);
    return last % count;
  }

 private:
  std::string_view& bytes_;
};

TableOptions chosen_options(std::string_view& bytes) {
  const unsigned choice = Choices(bytes).below(64);
  TableOptions options;
  if (choice & 1U) options.missing = Missing::drop;
  if (choice & 2U) options.target_kind = TargetKind::label;
  if ((choice >> 2U) % 4 == 1) options.target = "y";
  if ((choice >> 2U) % 4 == 2) options.target = "1";
  if ((choice >> 4U) % 4 == 1) options.ignore = {"0"};
  if ((choice >> 4U) % 4 == 2) options.columns = {"a", "1"};
  return options;
}

void promise_finite(std::span<const double> numbers) {
  promise(std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); }),
          "a number that is not finite");
}

void promise_finite(const SparseMatrix& sparse) {
  for (std::size_t j = 0; j < sparse.cols(); ++j) promise_finite(sparse.column_values(j));
}

/// Memory may grow with the bytes that are there, not with what they claim.
void promise_sound(const Table& table, std::size_t bytes) {
  constexpr std::size_t few = 65536;  // rows or columns that a file may claim without filling them
  promise(table.rows() >= 1 && table.cols() >= 1, "an empty table");
  promise(table.column_names.size() == table.cols(), "a name for each column");
  if (table.is_sparse) {
    promise(table.cols() <= few + bytes && table.sparse.nonzeros() <= 2 * bytes, "too large");
    promise_finite(table.sparse);
  } else {
    promise(table.rows() * table.cols() <= bytes, "too many numbers");
    promise_finite({table.dense.data(), table.rows() * table.cols()});
  }
  for (const auto& name : table.column_names)
    promise(text::is_utf8(name), "a column name that is no UTF-8");
  if (!table.target) return;
  promise(!table.target->is_numeric() || table.target->numbers.size() == table.rows(), "targets");
  promise(table.target->is_numeric() || table.target->labels.size() == table.rows(), "labels");
  for (const auto& label : table.target->labels) promise(text::is_utf8(label), "a label: no UTF-8");
}

void read_any_table(std::string_view bytes) {
  const TableOptions options = chosen_options(bytes);
  accepted([&] { promise_sound(parse_table(bytes, path, options), bytes.size()); });
}

/// What is read from a CSV file, written and read again, is the same.
void csv(std::string_view bytes) {
  const TableOptions options = chosen_options(bytes);
  accepted([&] {
    const Table table = read_csv(bytes, path, options, CsvHeader::required);
    promise_sound(table, bytes.size());
    std::vector<CsvColumn> columns;
    for (std::size_t j = 0; j < table.cols(); ++j)
      columns.push_back({table.column_names[j], table.dense.column(j), {}});
    const std::string written = format_csv(columns);
    const Table again = read_csv(written, path, {}, CsvHeader::required);
    promise(again.column_names == table.column_names, "names that were written are read again");
    promise(std::equal(table.dense.data(), table.dense.data() + table.rows() * table.cols(),
                       again.dense.data()),
            "numbers that were written are read again");
  });
  accepted([&] { read_csv(bytes, path, {}, CsvHeader::optional); });
  accepted([&] { read_csv_target(bytes, path, options.target_kind); });
}

void npy(std::string_view bytes) {
  const TableOptions options = chosen_options(bytes);
  if (!is_npy(bytes)) return;
  accepted([&] { promise_sound(parse_table(bytes, path, options), 8 * bytes.size()); });
  accepted([&] { read_npy_vector(bytes, path); });
  accepted([&] { read_npy_text(bytes, path); });
  accepted([&] {
    const Matrix whole = read_npy(bytes, path);
    const NpyRows rows(bytes, path);
    promise(rows.count() == whole.rows(), "as many rows in pieces");
    const Matrix last = rows.read(whole.rows() - 1, 1);
    for (std::size_t j = 0; j < whole.cols(); ++j) {
      const double a = last(0, j);
      const double b = whole(whole.rows() - 1, j);
      promise(a == b || (std::isnan(a) && std::isnan(b)), "the same numbers in pieces");
    }
  });
}

void idx(std::string_view bytes) {
  const TableOptions options = chosen_options(bytes);
  if (!is_idx(bytes)) return;
  accepted([&] { promise_sound(parse_table(bytes, path, options), 8 * bytes.size()); });
}

void libsvm(std::string_view bytes) {
  const TableOptions options = chosen_options(bytes);
  looks_like_libsvm(bytes);
  accepted([&] { promise_sound(read_libsvm(bytes, path, options), bytes.size()); });
}

void matrix_market(std::string_view bytes) {
  accepted([&] {
    const auto read = read_matrix_market(bytes, path);
    if (const auto* sparse = std::get_if<SparseMatrix>(&read)) promise_finite(*sparse);
    const TableOptions options = chosen_options(bytes);
    promise_sound(parse_table(bytes, path, options), bytes.size());
  });
}

void npz(std::string_view bytes) {
  accepted([&] { read_npz(bytes, path); });
  if (is_npz(bytes))
    accepted([&] { promise_sound(parse_table(bytes, path, {}), 2000 * bytes.size()); });
}

/// Bytes as a gzip member that is packed without being compressed, which is fast.
std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int gzip = 16;
  promise(deflateInit2(&stream, 0, Z_DEFLATED, 9 + gzip, 1, Z_DEFAULT_STRATEGY) == Z_OK, "deflate");
  std::string input(bytes);
  std::string packed(deflateBound(&stream, input.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  promise(deflate(&stream, Z_FINISH) == Z_STREAM_END, "deflate");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// Damaged gzip data, and what any bytes give when they come gzipped.
void gzip(std::string_view bytes) {
  static const MemoryFile file;
  accepted([&] { promise_sound(read_table(file.holding(bytes)), 2000 * bytes.size()); });
}

void gzipped_table(std::string_view bytes) {
  static const MemoryFile file;
  const std::string packed = file.holding(gzipped(bytes));
  promise(read_file_whole(packed) == bytes, "gzip gives the bytes back");
  const auto read = [&](const auto& reader) {
    std::optional<Table> table;
    accepted([&] { table = reader(); });
    return table;
  };
  const auto plain = read([&] { return parse_table(bytes, packed); });
  const auto unpacked = read([&] { return read_table(packed); });
  promise(plain.has_value() == unpacked.has_value(), "gzipped or not, it is read or refused");
  if (plain) promise(plain->column_names == unpacked->column_names, "gzipped or not");
}

/// A table in blocks of a few bytes is the table.
void blocks(std::string_view bytes) {
  static const MemoryFile file;
  const TableOptions options = chosen_options(bytes);
  const std::string name = file.holding(bytes);
  std::optional<Table> whole;
  accepted([&] { whole = parse_table(bytes, name, options); });
  std::size_t rows = 0;
  std::size_t dropped = 0;
  const bool in_blocks = accepted([&] {
    read_in_blocks(
        name, options,
        [&](const Table& block) {
          dropped += block.dropped_rows.size();
          if (block.rows() == 0) return;
          promise_sound(block, 8 * bytes.size());
          if (whole && !whole->is_sparse)
            for (std::size_t i = 0; i < block.rows(); ++i)
              for (std::size_t j = 0; j < block.cols(); ++j)
                promise(block.dense(i, j) == whole->dense(rows + i, j), "the same in blocks");
          rows += block.rows();
        },
        [](std::size_t) {}, 16);
  });
  const bool offered =
      bytes.starts_with("\x93NUMPY") || (whole && whole->format == FileFormat::csv);
  if (!whole || !offered || bytes.starts_with("\x1F\x8B")) return;
  promise(in_blocks, "what can be read can be read in blocks");
  promise(rows == whole->rows() && dropped == whole->dropped_rows.size(), "as many in blocks");
}

void target_file(std::string_view bytes) {
  static const MemoryFile data;
  static const MemoryFile target;
  const unsigned kind = Choices(bytes).below(2);
  TableOptions options;
  if (kind) options.target_kind = TargetKind::label;
  const std::string three_rows = data.holding("a,b\n1,2\n3,4\n5,7\n");
  const std::string name = target.holding(bytes);
  accepted([&] { promise_sound(read_table_pair(three_rows, name, options), 6 + bytes.size()); });
}

void matrices(std::string_view bytes) {
  static const MemoryFile file;
  const std::string name = file.holding(bytes);
  accepted([&] {
    const Matrix matrix = read_matrix(name).values;
    promise_finite({matrix.data(), matrix.rows() * matrix.cols()});
  });
  accepted([&] { read_design(name); });
  accepted([&] { promise_finite(read_vector(name)); });
}

/// Names like columns of real files; one looks like an index, one like a range, one has a comma.
const ItemNames& some_names() {
  static const ItemNames names = [] {
    ItemNames made({"a", "b", "two words", "7", "2-3", "x,y", "\"q\"", "Zürich"});
    made.group_of = {{"member", "a"}};
    return made;
  }();
  return names;
}

const ItemNames& numbered_names() {
  static const ItemNames names = [] {
    ItemNames made({"a", "b", "c", "d"});
    made.indices = {3, 5, 8, 1000000};
    return made;
  }();
  return names;
}

void promise_items(const Items& items, const ItemNames& names) {
  std::vector<bool> taken(names.names.size(), false);
  for (const Item item : items) {
    promise(item >= 0 && static_cast<std::size_t>(item) < taken.size(), "an item that there is");
    promise(!taken[static_cast<std::size_t>(item)], "an item once");
    taken[static_cast<std::size_t>(item)] = true;
  }
}

void item_list(std::string_view bytes) {
  // A path of one's own choice would be read: that is asked for, but not reproducible.
  if (bytes.find('/') != std::string_view::npos || bytes.find('\0') != std::string_view::npos)
    return;
  const std::string list(bytes);
  if (list == "-") return;
  for (const ItemNames* names : {&some_names(), &numbered_names()})
    accepted([&] { promise_items(read_item_list(list, *names), *names); });
}

void item_files(std::string_view bytes) {
  static const MemoryFile file;
  const std::string name = file.holding(bytes);
  for (const ItemNames* names : {&some_names(), &numbered_names()}) {
    accepted([&] { promise_items(read_item_list(name, *names), *names); });
    accepted([&] {
      for (const Items& batch : read_item_batches(name, *names)) promise_items(batch, *names);
    });
  }
}

void groups(std::string_view bytes) {
  static const MemoryFile file;
  const std::string name = file.holding(bytes);
  accepted([&] {
    const ItemLabels read = read_item_labels(name, "group", some_names());
    const auto count = static_cast<std::int32_t>(read.labels.size());
    promise(read.label_of.size() == some_names().names.size(), "a label for each item");
    for (const auto label : read.label_of) promise(label >= -1 && label < count, "a known label");
  });
}

void numbers_within(std::string_view bytes, const char* column, double most) {
  static const MemoryFile file;
  const std::string name = file.holding(bytes);
  accepted([&] {
    for (const auto& number : read_item_numbers(name, column, some_names(), 0.0, most))
      promise(!number || (*number >= 0.0 && *number <= most && std::isfinite(*number)), "range");
  });
}

void costs(std::string_view bytes) { numbers_within(bytes, "cost", HUGE_VAL); }
void rates(std::string_view bytes) { numbers_within(bytes, "rate", 1.0); }

void coordinates(std::string_view bytes) {
  static const MemoryFile file;
  const std::string name = file.holding(bytes);
  accepted([&] {
    const Places places = read_coordinates(name, some_names().names);
    promise(places.of_item.size() == some_names().names.size(), "a place or none for each");
    for (const auto& place : places.of_item)
      if (place) promise_finite(*place);
  });
}

constexpr std::array targets{
    Target{"any-table", read_any_table},
    Target{"csv", csv},
    Target{"npy", npy},
    Target{"idx", idx},
    Target{"libsvm", libsvm},
    Target{"matrix-market", matrix_market},
    Target{"npz", npz},
    Target{"gzip", gzip},
    Target{"gzipped-table", gzipped_table},
    Target{"blocks", blocks},
    Target{"target-file", target_file},
    Target{"matrices", matrices},
    Target{"item-list", item_list},
    Target{"item-files", item_files},
    Target{"groups", groups},
    Target{"costs", costs},
    Target{"rates", rates},
    Target{"coordinates", coordinates},
};

}  // namespace

std::span<const Target> reader_targets() { return targets; }

}  // namespace holdfast::campaign
