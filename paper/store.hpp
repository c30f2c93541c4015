#pragma once

#include "paper/revisions.hpp"

namespace holdfast::paper {

/// What the user asked for and all results of a folder have in common. Another request is refused:
/// it belongs in another folder.
struct StoreSettings {
  std::uint64_t seed = 0;
  std::string scale;   ///< "full" or "quick"
  std::string images;  ///< a fingerprint of the MNIST files; empty as long as none were used
};

/// A stored cell and where it belongs.
struct StoredCell {
  std::string experiment;  ///< its key
  std::uint64_t trial = 0;
  std::string method;
  CellResult result;
};

/// The results of a reproduction: one SQLite file. A unit of work enters it in one transaction, so
/// it is there whole or not at all, whenever the process ends. Each unit carries a stamp of what
/// decided its results (see revisions.hpp). A unit with any other stamp counts as missing, and is
/// replaced when it is inserted again. One process at a time writes; others may read meanwhile.
/// Methods may be called from several threads. Failures of the file are IoFailure.
class Store {
 public:
  /// Opens the file or makes it. Throws IoFailure if another process is writing to it, InvalidInput
  /// if it holds something else: another kind of file, another schema, other settings.
  Store(const std::string& path, const StoreSettings& settings,
        const Revisions& revisions = current_revisions());
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Whether all cells of the unit are there.
  bool has(const Unit& unit) const;
  /// Replaces what is there of the unit, its judgements included.
  void insert(const Unit& unit, const UnitResult& result);
  /// Whether the unit is there under another stamp.
  bool is_outdated(const Unit& unit) const;

  /// Whether all cells of the unit are there and judged.
  bool has_judged(const Unit& unit) const;
  /// Replaces the judgements of a unit that is there.
  void insert_judgements(const Unit& unit, const std::vector<CellResult>& cells);

  /// Those cells of a unit that are there, in the order of the unit's, with judgements if any.
  std::vector<CellResult> cells_of(const Unit& unit) const;
  /// Likewise for many units, in the order of experiment, trial, method, tau, k.
  std::vector<StoredCell> cells_of(const std::vector<Unit>& units) const;

  /// How long people waited for what is here, all runs together.
  double waited() const;
  void add_waiting(double seconds);

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

/// Of the units of whole trials: a run that was stopped leaves others unfinished. A trial of a
/// figure counts if everything that was asked of it and of the trials before it is there.
std::vector<Unit> whole_trials(std::vector<Unit> units, const Store& store);

/// The cells as CSV with a header; lists of items are separated by spaces.
std::string cells_csv(const std::vector<StoredCell>& cells);

}  // namespace holdfast::paper
