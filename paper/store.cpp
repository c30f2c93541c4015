#include "paper/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <mutex>
#include <sstream>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/write.hpp"
#include "paper/sqlite.hpp"

namespace holdfast::paper {
namespace {

constexpr std::int64_t schema_version = 2;

constexpr const char* schema = R"(
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE waiting (seconds REAL NOT NULL);
CREATE TABLE units (
  experiment TEXT NOT NULL, trial INTEGER NOT NULL, method TEXT NOT NULL,
  tau INTEGER NOT NULL,      -- -1: the method does not look at tau
  evaluations INTEGER NOT NULL, seconds REAL NOT NULL,
  PRIMARY KEY (experiment, trial, method, tau)) WITHOUT ROWID;
CREATE TABLE cells (
  experiment TEXT NOT NULL, trial INTEGER NOT NULL, method TEXT NOT NULL,
  tau INTEGER NOT NULL, k INTEGER NOT NULL, extended INTEGER NOT NULL,
  selected TEXT NOT NULL,    -- items in the order of choice, separated by spaces
  deleted TEXT NOT NULL, adversary TEXT NOT NULL,
  value REAL NOT NULL, worst REAL NOT NULL, score REAL,
  greedy_min REAL NOT NULL, greedy_max REAL NOT NULL,
  random_once REAL NOT NULL, random REAL NOT NULL,
  stochastic_once REAL NOT NULL, stochastic REAL NOT NULL,
  evaluations INTEGER NOT NULL, seconds REAL NOT NULL,
  PRIMARY KEY (experiment, trial, method, tau, k)) WITHOUT ROWID;
)";

/// What came with schema 2: what `strong` deletes from a cell's set, and what branch and bound
/// adds.
constexpr const char* schema_of_judgements = R"(
CREATE TABLE judgements (
  experiment TEXT NOT NULL, trial INTEGER NOT NULL, method TEXT NOT NULL,
  tau INTEGER NOT NULL, k INTEGER NOT NULL,
  deleted TEXT NOT NULL, worst REAL NOT NULL, score REAL,
  searched REAL, at_least REAL, seconds REAL NOT NULL,
  PRIMARY KEY (experiment, trial, method, tau, k)) WITHOUT ROWID;
)";

constexpr const char* judged_cells =
    "SELECT c.*, j.worst, j.deleted, j.score, j.searched, j.at_least, j.seconds FROM cells c "
    "LEFT JOIN judgements j USING (experiment, trial, method, tau, k) ";

