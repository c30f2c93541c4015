#pragma once

#include <nlohmann/json.hpp>

#include "paper/claims_by_reading.hpp"

/// What was found under other readings, as files.
namespace holdfast::paper {

/// Everything that is told about a run's readings.
struct ReadingsReport {
  std::string note;  ///< how many trials, and on which grid
  std::vector<ReadingResults> readings;
  std::vector<ClaimByReading> claims;
  std::vector<LeftOut> left_out;
};

/// The part "readings" of a report page.
nlohmann::ordered_json readings_json(const ReadingsReport& report);
/// The conclusion, then a table for each claim, then what each reading changes and what was left
/// out.
std::string readings_markdown(const ReadingsReport& report);
/// One line for each claim and reading.
std::string readings_csv(const ReadingsReport& report);
/// "3 wins, 1 tie, 2 losses, 0 undecided in 6 cells", after what they are of.
std::string outcomes_text(const Judgement& judgement);

}  // namespace holdfast::paper
