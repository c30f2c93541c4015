#include "cli/theory_tables.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "cli/numbers.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/registry/ratio_options.hpp"

namespace holdfast::cli {
namespace {

std::string shown(double value) { return fmt::format("{:.4f}", value); }

/// Small shares are what theory often promises; they should not read as nothing.
std::string share_text(double value) {
  return value >= 0.001 || value == 0.0 ? percent(value) : fmt::format("{:.2g} %", 100.0 * value);
}

std::string known_range(const RatioValue& ratio) {
  if (ratio.kind == RatioKind::exact) return "";
  return fmt::format("{} to {}", shown(ratio.range.lower), shown(ratio.range.upper));
}

std::string listed(const Items& items, const Objective& objective) {
  std::vector<std::string> names;
  for (const Item item : items) names.push_back(objective.item_name(item));
  return fmt::format("{{{}}}", fmt::join(names, ", "));
}

std::string witness_line(Ratio ratio, const RatioWitness& witness, const Objective& objective) {
  const std::string first = listed(witness.first, objective);
  const std::string second = listed(witness.second, objective);
  switch (ratio) {
    case Ratio::nu:
    case Ratio::nu_check: return fmt::format("S = {}", second);
    case Ratio::alpha:
    case Ratio::alpha_check:
      return fmt::format("i = {}, A = {}, B = {}", objective.item_name(witness.item), first,
                         second);
    case Ratio::theta: return fmt::format("A = {}, B = {}", first, second);
    default: return fmt::format("S = {}, X = {}", first, second);
  }
}

std::string yes_or_no(bool value) { return value ? "1" : "0"; }

}  // namespace

std::string ratios_table(const Ratios& ratios, const Style& style) {
  Table table(
      {{"ratio"}, {"value", Align::right}, {"kind"}, {"certain"}, {"why", Align::left, true}});
  for (const Ratio ratio : all_ratios) {
    const RatioValue& value = ratios[ratio];
    const bool safe = value.is_safe(ratio);
    table.add_row({{to_string(ratio)},
                   {shown(value.value), Paint::bold},
                   {to_string(value.kind), safe ? Paint::none : Paint::red},
                   {known_range(value)},
                   {value.why, Paint::dim}});
  }
  return table.rendered(style);
}

std::string witness_lines(const Ratios& ratios, const Objective& objective, const Style& style) {
  Table table({{""}, {"", Align::left, true}});
  for (const Ratio ratio : all_ratios) {
    const auto& witness = ratios[ratio].witness;
    if (!witness) continue;
    table.add_row({{to_string(ratio)}, {witness_line(ratio, *witness, objective)}});
  }
  return table.without_titles(style);
}

std::string ratios_csv(const Ratios& ratios) {
  std::string out = "ratio,value,kind,lower,upper,why\n";
  for (const Ratio ratio : all_ratios) {
    const RatioValue& value = ratios[ratio];
    out += fmt::format("{},{},{},{},{},{}\n", to_string(ratio), format_number(value.value),
                       to_string(value.kind), format_number(value.range.lower),
                       format_number(value.range.upper), quote_csv_field(value.why));
  }
  return out;
}

std::string guarantees_table(const std::vector<Guarantee>& statements, const Style& style) {
  Table table({{"statement"}, {"value", Align::right}, {""}, {"of", Align::left, true}});
  for (const Guarantee& one : statements) {
    const bool says = one.applies && one.value > 0.0;
    const std::string kind = !one.applies              ? ""
                             : is_limit(one.statement) ? "limit"
                             : one.proven              ? "proven"
                                                       : "estimate";
    table.add_row(
        {{title(one.statement)},
         {one.applies     ? shown(one.value)
          : style.unicode ? "–"
                          : "-",
          says ? Paint::bold : Paint::dim},
         {kind, one.proven ? Paint::none : Paint::dim},
         {one.applies ? one.relative_to : one.why, one.applies ? Paint::none : Paint::dim}});
  }
  return table.rendered(style);
}

std::string guarantees_csv(const std::vector<Guarantee>& statements) {
  std::string out = "statement,applies,value,relative_to,proven,limit,why\n";
  for (const Guarantee& one : statements) {
    out += fmt::format("{},{},{},{},{},{},{}\n", to_string(one.statement), yes_or_no(one.applies),
                       one.applies ? format_number(one.value) : "",
                       one.applies ? one.relative_to : "", yes_or_no(one.proven),
                       yes_or_no(is_limit(one.statement)), quote_csv_field(one.why));
  }
  return out;
}

std::string promise(const Guarantee& guarantee, Item tau) {
  return fmt::format(
      "{} {} of the {} is left after any {} ({}).",
      guarantee.proven ? "At least" : "An estimate, not a guarantee:", share_text(guarantee.value),
      guarantee.relative_to, counted(tau, "deletion"), title(guarantee.statement));
}

std::string promise(const tasks::Explanation& explanation) {
  if (const Guarantee* best = explanation.result.best())
    return promise(*best, explanation.result.problem.tau);
  return fmt::format("No guarantee: {}.", explanation.why_none);
}

std::string best_beta_line(const tasks::GuaranteeResult& result) {
  if (!result.best_beta) return "No beta promises anything here.";
  const auto& [beta, guarantee] = *result.best_beta;
  return fmt::format("The best beta for these ratios is {:.4g}: {} by {}{}.", beta,
                     share_text(guarantee.value), title(guarantee.statement),
                     guarantee.proven ? "" : ", an estimate");
}

std::string explanation_text(const tasks::Explanation& explanation, const Style& style) {
  std::string out = "What the theory says about this selection\n";
  const auto add = [&](const std::string& sentence) {
    out += in_lines(sentence, 0, style.width) + "\n";
  };
  add(promise(explanation));
  if (explanation.at_least && *explanation.at_least > 0.0) {
    const std::vector<double> value{*explanation.at_least};
    add(fmt::format("Whatever is deleted, the value left is at least {} (nu_check nu f(S1)).",
                    NumberFormat(value)(*explanation.at_least)));
  }
  out += fmt::format("\nRatios over sets of at most {}:\n",
                     counted(explanation.ratios.largest_set, "item"));
  out += ratios_table(explanation.ratios, style);
  if (!explanation.result.statements.empty())
    out += "\n" + guarantees_table(explanation.result.statements, style);
  return out;
}

OptionGroup ratio_search_group() {
  OptionGroup group{"Ratios: how far the objective is from submodular", {}};
  for (auto& option : registry::ratio_search_options()) group.options.push_back({option});
  return group;
}

}  // namespace holdfast::cli
