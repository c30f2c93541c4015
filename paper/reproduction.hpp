#pragma once

#include <atomic>
#include <functional>

#include "paper/reading_schedule.hpp"

namespace holdfast::paper {

/// What to reproduce, and where to put it.
struct ReproductionOptions {
  Scale scale = Scale::full;
  std::vector<std::string> figures = {"1", "2", "3", "4", "5"};
  std::uint64_t trials = 20;
  /// In this many of the trials, everything is also judged by `strong`, and the library's own
  /// methods are run: the part of the report that goes beyond the paper.
  std::uint64_t judged_trials = 0;
  bool readings = false;                         ///< the claims under other readings of the text
  std::vector<std::string> named_readings = {};  ///< these too, also where they are slow
  /// Of each reading; twice as many where a verdict is undecided, but for what is slow.
  ReadingTrials reading_trials = {};
  /// Runs nothing: judges and draws what the folder holds of whole trials.
  bool stored_only = false;
  std::uint64_t seed = 0;
  std::string out;            ///< folder; made if it does not exist
  std::string mnist_folder;   ///< needed by figure 4 only
  std::string page_template;  ///< the report page; empty: no report is written
  std::string command;        ///< as the report should quote it
  int threads = 0;            ///< 0: all cores. The results do not depend on it.
  Revisions revisions = current_revisions();
};

/// How far the work is. Weights are rough seconds, from which the time left can be estimated.
struct ReproductionProgress {
  std::string unit;  ///< what was started last: "figure 2 (linear regression), trial 3, greedy"
  double weight_done = 0.0;
  double weight_total = 0.0;  ///< of what this run has to do, without what was stored already
  std::size_t units_done = 0;
  std::size_t units_total = 0;
  bool finished_unit = false;  ///< whether `unit` was just finished, not started
  double unit_seconds = 0.0;   ///< how long it took, if finished
};

/// Whom to tell about progress, and a way to be stopped.
struct ReproductionHooks {
  /// Called on the thread that does the work, never by two threads at once.
  std::function<void(const ReproductionProgress&)> on_progress;
  const std::atomic<bool>* stop_requested = nullptr;
};

struct Reproduction {
  Results results;
  std::vector<Claim> claims;
  std::optional<ReadingsReport> readings;
  std::size_t units_resumed = 0;   ///< found finished in the folder
  std::size_t units_outdated = 0;  ///< found there, but of another revision: computed again
  double seconds = 0.0;            ///< waited for, all runs together
};

/// Runs what is missing in `out`/results.sqlite, judges the claims and writes the claims file, the
/// figures, the tables and the report. What the folder holds of another revision, or of other
/// options of the same methods, is computed again. May be stopped at any moment, in any way: what
/// was finished stays, and the next call continues from there to the same numbers. Throws
/// IoFailure, InvalidInput (the folder holds results of another request), Interrupted.
Reproduction reproduce(const ReproductionOptions& options, const ReproductionHooks& hooks = {});

/// What the folder holds of these options as CSV, one line a cell. Throws IoFailure if it holds
/// nothing at all.
std::string export_csv(const ReproductionOptions& options);

}  // namespace holdfast::paper
