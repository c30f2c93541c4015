#include "paper/claims_by_reading.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "paper/claims_parts.hpp"

namespace holdfast::paper {
namespace {

/// The experiments of the headline without the cells where a reading's own method does not fit.
std::vector<Experiment> comparable(std::vector<Experiment> headline, const ReadingPlan& reading) {
  for (auto& experiment : headline) {
    const auto same = std::ranges::find(reading.experiments, experiment.id, &Experiment::id);
    if (same == reading.experiments.end()) continue;
    std::erase_if(experiment.cells, [&](const Cell& cell) {
      return !same->methods.front().make(cell.tau)->feasible({cell.k, cell.tau});
    });
  }
  return headline;
}

/// The headline's claims, in the trials and cells of the readings that they are compared with.
class HeadlineClaims {
 public:
  explicit HeadlineClaims(const ReadingResults& headline) : headline_(headline) {}

  /// nullptr if the headline was not run that far.
  const Judgement* at(int number, std::size_t trials, const ReadingPlan& reading) {
    auto& claims = judged_[{trials, reading.reading.name}];
    if (claims.empty()) {
      claims = judge_figures(
          {comparable(headline_.plan.experiments, reading), headline_.cells, trials, 0});
    }
    const auto found = std::ranges::find(claims, number, &Claim::number);
    return found == claims.end() ? nullptr : &found->judgement;
  }

 private:
  const ReadingResults& headline_;
  std::map<std::pair<std::size_t, std::string>, std::vector<FigureClaim>> judged_;
};

/// Whether a reading has nothing to do with a claim: not a single number differs.
bool is_untouched(const Reading& reading, const Judgement& judgement, const Judgement& headline) {
  return reading.kind != ReadingKind::headline && judgement.evidence == headline.evidence &&
         judgement.statistic.value == headline.statistic.value;
}

int rank(Verdict verdict) { return static_cast<int>(verdict); }

ReadingVerdict verdict_under(const Reading& reading, const FigureClaim& claim, std::size_t trials,
                             const Judgement& headline) {
  const Judgement& judgement = claim.judgement;
  return {reading, judgement, judgement.statistic.value - headline.statistic.value,
          rank(judgement.verdict) - rank(headline.verdict), trials};
}

void sort_by_effect(std::vector<ReadingVerdict>& rows) {
  std::ranges::stable_sort(rows.begin() + 1, rows.end(), std::greater<>(),
                           [](const ReadingVerdict& row) {
                             return std::pair(std::abs(row.steps), std::abs(row.change));
                           });
}

const char* in_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::in_part: return "holds in part";
    case Verdict::does_not_hold: return "does not hold";
    case Verdict::undecided: break;
  }
  return "is undecided";
}

std::size_t count(const ClaimByReading& claim, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count_if(
      claim.rows, [&](const ReadingVerdict& row) { return row.judgement.verdict == verdict; }));
}

const ReadingVerdict* literal_row(const ClaimByReading& claim) {
  const auto found = std::ranges::find_if(
      claim.rows, [](const ReadingVerdict& row) { return row.reading.is_literal(); });
  return found == claim.rows.end() ? nullptr : &*found;
}

/// Holds as the text is printed, and not under the headline.
bool holds_literally(const ClaimByReading& claim) {
  const auto* literal = literal_row(claim);
  return literal != nullptr && literal->judgement.verdict == Verdict::holds &&
         claim.rows.front().judgement.verdict != Verdict::holds;
}

std::string where_it_holds(const ClaimByReading& claim) {
  const Verdict headline = claim.rows.front().judgement.verdict;
  const std::size_t all = claim.rows.size();
  const std::size_t holding = count(claim, Verdict::holds);
  if (holding == all) return fmt::format("It holds under all {} readings", all);
  std::string text =
      fmt::format("{} holds under {} of {} readings",
                  holds_literally(claim) ? "As the text is printed it holds; it" : "It",
                  holding == 0 ? "none" : std::to_string(holding), all);
  const auto add = [&](const char* words, Verdict verdict) {
    if (const std::size_t rows = count(claim, verdict); rows > 0) {
      text += fmt::format(", {} under {}", words, rows);
    }
  };
  add("in part", Verdict::in_part);
  add("undecided", Verdict::undecided);
  return fmt::format("{}; under the headline it {}", text, in_words(headline));
}

/// "claim 3", "claims 3, 5 and 9".
std::string list(const std::vector<int>& numbers) {
  std::string text = numbers.size() == 1 ? "claim " : "claims ";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text;
}

/// The numbers of the claims with a property.
template <class Property>
std::vector<int> numbers_of(const std::vector<ClaimByReading>& claims, const Property& property) {
  std::vector<int> numbers;
  for (const auto& claim : claims) {
    if (property(claim)) numbers.push_back(claim.number);
  }
  return numbers;
}

/// Of the decisions, the one whose single changes move the verdicts of most claims.
std::string most_decisive(const std::vector<ClaimByReading>& claims) {
  std::map<std::string, std::vector<int>> moved;
  for (const auto& claim : claims) {
    for (const auto& row : claim.rows) {
      if (row.reading.kind != ReadingKind::single || row.steps == 0) continue;
      auto& numbers = moved[row.reading.changes.front().axis_label];
      if (numbers.empty() || numbers.back() != claim.number) numbers.push_back(claim.number);
    }
  }
  if (moved.empty()) return "No single decision changes the verdict of any claim.";
  const auto most =
      std::ranges::max_element(moved, {}, [](const auto& one) { return one.second.size(); });
  return fmt::format("The decision that moves most verdicts is the {}: it moves those of {}.",
                     most->first, list(most->second));
}

}  // namespace

