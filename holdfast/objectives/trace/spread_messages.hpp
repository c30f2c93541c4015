#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/columns.hpp"
#include "holdfast/linalg/member_rows.hpp"

/// What SpreadTraceObjective and its parts tell each other, as bytes. Both ends are the same
/// version on machines of one kind.
namespace holdfast::spread {

class Writer {
 public:
  template <class Number>
  void put(const Number& number) {
    static_assert(std::is_trivially_copyable_v<Number>);
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(Number));
  }
  template <class Numbers>
  void put_all(const Numbers& numbers) {
    put<std::uint64_t>(std::size(numbers));
    bytes_.append(reinterpret_cast<const char*>(std::data(numbers)),
                  std::size(numbers) * sizeof(*std::data(numbers)));
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  Number get() {
    Number number;
    std::memcpy(&number, take(sizeof(Number)).data(), sizeof(Number));
    return number;
  }
  template <class Number>
  std::vector<Number> get_all() {
    std::vector<Number> numbers(get<std::uint64_t>());
    const auto taken = take(numbers.size() * sizeof(Number));
    if (!taken.empty()) std::memcpy(numbers.data(), taken.data(), taken.size());
    return numbers;
  }
  std::string get_text() { return std::string(take(get<std::uint64_t>())); }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view take(std::size_t count) {
    require(count <= bytes_.size(), "a message ends {} bytes too early", count - bytes_.size());
    const auto taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  std::string_view bytes_;
};

enum class Topic : std::uint8_t { diagonal, pack, columns, gains, largest, gradient_norms };
enum class Reply : std::uint8_t { done, tell_all };

/// Items, or all but those.
struct Candidates {
  bool all_but = false;
  std::vector<Item> items;  ///< ascending if all_but
};

using Step = linalg::MemberRows::Step;
using Rotation = linalg::CandidateRows::Rotation;

inline std::string bytes_of(const Step& step) {
  Writer writer;
  writer.put(step.item);
  writer.put(step.enters);
  writer.put_all(step.entry.coordinates);
  writer.put(step.entry.pivot);
  writer.put(step.entry.tolerance);
  writer.put<std::uint64_t>(step.position);
  writer.put_all(step.rotations);
  return writer.bytes();
}

inline Step step_of(std::string_view bytes) {
  Reader reader(bytes);
  Step step;
  step.item = reader.get<int>();
  step.enters = reader.get<bool>();
  step.entry.coordinates = reader.get_all<double>();
  step.entry.pivot = reader.get<double>();
  step.entry.tolerance = reader.get<double>();
  step.position = reader.get<std::uint64_t>();
  step.rotations = reader.get_all<Rotation>();
  return step;
}

/// Tells sequences of steps apart: that of the earlier ones, continued (FNV-1a).
inline std::uint64_t digest(std::uint64_t earlier, std::string_view bytes) {
  std::uint64_t hash = earlier ^ 0xcbf29ce484222325U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

/// A chosen item as it travels to the machines that do not have it.
struct PackedItem {
  Item item;
  std::string text;
};

/// A column as it travels, with its products with the responses.
inline std::string packed(std::span<const double> response, const linalg::SingleColumn& column) {
  Writer writer;
  writer.put_all(response);
  writer.put<std::uint64_t>(column.rows);
  writer.put(column.sparse);
  writer.put(column.center);
  writer.put_all(column.where);
  writer.put_all(column.what);
  return writer.bytes();
}

struct LinearGuest {
  std::vector<double> response;
  std::unique_ptr<linalg::Columns> column;

  /// `roots` of the weights of the rows, which every part has.
  static LinearGuest from(std::string_view text, const std::vector<double>& roots) {
    Reader reader(text);
    LinearGuest guest;
    guest.response = reader.get_all<double>();
    linalg::SingleColumn column;
    column.rows = reader.get<std::uint64_t>();
    column.sparse = reader.get<bool>();
    column.center = reader.get<bool>();
    column.where = reader.get_all<std::int32_t>();
    column.what = reader.get_all<double>();
    guest.column = linalg::make_columns(std::move(column), roots);
    return guest;
  }
};

/// A point as it travels.
inline std::string packed(std::span<const double> coordinates) {
  Writer writer;
  writer.put_all(coordinates);
  return writer.bytes();
}

inline Matrix point_of(std::string_view text) {
  auto coordinates = Reader(text).get_all<double>();
  const std::size_t dimensions = coordinates.size();
  return {1, dimensions, std::move(coordinates)};
}

/// A question, with the way of the rows to where it is asked: the steps after the first `start`,
/// whose digest is `digest`, and the items that enter in them.
struct Question {
  Topic topic = Topic::diagonal;
  std::uint64_t start = 0;
  std::uint64_t digest = 0;
  std::vector<std::string> steps;
  std::vector<PackedItem> guests;
  Candidates candidates;
  std::uint64_t count = 0;
  double scale = 0.0;

  std::string bytes() const {
    Writer writer;
    writer.put(topic);
    writer.put(start);
    writer.put(digest);
    writer.put<std::uint64_t>(steps.size());
    for (const auto& step : steps) writer.put_all(step);
    writer.put<std::uint64_t>(guests.size());
    for (const auto& guest : guests) {
      writer.put(guest.item);
      writer.put_all(guest.text);
    }
    writer.put(candidates.all_but);
    writer.put_all(candidates.items);
    writer.put(count);
    writer.put(scale);
    return writer.bytes();
  }

  static Question from(std::string_view bytes) {
    Reader reader(bytes);
    Question question;
    question.topic = reader.get<Topic>();
    question.start = reader.get<std::uint64_t>();
    question.digest = reader.get<std::uint64_t>();
    question.steps.resize(reader.get<std::uint64_t>());
    for (auto& step : question.steps) step = reader.get_text();
    question.guests.resize(reader.get<std::uint64_t>());
    for (auto& guest : question.guests) {
      guest.item = reader.get<Item>();
      guest.text = reader.get_text();
    }
    question.candidates.all_but = reader.get<bool>();
    question.candidates.items = reader.get_all<Item>();
    question.count = reader.get<std::uint64_t>();
    question.scale = reader.get<double>();
    return question;
  }
};

}  // namespace holdfast::spread
