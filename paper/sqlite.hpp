#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

/// The part of SQLite that the store needs, with errors as exceptions.
namespace holdfast::paper::sqlite {

class Statement;

class Database {
 public:
  explicit Database(std::string path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql);
  Statement prepare(const std::string& sql) const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  friend class Statement;
  std::string path_;
  sqlite3* handle_ = nullptr;
};

class Statement {
 public:
  Statement(const Database& database, const std::string& sql);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement& operator=(Statement&&) = delete;

  /// The next parameters, in order.
  template <class... Values>
  Statement& bind(const Values&... values) {
    (bind_next(values), ...);
    return *this;
  }

  /// Whether there is a row.
  bool step();
  /// Prepares it for new parameters.
  void reset();

  std::int64_t integer(int column) const;
  double number(int column) const;
  std::optional<double> optional_number(int column) const;
  std::string text(int column) const;

 private:
  void bind_next(std::integral auto value) { bind_next(static_cast<std::int64_t>(value)); }
  void bind_next(std::int64_t value);
  void bind_next(double value);
  void bind_next(const std::string& value);
  void bind_next(const std::optional<double>& value);
  void check(int code) const;

  const Database* database_;
  sqlite3_stmt* handle_ = nullptr;
  int next_ = 1;
};

/// Rolled back unless committed.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace holdfast::paper::sqlite
