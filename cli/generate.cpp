#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "cli/command.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/table.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/documents/results_json.hpp"

namespace holdfast::cli {
namespace {

namespace fs = std::filesystem;
using registry::GeneratedFile;

struct WrittenFile {
  std::string path;
  std::size_t bytes = 0;
};

std::string contents(const GeneratedFile& file) {
  return file.columns.empty() ? file.text : format_csv(file.columns);
}

/// Throws std::invalid_argument if a file would be overwritten.
void refuse_to_overwrite(const fs::path& folder, const std::vector<GeneratedFile>& files) {
  for (const auto& file : files) {
    const fs::path path = folder / file.name;
    std::error_code ignored;
    if (fs::exists(path, ignored)) {
      throw std::invalid_argument(
          fmt::format("{} exists; give --force to overwrite it, or another folder", path.string()));
    }
  }
}

/// A folder that was made here goes away again unless kept.
class Folder {
 public:
  explicit Folder(const fs::path& path) : path_(path) {
    std::error_code error;
    made_ = fs::create_directories(path, error);
    if (error || !fs::is_directory(path)) {
      throw IoFailure(fmt::format("cannot make the folder {}: {}", path.string(),
                                  error ? error.message() : "a file has that name"));
    }
  }
  ~Folder() {
    std::error_code ignored;
    if (made_) fs::remove(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void keep() { made_ = false; }

 private:
  fs::path path_;
  bool made_ = false;
};

/// All files or none: each is complete under a temporary name before the first gets its own.
std::vector<WrittenFile> write_all(const fs::path& folder, const std::vector<GeneratedFile>& files,
                                   Session& session) {
  const InterruptWatch::Hold hold(session.watch());
  Folder made(folder);
  std::vector<WrittenFile> written;
  std::vector<std::unique_ptr<AtomicFile>> outputs;
  for (const auto& file : files) {
    session.run().check_stop();
    const std::string path = (folder / file.name).string();
    const std::string text = contents(file);
    outputs.push_back(std::make_unique<AtomicFile>(path));
    outputs.back()->write(text);
    written.push_back({path, text.size()});
  }
  session.run().check_stop();
  for (const auto& output : outputs) output->commit();
  made.keep();
  return written;
}

std::vector<std::string> paths_of(const std::vector<WrittenFile>& files) {
  std::vector<std::string> paths;
  for (const auto& file : files) paths.push_back(file.path);
  return paths;
}

std::string as_csv(const std::vector<WrittenFile>& files) {
  std::string out = "file,bytes\n";
  for (const auto& file : files) {
    out += fmt::format("{},{}\n", quote_csv_field(file.path), file.bytes);
  }
  return out;
}

std::string as_text(const std::vector<WrittenFile>& files, const Style& style) {
  Table table({{"file", Align::left, true}, {"bytes", Align::right}});
  for (const auto& file : files) {
    table.add_row({{file.path}, {grouped(static_cast<std::int64_t>(file.bytes))}});
  }
  return table.rendered(style);
}

std::vector<registry::Option> generate_options() {
  return {{.name = "out",
           .kind = registry::OptionKind::file,
           .help = "the folder for the files; made if it does not exist",
           .placeholder = "DIR"},
          {.name = "force",
           .kind = registry::OptionKind::flag,
           .help = "overwrite files that exist",
           .default_value = false}};
}

const registry::GeneratorEntry& asked_generator(const Arguments& arguments) {
  const auto* name = arguments.find("dataset");
  if (name == nullptr) {
    throw std::invalid_argument(fmt::format("generate needs the name of a data set: {}",
                                            fmt::join(names_of(registry::generators()), ", ")));
  }
  return registry::find_generator(*name);
}

void perform_generate(const Arguments& arguments, Session& session) {
  const auto& entry = asked_generator(arguments);
  Request request(arguments);
  request.choice("dataset", "");
  const auto own = request.options_of("generate", generate_options());
  const auto options = request.options_of(entry.name, entry.options);
  const fs::path folder = own.text("out");
  request.refuse_unused();

  session.progress().stage("generating " + entry.name);
  const auto files = entry.generate(options, session.run().seed());
  if (!own.flag("force")) refuse_to_overwrite(folder, files);
  const auto written = write_all(folder, files, session);
  switch (session.format()) {
    case Format::json:
      return session.emit(
          documents::dataset_json(options, session.run().seed(), paths_of(written)));
    case Format::csv: return session.emit(as_csv(written));
    case Format::text: return session.emit(as_text(written, session.style()));
  }
}

OptionGroup generator_group(const registry::GeneratorEntry& entry) {
  OptionGroup group{entry.name + ": " + entry.summary, {}};
  for (const auto& option : entry.options) group.options.push_back({option});
  return group;
}

}  // namespace

Command generate_command() {
  Command command;
  command.name = "generate";
  command.summary = "synthetic data of the published experiments, as files";
  command.usage =
      fmt::format("{} --out DIR [options]", fmt::join(names_of(registry::generators()), "|"));
  command.description =
      "Writes a data set that is drawn from a seed: equal options give equal files on every "
      "machine. The defaults "
      "are the published sizes. All files are written, or none.";
  command.argument = "dataset";
  OptionGroup own{"Where to", {}};
  for (auto& option : generate_options()) own.options.push_back({std::move(option)});
  command.groups = {std::move(own)};
  for (const auto& entry : registry::generators()) command.groups.push_back(generator_group(entry));
  command.groups.push_back(common_group());
  command.examples = {{"1000 columns of which 100 matter, then choose 40 of them",
                       "holdfast generate linear --out linear && holdfast select --data "
                       "linear/train.csv --target y --k 40 --tau 10"},
                      {"points in space, half of them places that may be observed",
                       "holdfast generate variance-reduction --out field --seed 7"}};
  command.perform = perform_generate;
  return command;
}

}  // namespace holdfast::cli