/// Whoever holds it is the only writer. The system lets go of it however the process ends.
class WriterLock {
 public:
  explicit WriterLock(const std::string& path) {
    descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) throw IoFailure(fmt::format("cannot write to {}", path));
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

/// What every table begins with.
sqlite::Statement& bind_owner(sqlite::Statement& statement, const Unit& unit) {
  return statement.bind(unit.experiment->id)
      .bind(static_cast<std::int64_t>(unit.trial))
      .bind(unit.method->id);
}

CellResult read_cell(const sqlite::Statement& row) {
  CellResult result;
  result.cell = {static_cast<Item>(row.integer(3)), static_cast<Item>(row.integer(4)),
                 row.integer(5) != 0};
  result.selected = split(row.text(6));
  result.deleted = split(row.text(7));
  result.adversary = row.text(8);
  result.value = row.number(9);
  result.worst = row.number(10);
  result.score = row.optional_number(11);
  result.adversaries = {row.number(12), row.number(13), row.number(14),
                        row.number(15), row.number(16), row.number(17)};
  result.evaluations = row.integer(18);
  result.seconds = row.number(19);
  if (const auto worst = row.optional_number(20)) {
    result.judged = {split(row.text(21)),     *worst,
                     row.optional_number(22), row.optional_number(23),
                     row.optional_number(24), row.number(25)};
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> named(const StoreSettings& settings) {
  return {{"seed", std::to_string(settings.seed)},
          {"scale", settings.scale},
          {"mnist", settings.mnist},
          {"library version", settings.library_version}};
}

}  // namespace

class Store::Connection {
 public:
  Connection(const std::string& path, const StoreSettings& settings)
      : lock(path + ".lock"), file(path), database(path) {
    database.execute("PRAGMA journal_mode = WAL");
    // In WAL mode NORMAL loses the last transactions to a power failure, but never consistency.
    database.execute("PRAGMA synchronous = NORMAL");
    sqlite::Transaction transaction(database);
    auto version = database.prepare("PRAGMA user_version");
    version.step();
    const std::int64_t found = version.integer(0);
    if (found == 0) {
      create();
    } else if (found == 1) {
      add_judgements();
    } else if (found != schema_version) {
      throw InvalidInput(
          fmt::format("{} has schema {}, this program writes schema {}; give another folder", path,
                      found, schema_version));
    }
    for (const auto& [name, value] : named(settings)) settle(name, value);
    transaction.commit();
  }

  void create() {
    auto tables = database.prepare("SELECT count(*) FROM sqlite_master");
    tables.step();
    if (tables.integer(0) > 0) {
      throw InvalidInput(
          fmt::format("{} is a database of something else; give another folder", file));
    }
    database.execute(schema);
    add_judgements();
  }

  void add_judgements() {
    database.execute(schema_of_judgements);
    database.execute(fmt::format("PRAGMA user_version = {}", schema_version));
  }

  /// A setting that nobody needed before may come later; one that is there must be the same.
  void settle(const std::string& name, const std::string& value) {
    auto find = database.prepare("SELECT value FROM settings WHERE name = ?");
    find.bind(name);
    const std::string found = find.step() ? find.text(0) : "";
    if (value.empty() || found == value) return;
    if (!found.empty()) {
      throw InvalidInput(
          fmt::format("{} holds results with {} {}, not {}; ask for the same or give another "
                      "folder",
                      file, name, found, value));
    }
    auto insert = database.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
    insert.bind(name).bind(value).step();
  }

  WriterLock lock;
  std::string file;
  sqlite::Database database;
  std::mutex access;
};

Store::Store(const std::string& path, const StoreSettings& settings)
    : connection_(std::make_unique<Connection>(path, settings)) {}

Store::~Store() = default;

bool Store::has(const Unit& unit) const {
  const std::lock_guard guard(connection_->access);
  auto find = connection_->database.prepare(
      "SELECT 1 FROM units WHERE experiment = ? AND trial = ? AND method = ? AND tau = ?");
  bind_owner(find, unit).bind(std::int64_t{unit.tau});
  return find.step();
}

void Store::insert(const Unit& unit, const UnitResult& result) {
  const std::lock_guard guard(connection_->access);
  auto& database = connection_->database;
  sqlite::Transaction transaction(database);
  auto row = database.prepare("INSERT INTO cells VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  for (const auto& cell : result.cells) {
    const AdversaryValues& found = cell.adversaries;
    bind_owner(row, unit).bind(std::int64_t{cell.cell.tau}).bind(std::int64_t{cell.cell.k});
    row.bind(std::int64_t{cell.cell.extended}).bind(join(cell.selected)).bind(join(cell.deleted));
    row.bind(cell.adversary).bind(cell.value).bind(cell.worst).bind(cell.score);
    row.bind(found.greedy_min).bind(found.greedy_max).bind(found.random_once).bind(found.random);
    row.bind(found.stochastic_once).bind(found.stochastic);
    row.bind(cell.evaluations).bind(cell.seconds);
    row.step();
    row.reset();
  }
  auto done = database.prepare("INSERT INTO units VALUES (?,?,?,?,?,?)");
  bind_owner(done, unit).bind(std::int64_t{unit.tau});
  done.bind(result.evaluations).bind(result.seconds).step();
  transaction.commit();
}

bool Store::has_judged(const Unit& unit) const {
  const std::lock_guard guard(connection_->access);
  // Judgements of a unit are written together: one tells of all.
  auto find = connection_->database.prepare(
      "SELECT 1 FROM judgements WHERE experiment = ? AND trial = ? AND method = ? AND tau = ? AND "
      "k = ?");
  const Cell& first = unit.cells.front();
  bind_owner(find, unit).bind(std::int64_t{first.tau}).bind(std::int64_t{first.k});
  return find.step();
}

std::vector<CellResult> Store::cells_of(const Unit& unit) const {
  const std::lock_guard guard(connection_->access);
  auto find = connection_->database.prepare(
      std::string(judged_cells) +
      "WHERE c.experiment = ? AND c.trial = ? AND c.method = ? AND c.tau = ? AND c.k = ?");
  std::vector<CellResult> cells;
  for (const Cell& cell : unit.cells) {
    bind_owner(find, unit).bind(std::int64_t{cell.tau}).bind(std::int64_t{cell.k});
    if (find.step()) cells.push_back(read_cell(find));
    find.reset();
  }
  return cells;
}

void Store::insert_judgements(const Unit& unit, const std::vector<CellResult>& cells) {
  const std::lock_guard guard(connection_->access);
  auto& database = connection_->database;
  sqlite::Transaction transaction(database);
  auto row = database.prepare("INSERT INTO judgements VALUES (?,?,?,?,?,?,?,?,?,?,?)");
  for (const auto& cell : cells) {
    const StrongAttack& judged = cell.judged.value();
    bind_owner(row, unit).bind(std::int64_t{cell.cell.tau}).bind(std::int64_t{cell.cell.k});
    row.bind(join(judged.deleted)).bind(judged.worst).bind(judged.score);
    row.bind(judged.searched).bind(judged.at_least).bind(judged.seconds);
    row.step();
    row.reset();
  }
  transaction.commit();
}

std::vector<StoredCell> Store::cells() const {
  const std::lock_guard guard(connection_->access);
  auto rows = connection_->database.prepare(std::string(judged_cells) +
                                            "ORDER BY experiment, trial, method, tau, k");
  std::vector<StoredCell> cells;
  while (rows.step()) {
    cells.push_back(
        {rows.text(0), static_cast<std::uint64_t>(rows.integer(1)), rows.text(2), read_cell(rows)});
  }
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
