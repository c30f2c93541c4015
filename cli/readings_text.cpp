#include "cli/readings_text.hpp"

#include <fmt/format.h>

namespace holdfast::cli {

using paper::Verdict;

Paint paint_of(Verdict verdict) {
  return verdict == Verdict::holds           ? Paint::green
         : verdict == Verdict::does_not_hold ? Paint::red
         : verdict == Verdict::undecided     ? Paint::dim
                                             : Paint::bold;
}

std::string readings_text(const paper::ReadingsReport& report, const Style& style) {
  std::string out;
  for (const auto& claim : report.claims) {
    Table table({{fmt::format("claim {}", claim.number)},
                 {"verdict"},
                 {"statistic", Align::right},
                 {"change", Align::right},
                 {"trials", Align::right}});
    for (const auto& row : claim.rows) {
      const auto& [verdict, evidence, first_rule, statistic, outcomes] = row.judgement;
      const bool headline = row.reading.kind == paper::ReadingKind::headline;
      table.add_row({{row.reading.name, headline ? Paint::bold : Paint::none},
                     {to_string(verdict), paint_of(verdict)},
                     {paper::with_unit(statistic.value, statistic)},
                     {headline ? "" : paper::with_unit(row.change, statistic), Paint::dim},
                     {std::to_string(row.trials), Paint::dim}});
    }
    out += fmt::format("{}\n{}The statistic is the {}.\n{}\n\n", claim.text, table.rendered(style),
                       claim.rows.front().judgement.statistic.name, claim.sentence());
  }
  for (const auto& sentence : paper::conclusion(report.claims)) out += sentence + "\n";
  out += report.note + "\n";
  for (const auto& [reading, figure, why] : report.left_out) {
    out += fmt::format("Left out: {} on figure {}: {}.\n", reading, figure, why);
  }
  return out + "\n";
}

}  // namespace holdfast::cli
