#include "paper/readings_output.hpp"

#include <fmt/ranges.h>

#include "holdfast/data/write.hpp"
#include "holdfast/documents/report_parts.hpp"
#include "paper/panel.hpp"

namespace holdfast::paper {
namespace {

using Json = nlohmann::ordered_json;

Json change_json(const Change& change) {
  return {{"axis", change.axis_label},
          {"value", change.value},
          {"label", change.label},
          {"headline", change.headline},
          {"why", change.why}};
}

Json reading_json(const ReadingResults& one) {
  const Reading& reading = one.plan.reading;
  const Results results = one.results();
  Json changes = Json::array();
  for (const auto& change : reading.changes) changes.push_back(change_json(change));
  std::size_t trials = std::numeric_limits<std::size_t>::max();
  for (const auto& figure : reading.figures) trials = std::min(trials, trials_of(results, figure));
  Json panels = Json::array();
  for (const auto& panel : make_panels(results)) panels.push_back(documents::panel_json(panel));
  return {{"name", reading.name},
          {"kind", to_string(reading.kind)},
          {"literal", reading.is_literal()},
          {"changes", std::move(changes)},
          {"figures", reading.figures},
          {"trials", trials},
          {"panels", std::move(panels)}};
}

Json row_json(const ReadingVerdict& row) {
  return {{"reading", row.reading.name},
          {"verdict", to_string(row.judgement.verdict)},
          {"first_rule", to_string(row.judgement.first_rule)},
          {"value", row.judgement.statistic.value},
          {"change", row.change},
          {"counts", counts_json(row.judgement)},
          {"evidence", row.judgement.evidence},
          {"trials", row.trials}};
}

Json claim_readings_json(const ClaimByReading& claim) {
  const Statistic& statistic = claim.rows.front().judgement.statistic;
  const auto* decisive = claim.decisive();
  Json rows = Json::array();
  for (const auto& row : claim.rows) rows.push_back(row_json(row));
  return {{"claim", claim.number},
          {"text", claim.text},
          {"where", claim.where},
          {"sentence", claim.sentence()},
          {"decisive", decisive == nullptr ? Json(nullptr) : Json(decisive->reading.name)},
          {"statistic",
           {{"name", statistic.name},
            {"unit", statistic.unit},
            {"better", statistic.higher_is_better ? "higher" : "lower"}}},
          {"rows", std::move(rows)}};
}

std::string claim_table(const ClaimByReading& claim) {
  const Statistic& statistic = claim.rows.front().judgement.statistic;
  std::string out = fmt::format(
      "### Claim {}\n\n\"{}\" {}\n\n| reading | verdict | {} ({} favours the claim) | change | "
      "trials "
      "| counts |\n|---|---|---:|---:|---:|---|\n",
      claim.number, claim.text, claim.sentence(), statistic.name,
      statistic.higher_is_better ? "higher" : "lower");
  for (const auto& row : claim.rows) {
    out += fmt::format(
        "| {} | **{}** | {} | {} | {} | {} |\n", row.reading.name, to_string(row.judgement.verdict),
        with_unit(row.judgement.statistic.value, statistic),
        row.reading.kind == ReadingKind::headline ? "" : with_unit(row.change, statistic),
        row.trials, outcomes_text(row.judgement));
  }
  return out + "\n";
}

std::string readings_table(const ReadingsReport& report) {
  std::string out =
      "### What the readings change\n\n| reading | what it decides | instead of | why the text "
      "allows it | figures |\n|---|---|---|---|---|\n";
  for (const auto& one : report.readings) {
    const Reading& reading = one.plan.reading;
    if (reading.kind == ReadingKind::headline || reading.kind == ReadingKind::pair) continue;
    std::vector<std::string> decides;
    std::vector<std::string> instead;
    std::vector<std::string> why;
    for (const auto& change : reading.changes) {
      decides.push_back(fmt::format("{}: {}", change.axis_label, change.label));
      instead.push_back(change.headline);
      why.push_back(change.why);
    }
    out += fmt::format("| {} | {} | {} | {} | {} |\n", reading.name, fmt::join(decides, "; "),
                       fmt::join(instead, "; "), fmt::join(why, "; "),
                       fmt::join(reading.figures, ", "));
  }
  return out + "\n";
}

}  // namespace

std::string outcomes_text(const Judgement& judgement) {
  std::string text;
  for (const auto& [of, tally] : judgement.outcomes) {
    const std::string before = text.empty() ? "" : "; ";
    text += of == "conditions"
                ? fmt::format("{}{}: {} met, {} failed, {} undecided", before, of, tally.wins,
                              tally.losses, tally.undecided)
                : fmt::format("{}{}: {} won, {} tied, {} lost, {} undecided", before, of,
                              tally.wins, tally.ties, tally.losses, tally.undecided);
  }
  return text;
}

Json readings_json(const ReadingsReport& report) {
  Json readings = Json::array();
  for (const auto& one : report.readings) readings.push_back(reading_json(one));
  Json claims = Json::array();
  for (const auto& claim : report.claims) claims.push_back(claim_readings_json(claim));
  Json left_out = Json::array();
  for (const auto& [reading, figure, why] : report.left_out) {
    left_out.push_back({{"reading", reading}, {"figure", figure}, {"why", why}});
  }
  return {{"note", report.note},
          {"conclusion", conclusion(report.claims)},
          {"readings", std::move(readings)},
          {"claims", std::move(claims)},
          {"left_out", std::move(left_out)}};
}

std::string readings_markdown(const ReadingsReport& report) {
  std::string out =
      fmt::format("{}\n\n{}\n\n", fmt::join(conclusion(report.claims), " "), report.note);
  for (const auto& claim : report.claims) out += claim_table(claim);
  out += readings_table(report);
  if (report.left_out.empty()) return out;
  out += "### What was left out\n\n| reading | figure | why |\n|---|---|---|\n";
  for (const auto& [reading, figure, why] : report.left_out) {
    out += fmt::format("| {} | {} | {} |\n", reading, figure, why);
  }
  return out;
}

std::string readings_csv(const ReadingsReport& report) {
  std::string out =
      "claim,reading,kind,verdict,first_rule,statistic,unit,better,value,change,trials,of,wins,"
      "ties,losses,undecided\n";
  for (const auto& claim : report.claims) {
    for (const auto& row : claim.rows) {
      const auto& [verdict, evidence, first_rule, statistic, outcomes] = row.judgement;
      for (const auto& [of, tally] : outcomes) {
        out +=
            fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", claim.number,
                        row.reading.name, to_string(row.reading.kind), to_string(verdict),
                        to_string(first_rule), quote_csv_field(statistic.name), statistic.unit,
                        statistic.higher_is_better ? "higher" : "lower",
                        format_number(statistic.value), format_number(row.change), row.trials,
                        quote_csv_field(of), tally.wins, tally.ties, tally.losses, tally.undecided);
      }
    }
  }
  return out;
}

}  // namespace holdfast::paper
