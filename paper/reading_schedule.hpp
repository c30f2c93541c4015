#pragma once

#include <set>

#include "paper/readings_output.hpp"

namespace holdfast::paper {

/// How many trials of every reading.
struct ReadingTrials {
  std::uint64_t usual = 5;
  /// Of what takes ten times as long or more: figure 4, and figure 3 with the smallest ridge.
  std::uint64_t slow = 5;
};

/// The units of work of a run's readings, and what is made of their results. Its units point into
/// it.
class ReadingSchedule {
 public:
  ReadingSchedule(ReadingRequest request, const ReadingTrials& trials);

  bool is_empty() const { return plans_.empty(); }

  /// Each once, although readings may share what they leave as in the headline.
  std::vector<Unit> units() const;

  /// Doubles the trials of every figure where a claim is undecided under a reading, and those of
  /// the same figure under the headline. What is slow is left as it is.
  void settle_undecided(const Store& store);

  ReadingsReport report(const Store& store) const;
  /// Whatever there is of all readings but the headline.
  std::vector<StoredCell> cells(const Store& store) const;

 private:
  std::uint64_t trials_of(std::size_t plan, const std::string& figure) const;
  bool is_slow(std::size_t plan, const std::string& figure) const;
  std::vector<Unit> units_of_plan(std::size_t plan) const;
  ReadingResults results_of(std::size_t plan, const Store& store) const;

  ReadingRequest request_;
  std::vector<ReadingPlan> plans_;
  ReadingTrials trials_;
  std::set<std::pair<std::size_t, std::string>> doubled_;  ///< plans and their figures
};

}  // namespace holdfast::paper
