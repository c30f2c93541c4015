#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/command.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/readings_text.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/shared_files.hpp"
#include "cli/table.hpp"
#include "paper/reproduction.hpp"
#include "paper/strong_comparison.hpp"

namespace holdfast::cli {
namespace {

namespace fs = std::filesystem;
using paper::Claim;
using paper::Reproduction;
using paper::ReproductionOptions;
using paper::ReproductionProgress;
using paper::Scale;
using paper::Verdict;
using registry::OptionKind;

constexpr const char* job = "reproduce";
constexpr std::int64_t trials_of_full_run = 20;
constexpr std::int64_t trials_of_quick_run = 2;
constexpr std::int64_t trials_of_readings = 5;

std::vector<registry::Option> reproduce_options() {
  return {
      {.name = "quick",
       .kind = OptionKind::flag,
       .help = "few trials and every fourth k: minutes",
       .default_value = false},
      {.name = "tiny",
       .kind = OptionKind::flag,
       .help = "tiny data, to try out the command: seconds; the numbers mean nothing",
       .default_value = false},
      {.name = "figure",
       .kind = OptionKind::list,
       .help = "which figures, each with its panels in the appendix",
       .default_value = std::vector<std::string>{"1", "2", "3", "4", "5"}},
      {.name = "trials",
       .kind = OptionKind::integer,
       .help = fmt::format("repetitions with fresh data ({} by default, {} if quick)",
                           trials_of_full_run, trials_of_quick_run),
       .range = {.least = 1, .most = 100'000}},
      {.name = "beyond",
       .kind = OptionKind::integer,
       .help = "in this many of the trials, judge everything by strong and add beta-path and "
               "robust-swap",
       .default_value = std::int64_t{0},
       .range = {.least = 0, .most = 100'000},
       .placeholder = "TRIALS"},
      {.name = "readings",
       .kind = OptionKind::flag,
       .help = "judge the claims of figures 2 to 5 under other readings of the text too (quick: "
               "figures 3 and 5)",
       .default_value = false},
      {.name = "reading",
       .kind = OptionKind::list,
       .help = "readings by name, also those that --readings leaves out as too slow",
       .default_value = std::vector<std::string>{}},
      {.name = "reading-trials",
       .kind = OptionKind::integer,
       .help =
           fmt::format("trials of a reading ({} by default, {} if quick); twice as many where a "
                       "claim is undecided, but for what is slow",
                       trials_of_readings, trials_of_quick_run),
       .range = {.least = 2, .most = 100'000}},
      {.name = "slow-reading-trials",
       .kind = OptionKind::integer,
       .help = "the same of figure 4 and of ridge=0.01, which are slow (as many as of the others)",
       .range = {.least = 2, .most = 100'000}},
      {.name = "stored",
       .kind = OptionKind::flag,
       .help = "run nothing: judge and draw the whole trials that a stopped run left in the folder",
       .default_value = false},
      {.name = "out",
       .kind = OptionKind::file,
       .help = "the folder for results; an interrupted run resumes there",
       .default_value = std::string("reproduction"),
       .placeholder = "DIR"},
      {.name = "mnist",
       .kind = OptionKind::file,
       .help = "folder of the four MNIST files (a sample comes with the program)",
       .placeholder = "DIR"}};
}

std::vector<std::string> checked_figures(const std::vector<std::string>& figures) {
  static const std::vector<std::string> known{"1", "2", "3", "4", "5"};
  for (const auto& figure : figures) {
    if (std::ranges::count(known, figure) == 0) {
      throw std::invalid_argument(
          fmt::format("--figure {} does not exist; the paper has 1, 2, 3, 4 and 5", figure));
    }
  }
  return figures;
}

Scale scale_of(const registry::OptionValues& own) {
  if (own.flag("quick") && own.flag("tiny")) {
    throw std::invalid_argument("--quick and --tiny exclude each other");
  }
  return own.flag("tiny") ? Scale::tiny : own.flag("quick") ? Scale::quick : Scale::full;
}

/// In quotes if it has spaces.
std::string in_quotes(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : fmt::format("\"{}\"", text);
}

/// What to type to get the same numbers.
std::string command_line(const Arguments& arguments) {
  std::string line = "holdfast reproduce";
  for (const char* flag : {"quick", "tiny", "readings", "stored"}) {
    if (arguments.has(flag)) line += fmt::format(" --{}", flag);
  }
  for (const char* name :
       {"figure", "trials", "beyond", "reading", "reading-trials", "slow-reading-trials", "seed"}) {
    if (const auto* text = arguments.find(name))
      line += fmt::format(" --{} {}", name, in_quotes(*text));
  }
  return line;
}

ReproductionOptions asked(const Arguments& arguments, const registry::OptionValues& own,
                          const Session& session) {
  ReproductionOptions options;
  options.scale = scale_of(own);
  options.figures = checked_figures(own.list("figure"));
  options.judged_trials = static_cast<std::uint64_t>(own.integer("beyond"));
  options.readings = own.flag("readings");
  options.named_readings = own.list("reading");
  for (const auto& name : options.named_readings) paper::find_reading(name);
  const auto count = [&](const char* name, std::int64_t otherwise) {
    return static_cast<std::uint64_t>(own.has(name) ? own.integer(name) : otherwise);
  };
  const bool full = options.scale == Scale::full;
  options.trials = count("trials", full ? trials_of_full_run : trials_of_quick_run);
  const auto usual = count("reading-trials", full ? trials_of_readings : trials_of_quick_run);
  options.reading_trials = {usual, count("slow-reading-trials", static_cast<std::int64_t>(usual))};
  options.stored_only = own.flag("stored");
  options.seed = session.run().seed();
  options.threads = session.run().threads();
  options.out = own.text("out");
  options.mnist_folder = own.has("mnist") ? own.text("mnist") : shared_file("mnist");
  options.page_template = shared_file("report.html");
  options.command = command_line(arguments);
  return options;
}

/// Reports progress: a bar on a terminal, an occasional line elsewhere, and every finished unit in
/// a log file in the folder.
class ProgressLog {
 public:
  ProgressLog(Session& session, const std::string& folder)
      : session_(session), began_(Clock::now()), shows_bar_(can_redraw(STDERR_FILENO)) {
    session_.progress().follow(job);
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    log_.open(fs::path(folder) / "reproduce.log", std::ios::app);
  }

  void tell(const ReproductionProgress& progress) {
    constexpr double resolution = 1000.0;
    session_.progress().detail(progress.unit);
    session_.progress().report({job, static_cast<std::int64_t>(resolution * progress.weight_done),
                                static_cast<std::int64_t>(resolution * progress.weight_total) + 1,
                                0.0});
    if (!progress.finished_unit) return;
    log_ << line(progress) << std::endl;
    const double part = progress.weight_done / progress.weight_total;
    const double elapsed = std::chrono::duration<double>(Clock::now() - began_).count();
    constexpr double between_notes = 10.0;
    if (shows_bar_ || elapsed < noted_ + between_notes) return;
    noted_ = elapsed;
    session_.note(fmt::format("{:.0f} % done, about {} left; {}", 100.0 * part,
                              duration(elapsed * (1.0 - part) / part), progress.unit));
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string line(const ReproductionProgress& progress) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    return fmt::format("{:%Y-%m-%d %H:%M:%S}  {} of {}  {:.2f} s  {}", parts, progress.units_done,
                       progress.units_total, progress.unit_seconds, progress.unit);
  }

  Session& session_;
  Clock::time_point began_;
  bool shows_bar_;
  double noted_ = 0.0;  ///< seconds
  std::ofstream log_;
};

/// The gain of each panel, if `strong` has judged anything.
std::string strong_as_text(const Reproduction& made, const Style& style) {
  const auto gains = paper::gains_by_panel(made.results);
  if (gains.empty()) return "";
  Table table({{"judged by strong"},
               {"beta-path", Align::right},
               {"robust-swap", Align::right},
               {"least", Align::right},
               {"largest", Align::right}});
  const auto percent = [](double gain) { return fmt::format("{:+.1f} %", 100.0 * gain); };
  for (const auto& gain : gains) {
    table.add_row({{gain.panel},
                   {percent(gain.beta_path)},
                   {percent(gain.robust_swap), Paint::bold},
                   {percent(gain.least), Paint::dim},
                   {percent(gain.largest), Paint::dim}});
  }
  return "Gain in the worst case over the best of the paper's methods, mean over k (least and "
         "largest: of robust-swap)\n" +
         table.rendered(style) + "\n";
}

std::string as_text(const ReproductionOptions& options, const Reproduction& made,
                    const Style& style) {
  Table table(
      {{"", Align::right}, {"verdict"}, {"what the paper says", Align::left, true}, {"where"}});
  for (const auto& claim : made.claims) {
    const Verdict verdict = claim.judgement.verdict;
    table.add_row({{std::to_string(claim.number), Paint::dim},
                   {to_string(verdict), paint_of(verdict)},
                   {claim.text},
                   {claim.where, Paint::dim}});
    if (claim.second) {
      table.add_row({{""},
                     {to_string(claim.second->verdict), paint_of(claim.second->verdict)},
                     {claim.second->label, Paint::dim},
                     {""}});
    }
  }
  std::string out = table.rendered(style) + "\n";
  if (const auto words = paper::caution(options.trials); !words.empty()) out += words + "\n\n";
  out += strong_as_text(made, style);
  if (made.readings) out += readings_text(*made.readings, style);
  const fs::path folder(options.out);
  if (!options.page_template.empty()) {
    out += fmt::format("The report with every figure: {}\n", (folder / "report.html").string());
  }
  out += fmt::format("Figures for print, tables: {}\n", (folder / "figures").string());
  out += fmt::format("What decided each verdict: {}\n", (folder / "claims.json").string());
  return out;
}

using Json = nlohmann::ordered_json;

/// One entry for each panel and k.
Json strong_as_json(const Reproduction& made) {
  const auto value = [](const paper::Comparison::Value& one) {
    return Json{{"algorithm", one.method},
                {"value", one.worst},
                {"score", one.score ? Json(*one.score) : Json(nullptr)}};
  };
  Json list = Json::array();
  for (const auto& one : paper::compare_with_paper(made.results)) {
    list.push_back({{"figure", one.figure},
                    {"panel", one.panel},
                    {"tau", one.cell.tau},
                    {"k", one.cell.k},
                    {"best_of_paper", value(one.best_of_paper)},
                    {"beta_path", value(one.beta_path)},
                    {"robust_swap", value(one.robust_swap)}});
  }
  return list;
}

std::string as_json(const ReproductionOptions& options, const Reproduction& made) {
  const Json document{{"schema", "holdfast.reproduction/1"},
                      {"command", options.command},
                      {"seed", options.seed},
                      {"trials", options.trials},
                      {"scale", to_string(options.scale)},
                      {"out", options.out},
                      {"seconds", made.seconds},
                      {"units_resumed", made.units_resumed},
                      {"claims", Json::parse(claims_json(made.claims))},
                      {"beyond", strong_as_json(made)},
                      {"version", registry::version()}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void perform_reproduce(const Arguments& arguments, Session& session) {
  Request request(arguments);
  const auto own = request.options_of("reproduce", reproduce_options());
  request.refuse_unused();
  const ReproductionOptions options = asked(arguments, own, session);
  if (options.page_template.empty()) {
    session.note(
        "this program was built without the report page, so there will be no report.html; "
        "everything else is written");
  }
  session.progress().stage("drawing data");
  ProgressLog log(session, options.out);
  const Reproduction made = paper::reproduce(
      options, {.on_progress = [&](const ReproductionProgress& progress) { log.tell(progress); },
                .stop_requested = &session.watch().requested()});
  const auto note = [&](std::size_t units, const char* words) {
    if (units == 0) return;
    session.note(fmt::format("{} {}", counted(static_cast<std::int64_t>(units), "unit"), words));
  };
  note(made.units_resumed, "taken from an earlier run");
  note(made.units_outdated, "computed again: the method or its options have changed since");
  switch (session.format()) {
    case Format::json: return session.emit(as_json(options, made));
    case Format::csv: return session.emit(paper::export_csv(options));
    case Format::text: return session.emit(as_text(options, made, session.style()));
  }
}

}  // namespace

Command reproduce_command() {
  Command command;
  command.name = "reproduce";
  command.summary = "every figure of the paper, and a verdict on every claim it makes";
  command.usage = "[--quick] [--figure LIST] [--trials N] [--beyond N] [--out DIR]";
  command.description =
      "Runs the experiments of the paper behind oblivious-greedy and writes a report, the figures, "
      "the numbers and a table of the paper's claims into a folder. A run that was "
      "interrupted, in any way, resumes when the same command is given again. --format csv prints "
      "every single result.";
  OptionGroup own{"What to run", {}};
  for (auto& option : reproduce_options()) own.options.push_back({std::move(option)});
  command.groups = {std::move(own), common_group()};
  command.examples = {
      {"everything, in minutes", "holdfast reproduce --quick --out quick"},
      {"the full run, 20 trials", "holdfast reproduce --out full"},
      {"the same, and how the library's own methods compare, in 5 of the trials",
       "holdfast reproduce --beyond 5 --out full"},
      {"figure 5 only, every number as CSV",
       "holdfast reproduce --figure 5 --trials 5 --out fig5 --format csv --output fig5.csv"}};
  command.perform = perform_reproduce;
  return command;
}

}  // namespace holdfast::cli
