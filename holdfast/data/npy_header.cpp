#include "holdfast/data/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast {
namespace {

class HeaderParser {
 public:
  HeaderParser(std::string_view dictionary, const std::string& path)
      : text_(dictionary), path_(path) {}

  NpyHeader parse() {
    NpyHeader header;
    std::set<std::string> seen;
    expect('{');
    while (!accept('}')) {
      const std::string key = take_string();
      if (!seen.insert(key).second) fail(fmt::format("the key '{}' comes twice", key));
      expect(':');
      take_value(key, header);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (at_ != text_.size()) fail("text follows the closing brace");
    for (const char* key : {"descr", "fortran_order", "shape"}) {
      if (!seen.contains(key)) fail(fmt::format("the key '{}' is missing", key));
    }
    return header;
  }

 private:
  void take_value(const std::string& key, NpyHeader& header) {
    if (key == "descr") {
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == '[') {
        fail("records of several fields are not supported; save one plain array of numbers");
      }
      header.descr = take_string();
    } else if (key == "fortran_order") {
      header.fortran_order = take_boolean();
    } else if (key == "shape") {
      header.shape = take_shape();
    } else {
      fail(fmt::format("the key {} is unknown", text::excerpt(key)));
    }
  }

  std::string take_string() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("a text in quotes is expected");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a quote is not closed");
    std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }

  bool take_boolean() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    fail("True or False is expected");
  }

  std::vector<std::size_t> take_shape() {
    std::vector<std::size_t> shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(take_extent());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  std::size_t take_extent() {
    skip_blanks();
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    const auto extent = text::parse_index(text_.substr(at_, end - at_));
    if (!extent) fail("a number of rows or columns is expected");
    at_ = end;
    accept('L');  // as Python 2 wrote long integers
    return *extent;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool accept(char wanted) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) fail(fmt::format("'{}' is expected", wanted));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(fmt::format("{}: byte {} of the NPY dictionary: {}", path_, at_, what));
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view dictionary, const std::string& path) {
  return HeaderParser(dictionary, path).parse();
}

}  // namespace holdfast
