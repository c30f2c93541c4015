#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/option_groups.hpp"
#include "cli/request.hpp"
#include "cli/session.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/documents/results_json.hpp"
#include "holdfast/registry/ratio_options.hpp"

namespace holdfast::cli {
namespace {

using registry::OptionKind;
using tasks::BuiltObjective;
using tasks::GuaranteeResult;

registry::Option beta_option() {
  return {.name = "beta",
          .kind = OptionKind::number,
          .help = "S0 of oblivious-greedy has ceil(beta tau) items",
          .default_value = 1.0,
          .range = {.least = 0.0}};
}

/// Where the ratios came from.
struct Source {
  std::optional<BuiltObjective> built;
  std::optional<Ratios> found;
};

std::string as_text(const GuaranteeResult& result, const Source& source, const Style& style) {
  std::string out;
  if (source.built) out += objective_line(*source.built, style);
  out += fmt::format("k = {}, tau = {}, beta = {:g}: S0 has {}\n\n", result.problem.k,
                     result.problem.tau, result.problem.beta,
                     counted(guard_size(result.problem), "item"));
  if (source.found) out += ratios_table(*source.found, style) + "\n";
  out += guarantees_table(result.statements, style) + "\n";
  if (const Guarantee* best = result.best()) {
    out += in_lines(promise(*best, result.problem.tau), 0, style.width) + "\n";
  } else {
    out += "Nothing is guaranteed at this k and beta.\n";
  }
  return out + in_lines(best_beta_line(result), 0, style.width) + "\n";
}

/// Ratios that were given, or those of an objective over the sets that matter, at most 2k.
KnownRatios ratios_from(Request& request, const registry::OptionValues& given, bool has_objective,
                        Item k, Session& session, Source& source) {
  if (any_ratio_given(given)) {
    if (has_objective) {
      throw std::invalid_argument(
          "guarantee takes ratios (--gamma and so on) or an objective (--data and so on), not "
          "both");
    }
    request.refuse_unused();
    return known_ratios(given);
  }
  const auto search =
      registry::ratio_options(request.options_of("guarantee", registry::ratio_search_options()));
  auto objective = request.objective();
  request.refuse_unused();
  source.built = session.build(std::move(objective));
  source.found = tasks::ratios_for(*source.built->objective, k, search, session.run());
  return KnownRatios(*source.found, given.flag("estimates"));
}

void perform_guarantee(const Arguments& arguments, Session& session) {
  Request request(arguments);
  GuaranteeProblem problem;
  problem.k = request.count("k", "how many items are chosen");
  problem.tau = request.count_or("tau", 0);
  problem.beta = request.options_of("guarantee", {beta_option()}).number("beta");
  const auto given = request.options_of("guarantee", registry::known_ratio_options());
  Source source;
  const bool has_objective = arguments.has("objective") || arguments.has("data");
  const KnownRatios known = ratios_from(request, given, has_objective, problem.k, session, source);
  const GuaranteeResult result = tasks::guarantee_for(problem, known);
  switch (session.format()) {
    case Format::json:
      return session.emit(documents::guarantee_json(result, source.built ? &*source.built : nullptr,
                                                    source.found ? &*source.found : nullptr,
                                                    session.run()));
    case Format::csv:
      return session.emit(guarantees_csv(result.statements));
    case Format::text:
      return session.emit(as_text(result, source, session.style()));
  }
}

}  // namespace

Command guarantee_command() {
  Command command;
  command.name = "guarantee";
  command.summary =
      "what is promised for k, tau, beta and the ratios, and which beta promises most";
  command.usage =
      "--k N --tau N [--beta B] (--gamma G ... | --data FILE --target COLUMN) [options]";
  command.description =
      "Every bound of the paper for oblivious-greedy, and ours, with its conditions: one that does "
      "not apply says why. The ratios are given by hand, or found for an objective as the command "
      "ratios finds them. A ratio that is not given is inferred from the others where it follows.";
  command.groups = {{"The problem",
                     {{count_option("k", "how many items are chosen (needed)")},
                      {count_option("tau", "how many of them may be lost (default 0)")},
                      {beta_option()}}}};
  OptionGroup known{"Ratios that you know", {}};
  for (auto& option : registry::known_ratio_options()) known.options.push_back({option});
  command.groups.push_back(std::move(known));
  for (auto& group : objective_groups()) command.groups.push_back(std::move(group));
  command.groups.push_back(ratio_search_group());
  command.groups.push_back(common_group());
  command.examples = {
      {"a submodular function whose items overlap by at most half",
       "holdfast guarantee --k 40 --tau 10 --beta 2 --gamma 1 --alpha 0.5"},
      {"for a data set", "holdfast guarantee --k 4 --tau 1 --data houses.csv --target price"}};
  command.perform = perform_guarantee;
  return command;
}

}  // namespace holdfast::cli