Results ReadingResults::results(std::uint64_t trials) const {
  return {plan.experiments, cells, trials, 0};
}

std::size_t trials_of(const Results& results, const std::string& figure) {
  const auto& all = results.experiments();
  const auto found = std::ranges::find(all, figure, &Experiment::figure);
  if (found == all.end()) return 0;
  // Greedy has no guard: it is feasible everywhere.
  return results.trials_of(*found, "greedy", found->cells.front()).size();
}

std::vector<FigureClaim> judge_figures(const Results& results) {
  std::vector<FigureClaim> claims;
  const auto add = [&](std::vector<Claim> more) {
    for (auto& claim : more) {
      const std::string figure = claim.where.substr(claim.where.find_first_of("2345"), 1);
      claims.push_back({std::move(claim), figure});
    }
  };
  add(judge_support_selection(results));
  add(judge_variance_reduction(results));
  return claims;
}

const ReadingVerdict* ClaimByReading::decisive() const {
  for (const auto& row : rows) {
    if (row.reading.kind != ReadingKind::single) continue;
    return row.steps != 0 || row.change != 0.0 ? &row : nullptr;
  }
  return nullptr;
}

std::string ClaimByReading::sentence() const {
  const std::string begin = where_it_holds(*this);
  const ReadingVerdict* most = decisive();
  if (most == nullptr) return begin + ". No single decision matters.";
  const Change& change = most->reading.changes.front();
  const Statistic& statistic = most->judgement.statistic;
  const std::string moved =
      fmt::format("{}: {} instead of {}", statistic.name, with_unit(statistic.value, statistic),
                  with_unit(statistic.value - most->change, statistic));
  if (most->steps == 0) {
    return fmt::format(
               "{}. No single decision changes the verdict, and the {} matters most ({}; {})",
               begin, change.axis_label, change.label, moved) +
           ".";
  }
  return fmt::format("{}. What matters most is the {}: with \"{}\" it {} ({}).", begin,
                     change.axis_label, change.label, in_words(most->judgement.verdict), moved);
}

std::vector<ClaimByReading> judge_by_reading(const std::vector<ReadingResults>& readings) {
  std::map<int, ClaimByReading> by_number;
  HeadlineClaims headline(readings.front());
  const ReadingPlan& headline_plan = readings.front().plan;
  for (const auto& one : readings) {
    const Results results = one.results();
    for (const auto& claim : judge_figures(results)) {
      const std::size_t trials = trials_of(results, claim.figure);
      if (trials == 0) continue;
      const Judgement* everywhere = headline.at(claim.number, trials, headline_plan);
      const Judgement* compared = headline.at(claim.number, trials, one.plan);
      if (!everywhere || !compared) continue;
      if (is_untouched(one.plan.reading, claim.judgement, *everywhere)) continue;
      auto& found = by_number[claim.number];
      found.number = claim.number;
      found.text = claim.text;
      found.where = claim.where;
      found.rows.push_back(verdict_under(one.plan.reading, claim, trials, *compared));
    }
  }
  std::vector<ClaimByReading> claims;
  for (auto& [number, claim] : by_number) {
    sort_by_effect(claim.rows);
    claims.push_back(std::move(claim));
  }
  return claims;
}

std::vector<std::string> conclusion(const std::vector<ClaimByReading>& claims) {
  std::vector<std::string> clauses;
  const auto tell = [&](const auto& property, const char* one, const char* many) {
    const auto numbers = numbers_of(claims, property);
    if (numbers.empty()) return;
    clauses.push_back(fmt::format("{} {}", list(numbers), numbers.size() == 1 ? one : many));
  };
  std::vector<std::string> sentences;
  const auto end_sentence = [&] {
    if (clauses.empty()) return;
    sentences.push_back(fmt::format("{}.", fmt::join(clauses, "; ")));
    sentences.back().front() = 'C';
    clauses.clear();
  };
  const auto holding = [](const ClaimByReading& claim) { return count(claim, Verdict::holds); };
  const auto is_open = [&](const ClaimByReading& claim) {
    return holding(claim) == 0 && 2 * count(claim, Verdict::undecided) > claim.rows.size();
  };
  const auto fails = [&](const ClaimByReading& claim, bool in_part) {
    return holding(claim) == 0 && !is_open(claim) &&
           (count(claim, Verdict::in_part) > 0) == in_part;
  };
  tell(holds_literally,
       "holds as the text is printed (noise=literal), though not under the headline",
       "hold as the text is printed (noise=literal), though not under the headline");
  end_sentence();
  tell([&](const ClaimByReading& claim) { return holding(claim) == claim.rows.size(); },
       "holds under every reading that touches it", "hold under every reading that touches them");
  end_sentence();
  tell(
      [&](const ClaimByReading& claim) {
        return holding(claim) > 0 && holding(claim) < claim.rows.size();
      },
      "holds under some readings and not under others",
      "hold under some readings and not under others");
  end_sentence();
  tell([&](const ClaimByReading& claim) { return fails(claim, true); },
       "holds under no reading that was tried, in part at best",
       "hold under no reading that was tried, in part at best");
  tell([&](const ClaimByReading& claim) { return fails(claim, false); },
       "holds under no reading that was tried, not even in part",
       "hold under no reading that was tried, not even in part");
  tell(is_open, "is undecided under most readings, and holds under none",
       "are undecided under most readings, and hold under none");
  end_sentence();
  sentences.push_back(most_decisive(claims));
  return sentences;
}

std::string with_unit(double value, const Statistic& statistic) {
  return fmt::format("{:+.1f} {}", value, statistic.unit);
}

}  // namespace holdfast::paper
