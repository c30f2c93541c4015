#include "paper/store.hpp"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <tuple>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/data/write.hpp"
#include "paper/sqlite.hpp"

namespace holdfast::paper {
namespace {

constexpr std::int64_t schema_version = 3;

constexpr const char* schema = R"(
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE waiting (seconds REAL NOT NULL);
CREATE TABLE units (
  id INTEGER PRIMARY KEY,
  experiment TEXT NOT NULL, trial INTEGER NOT NULL, method TEXT NOT NULL,
  tau INTEGER NOT NULL,      -- -1: the method does not look at tau
  stamp TEXT NOT NULL,       -- what decided the cells
  judge_stamp TEXT,          -- what decided the judgements; NULL: there are none
  evaluations INTEGER NOT NULL, seconds REAL NOT NULL,
  UNIQUE (experiment, trial, method, tau));
CREATE TABLE cells (
  unit INTEGER NOT NULL REFERENCES units ON DELETE CASCADE,
  tau INTEGER NOT NULL, k INTEGER NOT NULL, extended INTEGER NOT NULL,
  selected TEXT NOT NULL,    -- items in the order of choice, separated by spaces
  deleted TEXT NOT NULL, adversary TEXT NOT NULL,
  value REAL NOT NULL, worst REAL NOT NULL, score REAL,
  greedy_min REAL NOT NULL, greedy_max REAL NOT NULL,
  random_once REAL NOT NULL, random REAL NOT NULL,
  stochastic_once REAL NOT NULL, stochastic REAL NOT NULL,
  evaluations INTEGER NOT NULL, seconds REAL NOT NULL,
  PRIMARY KEY (unit, tau, k)) WITHOUT ROWID;
CREATE TABLE judgements (    -- what `strong` deletes from a set, and what branch and bound adds
  unit INTEGER NOT NULL, tau INTEGER NOT NULL, k INTEGER NOT NULL,
  deleted TEXT NOT NULL, worst REAL NOT NULL, score REAL,
  searched REAL, at_least REAL, seconds REAL NOT NULL,
  PRIMARY KEY (unit, tau, k),
  FOREIGN KEY (unit, tau, k) REFERENCES cells ON DELETE CASCADE) WITHOUT ROWID;
)";

constexpr const char* one_unit = "experiment = ? AND trial = ? AND method = ? AND u.tau = ?";

/// Its holder is the only writer. The system releases it however the process ends.
class WriterLock {
 public:
  explicit WriterLock(const std::string& path) {
    descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    require<IoFailure>(descriptor_ >= 0, "cannot write to {}", path);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    close(descriptor_);
    throw IoFailure(
        fmt::format("another run is writing results here ({} is locked); wait until it has ended "
                    "or give another folder",
                    path));
  }
  ~WriterLock() { close(descriptor_); }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

std::string join(const Items& items) { return fmt::format("{}", fmt::join(items, " ")); }

Items split(const std::string& text) {
  Items items;
  std::istringstream words(text);
  for (Item item = 0; words >> item;) items.push_back(item);
  return items;
}

/// The parameters of one_unit.
sqlite::Statement& bind_unit(sqlite::Statement& statement, const Unit& unit) {
  return statement.bind(unit.stored_under(), unit.trial, unit.method->id, unit.tau);
}

/// A row of cells, then what its judgement holds, if any.
CellResult read_cell(const sqlite::Statement& row) {
  CellResult result;
  result.cell = {static_cast<Item>(row.integer(1)), static_cast<Item>(row.integer(2)),
                 row.integer(3) != 0};
  result.selected = split(row.text(4));
  result.deleted = split(row.text(5));
  result.adversary = row.text(6);
  result.value = row.number(7);
  result.worst = row.number(8);
  result.score = row.optional_number(9);
  result.adversaries = {row.number(10), row.number(11), row.number(12),
                        row.number(13), row.number(14), row.number(15)};
  result.evaluations = row.integer(16);
  result.seconds = row.number(17);
  if (const auto worst = row.optional_number(18)) {
    result.judged = {split(row.text(19)),     *worst,
                     row.optional_number(20), row.optional_number(21),
                     row.optional_number(22), row.number(23)};
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> named(const StoreSettings& settings) {
  return {{"seed", std::to_string(settings.seed)},
          {"scale", settings.scale},
          {"images", settings.images}};
}

}  // namespace

class Store::Connection {
 public:
  Connection(const std::string& path, const StoreSettings& settings, const Revisions& known)
      : lock(path + ".lock"), file(path), revisions(known), database(path) {
    database.execute("PRAGMA journal_mode = WAL");
    // In WAL mode NORMAL loses the last transactions to a power failure, but never consistency.
    database.execute("PRAGMA synchronous = NORMAL");
    database.execute("PRAGMA foreign_keys = ON");
    sqlite::Transaction transaction(database);
    if (is_empty()) {
      database.execute(schema);
      database.execute(fmt::format("PRAGMA user_version = {}", schema_version));
    }
    require_schema();
    for (const auto& [name, value] : named(settings)) settle(name, value);
    transaction.commit();
  }

  std::int64_t ask(const std::string& question) const {
    auto answer = database.prepare(question);
    answer.step();
    return answer.integer(0);
  }

  bool is_empty() const { return ask("SELECT count(*) FROM sqlite_master") == 0; }

  void require_schema() const {
    const std::int64_t found = ask("PRAGMA user_version");
    if (found == schema_version) return;
    require<InvalidInput>(found != 0, "{} is a database of something else; give another folder",
                          file);
    throw InvalidInput(
        fmt::format("{} was written by {} version of holdfast (schema {}, not {}) and cannot be "
                    "continued; delete it or give another folder",
                    file, found < schema_version ? "an older" : "a newer", found, schema_version));
  }

  /// A setting may be added once it is known; one that is there must be the same.
  void settle(const std::string& name, const std::string& value) {
    auto find = database.prepare("SELECT value FROM settings WHERE name = ?");
    find.bind(name);
    const std::string found = find.step() ? find.text(0) : "";
    if (value.empty() || found == value) return;
    require<InvalidInput>(found.empty(),
                          "{} holds results with {} {}, not {}; ask for the same or give another "
                          "folder",
                          file, name, found, value);
    auto insert = database.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
    insert.bind(name, value).step();
  }

  WriterLock lock;
  std::string file;
  Revisions revisions;
  sqlite::Database database;
  std::mutex access;
};

Store::Store(const std::string& path, const StoreSettings& settings, const Revisions& revisions)
    : connection_(std::make_unique<Connection>(path, settings, revisions)) {}

Store::~Store() = default;

bool Store::has(const Unit& unit) const { return cells_of(unit).size() == unit.cells.size(); }

bool Store::has_judged(const Unit& unit) const {
  const auto cells = cells_of(unit);
  return cells.size() == unit.cells.size() &&
         std::ranges::all_of(cells, [](const CellResult& cell) { return cell.judged.has_value(); });
}

bool Store::is_outdated(const Unit& unit) const {
  const std::lock_guard guard(connection_->access);
  auto find = connection_->database.prepare(
      fmt::format("SELECT 1 FROM units u WHERE {} AND stamp <> ?", one_unit));
  bind_unit(find, unit).bind(stamp_of_choices(unit, connection_->revisions));
  return find.step();
}

void Store::insert(const Unit& unit, const UnitResult& result) {
  const std::lock_guard guard(connection_->access);
  auto& database = connection_->database;
  sqlite::Transaction transaction(database);
  auto old = database.prepare(fmt::format("DELETE FROM units AS u WHERE {}", one_unit));
  bind_unit(old, unit).step();
  auto owner = database.prepare("INSERT INTO units VALUES (NULL,?,?,?,?,?,NULL,?,?)");
  bind_unit(owner, unit).bind(stamp_of_choices(unit, connection_->revisions));
  owner.bind(result.evaluations, result.seconds).step();
  const std::int64_t id = connection_->ask("SELECT last_insert_rowid()");
  auto row = database.prepare("INSERT INTO cells VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  for (const auto& cell : result.cells) {
    const AdversaryValues& found = cell.adversaries;
    row.bind(id, cell.cell.tau, cell.cell.k, cell.cell.extended, join(cell.selected),
             join(cell.deleted), cell.adversary, cell.value, cell.worst, cell.score,
             found.greedy_min, found.greedy_max, found.random_once, found.random,
             found.stochastic_once, found.stochastic, cell.evaluations, cell.seconds);
    row.step();
    row.reset();
  }
  transaction.commit();
}

void Store::insert_judgements(const Unit& unit, const std::vector<CellResult>& cells) {
  const std::lock_guard guard(connection_->access);
  auto& database = connection_->database;
  sqlite::Transaction transaction(database);
  auto find =
      database.prepare(fmt::format("SELECT id FROM units u WHERE {} AND stamp = ?", one_unit));
  bind_unit(find, unit).bind(stamp_of_choices(unit, connection_->revisions));
  require(find.step(), "what is judged must be in the store");
  const std::int64_t id = find.integer(0);
  find.reset();
  database.prepare("DELETE FROM judgements WHERE unit = ?").bind(id).step();
  database.prepare("UPDATE units SET judge_stamp = ? WHERE id = ?")
      .bind(stamp_of_judgements(unit, connection_->revisions), id)
      .step();
  auto row = database.prepare("INSERT INTO judgements VALUES (?,?,?,?,?,?,?,?,?)");
  for (const auto& cell : cells) {
    const StrongAttack& judged = cell.judged.value();
    row.bind(id, cell.cell.tau, cell.cell.k, join(judged.deleted), judged.worst, judged.score,
             judged.searched, judged.at_least, judged.seconds);
    row.step();
    row.reset();
  }
  transaction.commit();
}

std::vector<CellResult> Store::cells_of(const Unit& unit) const {
  const std::lock_guard guard(connection_->access);
  auto find = connection_->database.prepare(
      fmt::format("SELECT c.*, j.worst, j.deleted, j.score, j.searched, j.at_least, j.seconds "
                  "FROM units u JOIN cells c ON c.unit = u.id LEFT JOIN judgements j "
                  "ON j.unit = c.unit AND j.tau = c.tau AND j.k = c.k AND u.judge_stamp = ? "
                  "WHERE {} AND stamp = ? AND c.tau = ? AND c.k = ?",
                  one_unit));
  const std::string judged = stamp_of_judgements(unit, connection_->revisions);
  const std::string chosen = stamp_of_choices(unit, connection_->revisions);
  std::vector<CellResult> cells;
  for (const Cell& cell : unit.cells) {
    bind_unit(find.bind(judged), unit).bind(chosen, cell.tau, cell.k);
    if (find.step()) cells.push_back(read_cell(find));
    find.reset();
  }
  return cells;
}

std::vector<StoredCell> Store::cells_of(const std::vector<Unit>& units) const {
  std::vector<StoredCell> cells;
  for (const auto& unit : units) {
    for (auto& cell : cells_of(unit)) {
      cells.push_back({unit.experiment->key(), unit.trial, unit.method->id, std::move(cell)});
    }
  }
  std::ranges::sort(cells, {}, [](const StoredCell& one) {
    const Cell& cell = one.result.cell;
    return std::tie(one.experiment, one.trial, one.method, cell.tau, cell.k);
  });
  return cells;
}

double Store::waited() const {
  const std::lock_guard guard(connection_->access);
  auto find = connection_->database.prepare("SELECT total(seconds) FROM waiting");
  find.step();
  return find.number(0);
}

void Store::add_waiting(double seconds) {
  const std::lock_guard guard(connection_->access);
  connection_->database.prepare("INSERT INTO waiting VALUES (?)").bind(seconds).step();
}

std::vector<Unit> whole_trials(std::vector<Unit> units, const Store& store) {
  const auto name = [](const Unit& unit) {
    const auto& methods = unit.experiment->methods;
    const bool robust =
        std::ranges::none_of(methods, [&](const Method& one) { return &one == unit.method; });
    return std::tuple(unit.experiment->reading, unit.experiment->figure, robust);
  };
  std::map<std::tuple<std::string, std::string, bool>, std::uint64_t> first_missing;
  for (const auto& unit : units) {
    if (store.has(unit)) continue;
    auto& first = first_missing.try_emplace(name(unit), unit.trial).first->second;
    first = std::min(first, unit.trial);
  }
  std::erase_if(units, [&](const Unit& unit) {
    const auto found = first_missing.find(name(unit));
    return found != first_missing.end() && unit.trial >= found->second;
  });
  return units;
}

std::string cells_csv(const std::vector<StoredCell>& cells) {
  std::string out =
      "experiment,trial,method,tau,k,extended,selected,deleted,adversary,value,worst,score,"
      "greedy_min,greedy_max,random_greedy_min_once,random_greedy_min,"
      "stochastic_greedy_min_once,stochastic_greedy_min,strong,strong_score,exact,at_least,"
      "evaluations,seconds\n";
  const auto number_or_empty = [](const std::optional<double>& number) {
    return number ? format_number(*number) : "";
  };
  for (const auto& [experiment, trial, method, result] : cells) {
    const AdversaryValues& found = result.adversaries;
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}", experiment, trial, method,
                       result.cell.tau, result.cell.k, result.cell.extended ? 1 : 0,
                       join(result.selected), join(result.deleted), result.adversary,
                       format_number(result.value), format_number(result.worst),
                       number_or_empty(result.score));
    for (const double value : {found.greedy_min, found.greedy_max, found.random_once, found.random,
                               found.stochastic_once, found.stochastic}) {
      out += "," + format_number(value);
    }
    const StrongAttack none;
    const StrongAttack& judged = result.judged ? *result.judged : none;
    out += fmt::format(",{},{},{},{}", result.judged ? format_number(judged.worst) : "",
                       number_or_empty(judged.score), number_or_empty(judged.searched),
                       number_or_empty(judged.at_least));
    out += fmt::format(",{},{}\n", result.evaluations, format_number(result.seconds));
  }
  return out;
}

}  // namespace holdfast::paper
