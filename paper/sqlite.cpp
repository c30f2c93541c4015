#include "paper/sqlite.hpp"

#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast::paper::sqlite {

Database::Database(std::string path) : path_(std::move(path)) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
  if (sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
    const std::string why = handle_ ? sqlite3_errmsg(handle_) : "out of memory";
    sqlite3_close(handle_);
    throw IoFailure(fmt::format("cannot open {}: {}", path_, why));
  }
  constexpr int patience = 10'000;  // milliseconds, for a reader that holds the file
  sqlite3_busy_timeout(handle_, patience);
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::fail(const std::string& what) const {
  const std::string why = sqlite3_errmsg(handle_);
  require<InvalidInput>(sqlite3_errcode(handle_) != SQLITE_NOTADB,
                        "{} is not a results file; give another folder", path_);
  throw IoFailure(fmt::format("{}: {} failed: {}", path_, what, why));
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(sql);
}

Statement Database::prepare(const std::string& sql) const { return Statement(*this, sql); }

Statement::Statement(const Database& database, const std::string& sql) : database_(&database) {
  check(sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      handle_(std::exchange(other.handle_, nullptr)),
      next_(other.next_) {}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_->fail("a statement");
}

void Statement::bind_next(std::int64_t value) {
  check(sqlite3_bind_int64(handle_, next_++, value));
}

void Statement::bind_next(double value) { check(sqlite3_bind_double(handle_, next_++, value)); }

void Statement::bind_next(const std::string& value) {
  check(sqlite3_bind_text(handle_, next_++, value.data(), static_cast<int>(value.size()),
                          SQLITE_TRANSIENT));
}

void Statement::bind_next(const std::optional<double>& value) {
  if (value) return bind_next(*value);
  check(sqlite3_bind_null(handle_, next_++));
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_->fail("a statement");
  return code == SQLITE_ROW;
}

void Statement::reset() {
  check(sqlite3_reset(handle_));
  next_ = 1;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }

double Statement::number(int column) const { return sqlite3_column_double(handle_, column); }

std::optional<double> Statement::optional_number(int column) const {
  if (sqlite3_column_type(handle_, column) == SQLITE_NULL) return std::nullopt;
  return number(column);
}

std::string Statement::text(int column) const {
  const auto* bytes = sqlite3_column_blob(handle_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column));
  return size == 0 ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const std::exception&) {
    // SQLite rolls back by itself when the file is opened again.
    return;
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace holdfast::paper::sqlite
