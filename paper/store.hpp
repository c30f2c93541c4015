#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/core/export.hpp"
#include "paper/work_units.hpp"

namespace holdfast::paper {

/// What must be equal for results to belong together.
struct StoreSettings {
  std::uint64_t seed = 0;
  std::string scale;  ///< "full" or "quick"
  std::string mnist;  ///< tells the images, empty while none were used
  std::string library_version;

  bool operator==(const StoreSettings&) const = default;
};

/// A stored cell and where it belongs.
struct StoredCell {
  std::string experiment;
  std::uint64_t trial = 0;
  std::string method;
  CellResult result;
};

/// The results of a reproduction: one SQLite file. A unit of work enters it in one transaction, so
/// it is there whole or not at all, whenever the process ends. One process at a time writes; others
/// may read meanwhile. Methods may be called from several threads. Failures of the file are
/// IoFailure.
class HOLDFAST_EXPORT Store {
 public:
  /// Opens the file or makes it. Throws IoFailure if another process is at work on it,
  /// InvalidInput if it holds something else: another kind of file, another schema, other settings.
  Store(const std::string& path, const StoreSettings& settings);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  bool has(const Unit& unit) const;
  void insert(const Unit& unit, const UnitResult& result);

  bool has_judged(const Unit& unit) const;
  /// The cells of a unit that is there, in the order of the unit's.
  std::vector<CellResult> cells_of(const Unit& unit) const;
  /// Adds the judgements of such cells.
  void insert_judgements(const Unit& unit, const std::vector<CellResult>& cells);

  /// All cells, in the order of experiment, trial, method, tau, k.
  std::vector<StoredCell> cells() const;
  /// How long people waited for what is here, all runs together.
  double waited() const;
  void add_waiting(double seconds);

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

/// The cells as CSV with a header; lists of items are separated by spaces.
HOLDFAST_EXPORT std::string cells_csv(const std::vector<StoredCell>& cells);

}  // namespace holdfast::paper
