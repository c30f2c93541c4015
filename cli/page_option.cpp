#include "cli/page_option.hpp"

#include <stdexcept>
#include <utility>

#include "cli/option_groups.hpp"
#include "cli/output.hpp"
#include "cli/shared_files.hpp"
#include "cli/typed_command.hpp"
#include "holdfast/documents/report_page.hpp"
#include "holdfast/documents/result_page.hpp"
#include "holdfast/registry/registry.hpp"
#include "holdfast/registry/sources.hpp"
#include "holdfast/tasks/places.hpp"

namespace holdfast::cli {
namespace {

constexpr const char* page_template = "page.html";

std::vector<registry::Option> page_options() {
  return {{.name = "report",
           .kind = registry::OptionKind::file,
           .help = "also write a page about the result, to open in a browser: try what is left "
                   "without any of the items"},
          {.name = "coordinates",
           .kind = registry::OptionKind::file,
           .help = "a map on that page: CSV with name,latitude,longitude or name,x,y"}};
}

}  // namespace

PageOption::PageOption(Request& request, const Arguments& arguments, std::string command)
    : command_(typed_command(command, arguments,
                             {"report", "coordinates", "format", "output", "threads", "quiet"})) {
  const auto own = request.options_of(command, page_options());
  if (own.has("coordinates")) {
    if (!own.has("report"))
      throw std::invalid_argument("--coordinates does nothing here; it goes with --report FILE");
    coordinates_ = registry::existing_file(own, "coordinates");
  }
  if (!own.has("report")) return;
  if (shared_file(page_template).empty())
    throw std::invalid_argument("--report needs the page, which was not built with this program");
  file_ = own.text("report");
  require_writable_place(*file_);
}

void PageOption::locate(const tasks::BuiltObjective& built) {
  if (file_) places_ = tasks::places_of(built, coordinates_);
}

void PageOption::write(const tasks::BuiltObjective& built, const registry::OptionValues& adversary,
                       const std::function<std::string()>& result, Session& session) const {
  if (!file_) return;
  if (session.watch().acknowledged())  // no time for the attacks that a page needs
    return session.note("no page is written, because the run was interrupted");
  session.progress().stage("making the page");
  const documents::PageRequest asked{adversary, command_, places_};
  const std::string json = documents::page_json(built, result(), asked, session.run());
  write_to_file(*file_, documents::fill_page(shared_file(page_template), json), session.watch());
}

void PageOption::write(const tasks::BuiltObjective& built,
                       const std::function<std::string()>& result, Session& session) const {
  const auto& usual = registry::find_adversary(registry::default_adversary);
  write(built, registry::OptionValues(usual.name, usual.options), result, session);
}

OptionGroup PageOption::with_common_group() {
  OptionGroup group = common_group();
  constexpr std::ptrdiff_t behind_output = 2;
  auto place = group.options.begin() + behind_output;
  for (auto& option : page_options()) place = group.options.insert(place, {std::move(option)}) + 1;
  return group;
}

}  // namespace holdfast::cli
