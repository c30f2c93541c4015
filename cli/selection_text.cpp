#include "cli/selection_text.hpp"

#include <fmt/format.h>

#include "cli/certificate_table.hpp"
#include "cli/describe.hpp"
#include "cli/items_table.hpp"
#include "cli/numbers.hpp"
#include "cli/share_words.hpp"
#include "cli/table.hpp"
#include "cli/theory_tables.hpp"
#include "holdfast/data/write.hpp"

namespace holdfast::cli {
namespace {

using tasks::BuiltObjective;
using tasks::Judged;
using tasks::Selected;

std::string summary(const BuiltObjective& built, const Selected& selected, const Style& style) {
  const Selection& selection = selected.judged.selection;
  const Deletion& worst = selected.judged.worst();
  std::vector<double> values{selection.value, worst.value};
  const auto& greedy = selected.greedy;
  if (greedy) values.insert(values.end(), {greedy->selection.value, greedy->worst().value});
  const NumberFormat number(values);
  const ShareWords share(built, style);
  Table table({{""}, {"", Align::right}, {"", Align::left, true}});
  const auto add = [&](const char* what, const std::string& figure, const std::string& note,
                       Paint paint = Paint::bold) {
    table.add_row({{what}, {figure, paint}, {note}});
  };
  add("value", number(selection.value), share.full(selection.value));
  const auto& objective = *built.objective;
  if (const auto cost = objective.cost(selection.value)) {
    add("distance", fmt::format("{:.6g}", *cost),
        selection.problem.tau > 0
            ? fmt::format("in the worst case {:.6g}", *objective.cost(worst.value))
            : "");
  }
  if (selected.standard_error) {
    add("standard error", fmt::format("{:.3g}", *selected.standard_error),
        "of the value, if the events are a random sample", Paint::none);
  }
  if (selection.problem.tau > 0) {
    add("worst case", number(worst.value), in_a_row(share.brief(worst.value), how_sure(worst)));
    const double lost = selection.value > 0.0 ? 1.0 - worst.value / selection.value : 0.0;
    add("cost", percent(lost),
        fmt::format("of the value goes with {}", counted(std::ssize(worst.items), "item")),
        lost > 0.0 ? Paint::red : Paint::none);
  }
  if (const Constraints& limits = selection.problem.constraints; limits.has_costs()) {
    add("spent", fmt::format("{:.6g}", limits.cost(selection.items())),
        fmt::format("of at most {:.6g}", limits.cost_limit), Paint::none);
  }
  if (greedy) {
    const double left = greedy->worst().value;
    const std::string intact = share.brief(greedy->selection.value);
    add("plain greedy", number(greedy->selection.value),
        fmt::format("{}in the worst case {}{}", intact.empty() ? "" : intact + "; ",
                    greedy->worst().proven ? "" : "at most ",
                    in_a_row(number(left), share.brief(left))),
        Paint::none);
  }
  return table.without_titles(style);
}

}  // namespace

std::string selection_text(const BuiltObjective& built, const Selected& selected,
                           const Style& style) {
  const Judged& judged = selected.judged;
  const Selection& selection = judged.selection;
  std::string out = objective_line(built, style);
  std::string what = fmt::format("{}: {} chosen", with_options(selected.algorithm),
                                 counted(std::ssize(selection.steps), "item"));
  if (selection.problem.tau > 0) {
    what += fmt::format(", any {} of them may be lost", selection.problem.tau);
  }
  if (selection.interrupted()) what += fmt::format(" ({})", best_so_far);
  out += in_lines(what, 0, style.width) + "\n\n";
  if (!selection.steps.empty())
    out += items_table(*built.objective, selected.algorithm, judged, {}, style) + "\n";
  out += summary(built, selected, style);
  const std::string cost =
      fmt::format("{}, {}, {}", counted(selection.evaluations, "evaluation"),
                  duration(selection.seconds), counted(selection.threads, "thread"));
  const std::string legend = items_legend(selected.algorithm, selection);
  if (!legend.empty()) out += "\n" + style.dim(in_lines(legend, 0, style.width));
  out += "\n" + style.dim(cost) + "\n";
  if (selected.explanation) out += "\n" + explanation_text(*selected.explanation, style);
  if (selected.certificate)
    out += "\nWhat is proven about this selection\n" +
           certificate_text(*selected.certificate, built, style);
  return out;
}

std::string selection_csv(const BuiltObjective& built, const Judged& judged) {
  std::string out = "rank,index,name,part,bucket,gain,deleted,alone,loss\n";
  for (std::size_t i = 0; i < judged.selection.steps.size(); ++i) {
    const Chosen& step = judged.selection.steps[i];
    const tasks::ItemWorth& worth = judged.worths[i];
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{}\n", i + 1, built.objective->given_index(step.item),
                    quote_csv_field(built.objective->item_name(step.item)), to_string(step.part),
                    step.bucket < 0 ? "" : std::to_string(step.bucket), format_number(step.gain),
                    holds(judged.worst().items, step.item) ? 1 : 0, format_number(worth.alone),
                    format_number(worth.loss));
  }
  return out;
}

}  // namespace holdfast::cli
