#include "cli/certificate_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/describe.hpp"
#include "cli/numbers.hpp"
#include "cli/share_words.hpp"
#include "cli/table.hpp"
#include "holdfast/data/write.hpp"

namespace holdfast::cli {
namespace {

std::string lower_reason(const WorstCase& worst) {
  if (worst.lower_by == "nothing") return "no better bound is known";
  if (worst.lower_by == "parts") return "proven: a deletion misses one of several parts";
  if (worst.lower_by == "gains") return "proven: no item costs more than it is worth alone";
  if (worst.lower_by == "exact") return "proven by branch and bound";
  return fmt::format("proven by {}", worst.lower_by);
}

std::string bound_reason(const OptimumBound& bound) {
  const std::string what = [&] {
    if (bound.method == "enumeration") return std::string("exact, by trying every set");
    if (bound.method == "nothing") return std::string("everything may be deleted");
    if (bound.method == "everything") return std::string("the value of all items");
    if (bound.method == "largest value") return std::string("the largest possible value");
    return "by " + bound.method;
  }();
  if (bound.without.empty()) return what;
  return fmt::format("{} without {}", what, counted(std::ssize(bound.without), "item"));
}

std::string promise_line(const APriori& promised) {
  if (!promised.guarantee) return fmt::format("Before the choice: {}.", promised.why);
  return fmt::format("Before the choice, {} is promised {} ({}).", tasks::promised_to(promised),
                     promised.guarantee->value < 0.001
                         ? fmt::format("{:.2g} %", 100.0 * promised.guarantee->value)
                         : percent(promised.guarantee->value),
                     title(promised.guarantee->statement));
}

}  // namespace

std::string proven_line(const Certificate& certificate) {
  return fmt::format(
      "Proven: after any {} this set keeps at least {} of the best worst case of any {}.",
      counted(certificate.problem.tau, "deletion"), percent(certificate.proven_share()),
      counted(certificate.problem.k, "item"));
}

std::string certificate_text(const Certificate& certificate, const tasks::BuiltObjective& built,
                             const Style& style) {
  const WorstCase& worst = certificate.worst_case;
  const std::vector<double> values{certificate.value, worst.lower, worst.upper,
                                   certificate.optimum_upper()};
  const NumberFormat number(values);
  const ShareWords share(built, style);
  const bool closed = worst.lower >= worst.upper;
  Table table({{""}, {"", Align::right}, {"", Align::left, true}});
  table.add_row(
      {{"value"}, {number(certificate.value), Paint::bold}, {share.full(certificate.value)}});
  if (!closed)
    table.add_row({{"worst case, at least"},
                   {number(worst.lower), Paint::bold},
                   {in_a_row(share.brief(worst.lower), lower_reason(worst))}});
  table.add_row({{closed ? "worst case" : "worst case, at most"},
                 {number(worst.upper), Paint::bold},
                 {in_a_row(share.brief(worst.upper),
                           closed ? lower_reason(worst)
                                  : fmt::format("found by {}", worst.attacks.front().adversary))}});
  table.add_row({{"best worst case of any set, at most"},
                 {number(certificate.optimum_upper()), Paint::bold},
                 {in_a_row(share.brief(certificate.optimum_upper()),
                           bound_reason(certificate.bounds.front()))}});
  if (const auto least = built.objective->cost(certificate.optimum_upper())) {
    table.add_row({{"distance in the worst case, at most"},
                   {fmt::format("{:.6g}", *built.objective->cost(worst.lower)), Paint::bold},
                   {fmt::format("no set has less than {:.6g}", std::max(0.0, *least))}});
  }
  std::string out = table.without_titles(style) + "\n";
  out += style.bold(in_lines(proven_line(certificate), 0, style.width)) + "\n";
  return out + in_lines(promise_line(certificate.promised), 0, style.width) + "\n";
}

std::string certificate_csv(const Certificate& certificate) {
  const auto& promised = certificate.promised.guarantee;
  std::string out = "quantity,value,by\n";
  const auto add = [&](const char* quantity, const std::string& value, const std::string& by) {
    out += fmt::format("{},{},{}\n", quantity, value, quote_csv_field(by));
  };
  const WorstCase& worst = certificate.worst_case;
  add("value", format_number(certificate.value), "");
  add("worst_case_lower", format_number(worst.lower), worst.lower_by);
  add("worst_case_upper", format_number(worst.upper), worst.attacks.front().adversary);
  add("optimum_upper", format_number(certificate.optimum_upper()),
      certificate.bounds.front().method);
  add("proven_share", format_number(certificate.proven_share()), "");
  add("a_priori", promised ? format_number(promised->value) : "",
      promised ? to_string(promised->statement) : "");
  return out;
}

}  // namespace holdfast::cli
