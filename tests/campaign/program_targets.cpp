#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/interrupt.hpp"
#include "cli/parser.hpp"
#include "cli/program.hpp"
#include "cli/session.hpp"
#include "holdfast/documents/selection_file.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/tasks/events.hpp"
#include "tests/campaign/memory_file.hpp"
#include "tests/campaign/targets.hpp"

namespace holdfast::campaign {
namespace {

const std::vector<std::string> names{"a", "b", "c", "7", "two words"};

const Objective& five_columns() {
  static const LinearObjective objective = [] {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < 8 * names.size(); ++i)
      numbers.push_back(static_cast<double>((i * i * 7 + 3 * i) % 11));
    return LinearObjective(Matrix(8, names.size(), std::move(numbers)), {1, 5, 2, 8, 3, 1, 7, 4},
                           {}, names);
  }();
  return objective;
}

void promise_items(const Items& items) {
  for (const Item item : items)
    promise(item >= 0 && item < five_columns().size(), "an item of the objective");
}

void selection_file(std::string_view bytes) {
  static const MemoryFile file;
  const std::string path = file.holding(bytes);
  accepted([&] {
    const auto selection = documents::read_selection(path);
    if (const auto worst = documents::worst_for(selection, five_columns()))
      promise_items(worst->items);
    promise_items(documents::items_for(selection, five_columns()));
  });
}

void summary_file(std::string_view bytes) {
  static const MemoryFile file;
  const std::string path = file.holding(bytes);
  accepted([&] {
    const auto summary = documents::read_summary(path);
    for (const auto& level : documents::levels_for(summary, five_columns()))
      promise_items(level.chosen);
  });
}

void outages(std::string_view bytes) {
  static const MemoryFile file;
  const std::string path = file.holding(bytes);
  accepted([&] {
    for (const Event& event : tasks::read_outages(path, five_columns())) {
      promise_items(event.lost);
      promise(event.weight >= 0.0, "a weight");
    }
  });
}

void failure_groups(std::string_view bytes) {
  static const MemoryFile file;
  const std::string path = file.holding(bytes);
  tasks::FailureGroups groups{{"g", "h"}, {{0, 1}, {2}}};
  accepted([&] {
    auto read = tasks::read_failure_groups(path, five_columns());
    for (const Items& members : read.members) promise_items(members);
    groups = std::move(read);
  });
  accepted([&] {
    for (const double rate : tasks::read_failure_rates(path, five_columns(), groups))
      promise(rate >= 0.0 && rate <= 1.0, "a rate");
  });
}

/// A folder of small files, as the working folder: what words of a command line may name.
class Playground {
 public:
  Playground() {
    auto name = (std::filesystem::temp_directory_path() / "holdfast-campaign-XXXXXX").string();
    promise(mkdtemp(name.data()) != nullptr, "mkdtemp failed");
    folder_ = name;
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    write("t.csv", "a,b,c,d,y\n1,2,0,5,1\n0,1,4,4,0\n3,3,1,2,1\n2,7,1,0,0\n5,1,2,2,1\n");
    write("p.csv", "id,x,y\np0,0,0\np1,1,0\np2,0,2\np3,3,3\n");
    write("s.csv", "1,0.5,0,0.2\n0.1,1,0.3,0\n0,0.2,1,0.4\n");
    write("w.csv", "1\n2\n0\n1\n1\n");
    write("g.csv", "item,group,kind,cost,rate\na,u,m,1,0.1\nb,u,n,2,0.5\nc,v,m,0.5,0\nd,v,n,3,1\n");
    write("o.csv", "a,b,c,d,weight\n1,0,0,0,1\n0,1,1,0,2\n0,0,0,0,1\n");
    write("i.txt", "a\nb\n");
    write("j.json", R"({"schema":"holdfast.selection/1","k":2,"tau":1,
                       "objective":{"name":"linear","data":"t.csv","target":"y"},
                       "items":[{"index":0,"name":"a"},{"index":2,"name":"c"}],
                       "worst_case":{"adversary":"exact","deleted":[2]}})");
  }
  ~Playground() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
    std::filesystem::remove_all(folder_, ignored);
  }
  Playground(const Playground&) = delete;
  Playground& operator=(const Playground&) = delete;

 private:
  void write(const char* name, const char* contents) const {
    std::ofstream(folder_ / name) << contents;
  }

  std::filesystem::path folder_;
  std::filesystem::path before_;
};

/// Words that may be acted on: they name no file outside the playground, write none, and ask for
/// nothing that would rightly take long.
bool is_harmless(const std::vector<std::string>& words) {
  static const std::set<std::string, std::less<>> performed{
      "select",    "attack", "repair",  "protect", "assess",   "curve",
      "summarize", "replan", "certify", "ratios",  "guarantee"};
  constexpr std::size_t longest_number = 3;
  if (words.empty() || !performed.contains(words.front())) return false;
  return std::ranges::none_of(words, [](const std::string& word) {
    const bool writes = word.starts_with("--out") || word.starts_with("--rep") ||
                        word.starts_with("--th") || word.starts_with("-t");
    const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == 'e' || c == 'E'; };
    std::size_t digits = 0;
    bool long_number = false;
    for (const char character : word) {
      digits = digit(character) ? digits + 1 : 0;
      long_number |= digits > longest_number;
    }
    return writes || long_number || word == "-" || word.find('/') != std::string::npos;
  });
}

/// One word a line.
std::vector<std::string> words_of(std::string_view bytes) {
  std::vector<std::string> words;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    words.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return words;
}

/// The parser takes any words; what is harmless is done as well, on tiny data.
void command_line(std::string_view bytes) {
  static const auto all = cli::commands();
  static const Playground playground;
  static cli::InterruptWatch watch;
  std::vector<std::string> words = words_of(bytes);
  if (std::ranges::any_of(words, [](const auto& w) { return w.find('\0') != std::string::npos; }))
    return;  // no word of a command line holds it
  const bool perform = is_harmless(words);
  if (perform) words.insert(words.end(), {"--quiet", "--threads", "1"});
  try {
    const cli::Parsed parsed = cli::parse_command_line(words, all);
    if (!perform || parsed.wish != cli::Parsed::Wish::perform) return;
    cli::Session session(parsed.command->name, parsed.arguments, true, watch);
    parsed.command->perform(parsed.arguments, session);
  } catch (const std::invalid_argument& refusal) {
    promise(*refusal.what() != '\0', "an error without a message");
  } catch (const IoFailure& failure) {
    promise(*failure.what() != '\0', "an error without a message");
  } catch (const NumericFailure& failure) {
    promise(*failure.what() != '\0', "an error without a message");
  }
}

constexpr std::array targets{
    Target{"selection", selection_file},  Target{"summary", summary_file},
    Target{"outages", outages},           Target{"failure-groups", failure_groups},
    Target{"command-line", command_line},
};

}  // namespace

std::span<const Target> program_targets() { return targets; }

}  // namespace holdfast::campaign
