#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/data/libsvm.hpp"
#include "holdfast/data/row_blocks.hpp"
#include "holdfast/objectives/trace/moments.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::registry {
namespace {

namespace fs = std::filesystem;

/// A table takes up to this many times the bytes of its file while it is read: as text, as numbers
/// by rows, by columns, and centered.
constexpr std::size_t copies_of_a_file = 4;
/// What an entry of a sparse table takes while it is read, by rows and by columns.
constexpr std::size_t bytes_of_an_entry = 24;

std::size_t size_of_file(const std::string& path) {
  std::error_code unknown;  // a pipe has no size
  const auto size = fs::file_size(path, unknown);
  return unknown ? 0 : static_cast<std::size_t>(size);
}

std::size_t memory_of_machine() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// One file if there is one of that name, otherwise a list.
std::vector<std::string> files_of(const OptionValues& options) {
  const std::string& given = options.text("data");
  std::error_code ignored;
  if (fs::exists(given, ignored) || given.find(',') == std::string::npos) return {given};
  std::vector<std::string> files;
  for (const auto part : std::views::split(given, ','))
    files.push_back(existing_file(options, "data", std::string(part.begin(), part.end())));
  return files;
}

/// What only a table that is read whole can offer.
void require_plain_request(const OptionValues& options, const std::vector<std::string>& files) {
  if (!options.has("target-file")) return;
  throw std::invalid_argument(fmt::format(
      "{} is read in blocks, which {} does not go with; put the column into the table",
      files.size() > 1 ? "a list of files" : files.front(), options.spelling_of("target-file")));
}

bool is_libsvm(const std::string& path) {
  bool found = false;
  stream_file(path, [&](std::string_view bytes, std::size_t) {
    found = detect_format(bytes, path) == FileFormat::libsvm;
    return false;
  });
  return found;
}

/// The moments of all files, one after the other.
class BlockReader {
 public:
  BlockReader(const OptionValues& options, const Run& run, std::vector<std::string> files)
      : options_(options), run_(run), files_(std::move(files)) {
    for (const auto& file : files_) total_ += size_of_file(file);
    if (options_.has("row-weights")) weights_ = read_vector(existing_file(options_, "row-weights"));
  }

  /// Files whose entries fit into memory become one sparse table, the same as of one file.
  ObjectiveInputs read_libsvm() {
    const TableOptions table = table_options(options_, TargetKind::number);
    const auto heard = [&](std::size_t bytes) { report(bytes); };
    try {
      const std::size_t most = memory_of_machine() / copies_of_a_file / bytes_of_an_entry;
      if (auto whole = read_libsvm_files(files_, table, heard, most)) {
        const auto kept = kept_weights(*whole);
        require_all_weights_used();
        ObjectiveInputs inputs = inputs_of(std::move(*whole), TargetKind::number);
        if (weights_) inputs.vectors.emplace("row-weights", kept);
        return inputs;
      }
      const auto use = [&](const Table& block) { add(block, files_.front()); };
      read_libsvm_in_blocks(files_, table, use, heard);
    } catch (const UnusableCell& cell) {
      fail_with_hints(cell, options_);
    }
    return inputs();
  }

  ObjectiveInputs read() {
    static_cast<void>(options_.text("target"));  // says that it is missing
    const TableOptions table = table_options(options_, TargetKind::number);
    for (const auto& file : files_) {
      const auto use = [&](const Table& block) { add(block, file); };
      const auto heard = [&](std::size_t bytes) { report(bytes); };
      try {
        read_in_blocks(file, table, use, heard);
      } catch (const UnusableCell& cell) {
        fail_with_hints(cell, options_);
      }
      before_ += size_of_file(file);
    }
    return inputs();
  }

 private:
  void add(const Table& block, const std::string& file) {
    dropped_ += block.dropped_rows.size();
    const std::vector<double> weights = kept_weights(block);
    if (block.rows() == 0) return;
    if (!moments_) {
      moments_.emplace(block.cols(), 1);
      names_ = block.column_names;
    }
    if (block.column_names != names_) {
      throw InvalidInput(
          fmt::format("{}: its columns differ from those of {}; all files must have the same, in "
                      "the same order",
                      file, files_.front()));
    }
    std::vector<ColumnView> columns;
    for (std::size_t j = 0; j < block.cols(); ++j)
      columns.push_back({block.dense.column(j).data(), 1});
    columns.push_back({block.target->numbers.data(), 1});
    moments_->update(columns, block.rows(), run_.workers(),
                     weights_ ? ColumnView{weights.data(), 1} : ColumnView{});
  }

  /// Those of the block's rows, if there are weights.
  std::vector<double> kept_weights(const Table& block) {
    if (!weights_) return {};
    const std::size_t first = weights_used_;
    weights_used_ += block.rows() + block.dropped_rows.size();
    if (weights_used_ > weights_->size()) fail_on_weights();
    if (block.rows() == 0) return {};
    return weights_of_kept_rows(std::span(*weights_).subspan(first, weights_used_ - first),
                                block.dropped_rows);
  }

  void require_all_weights_used() const {
    if (weights_ && weights_used_ != weights_->size()) fail_on_weights();
  }

  [[noreturn]] void fail_on_weights() const {
    throw InvalidInput(
        fmt::format("{}: there are {} row weights for {}{} rows: one per row is needed",
                    options_.text("row-weights"), weights_->size(),
                    weights_used_ > weights_->size() ? "at least " : "", weights_used_));
  }

  void report(std::size_t bytes) const {
    run_.check_stop();
    run_.report({"reading bytes", static_cast<std::int64_t>(before_ + bytes),
                 static_cast<std::int64_t>(total_)});
  }

  ObjectiveInputs inputs() {
    if (!moments_) throw InvalidInput(files_.front() + ": there are no rows in it");
    require_all_weights_used();
    ObjectiveInputs inputs;
    auto compressed =
        moments_->compressed(options_.flag("intercept"), options_.flag("standardize"));
    const auto response = compressed.responses.column(0);
    inputs.vectors.emplace("target", std::vector<double>(response.begin(), response.end()));
    inputs.matrices.emplace("data", std::move(compressed.design));
    inputs.names = std::move(names_);
    inputs.facts.push_back(count_fact("rows", moments_->rows()));
    if (dropped_ > 0) inputs.facts.push_back(count_fact("dropped_rows", dropped_));
    inputs.compressed = true;
    return inputs;
  }

  const OptionValues& options_;
  const Run& run_;
  std::vector<std::string> files_;
  std::optional<Moments> moments_;
  std::optional<std::vector<double>> weights_;  // of the rows of all files, dropped ones included
  std::size_t weights_used_ = 0;
  std::vector<std::string> names_;
  std::size_t total_ = 0;
  std::size_t before_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace

std::optional<ObjectiveInputs> read_regression_in_blocks(const OptionValues& options,
                                                         const Run& run) {
  if (!options.has("data")) return std::nullopt;
  std::vector<std::string> files = files_of(options);
  if (files.size() == 1 && size_of_file(files[0]) <= memory_of_machine() / copies_of_a_file)
    return std::nullopt;
  require_plain_request(options, files);
  const bool libsvm = is_libsvm(files.front());
  BlockReader reader(options, run, std::move(files));
  return libsvm ? reader.read_libsvm() : reader.read();
}

}  // namespace holdfast::registry
