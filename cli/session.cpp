#include "cli/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/output.hpp"
#include "cli/request.hpp"

namespace holdfast::cli {
namespace {

registry::OptionValues common_values(const std::string& command, const Arguments& arguments) {
  return Request(arguments).options_of(command, common_options());
}

Format format_of(const registry::OptionValues& values) {
  const std::string& name = values.text("format");
  return name == "json" ? Format::json : name == "csv" ? Format::csv : Format::text;
}

Run::Options run_options(const registry::OptionValues& values, ProgressBar& progress,
                         InterruptWatch& watch) {
  Run::Options options;
  options.seed = static_cast<std::uint64_t>(values.integer("seed"));
  options.threads = static_cast<int>(values.integer("threads"));
  options.on_progress = [&progress](const Progress& made) { progress.report(made); };
  options.stop_requested = &watch.requested();
  options.on_acknowledged = [&watch] { watch.stand_down(); };
  return options;
}

bool shows_progress(const registry::OptionValues& values) {
  return !values.flag("quiet") && can_redraw(STDERR_FILENO);
}

}  // namespace

Session::Session(const std::string& command, const Arguments& arguments, bool unicode,
                 InterruptWatch& watch)
    : watch_(watch),
      progress_(shows_progress(common_values(command, arguments)), unicode),
      run_(run_options(common_values(command, arguments), progress_, watch)) {
  const auto values = common_values(command, arguments);
  format_ = format_of(values);
  quiet_ = values.flag("quiet");
  if (values.has("output")) {
    output_ = values.text("output");
    require_writable_place(output_);
    style_.unicode = unicode;
  } else {
    style_ = style_of(STDOUT_FILENO, unicode);
  }
  watch_.set_cleanup([this] { progress_.finish(); });
}

Session::~Session() { watch_.set_cleanup({}); }

tasks::BuiltObjective Session::build(registry::OptionValues options) {
  progress_.stage("reading the data");
  auto built = tasks::build_objective(std::move(options), run_);
  for (const auto& fact : built.facts) {
    if (fact.name != "dropped_rows") continue;
    note(fmt::format("{} left out because of missing cells",
                     counted(std::get<std::int64_t>(fact.value), "row")));
  }
  for (const auto& warning : built.warnings) note(warning);
  progress_.stage("working");
  return built;
}

void Session::note(std::string_view text) {
  // Names in files may hold what would steer a terminal.
  if (!quiet_) progress_.interject(fmt::format("holdfast: {}\n", printable(text, style_)));
}

void Session::emit(std::string_view result) {
  progress_.finish();
  if (watch_.acknowledged()) note(best_so_far);
  if (output_.empty()) {
    write_to_stdout(result, watch_);
  } else {
    write_to_file(output_, result, watch_);
  }
}

}  // namespace holdfast::cli
