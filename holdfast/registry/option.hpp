#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "holdfast/core/export.hpp"

/// The only place where names meet classes and their options. Its tables feed the command line, the
/// Python package and the reference documentation, so a new algorithm is one entry here and nothing
/// elsewhere.
namespace holdfast::registry {

enum class OptionKind {
  number,   ///< double
  integer,  ///< std::int64_t
  flag,     ///< bool
  text,     ///< std::string
  file,     ///< std::string, the path of a file to read
  list,     ///< std::vector<std::string>
};

/// monostate: not given, and no default.
using OptionValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// Which numbers are valid.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool excludes_least = false;
  bool excludes_most = false;

  bool contains(double number) const {
    return (excludes_least ? number > least : number >= least) &&
           (excludes_most ? number < most : number <= most);
  }
};

/// Everything that anybody needs to know about one option.
struct Option {
  std::string name;  ///< lower case with hyphens: "bucket-size"
  OptionKind kind = OptionKind::text;
  std::string help = {};  ///< one line, a phrase without a full stop
  OptionValue default_value = {};
  Range range = {};                       ///< of a number or an integer
  std::vector<std::string> choices = {};  ///< of a text; empty: any
  std::string excluded_by = {};  ///< the option that makes this one meaningless if it is given
  std::string placeholder = {};  ///< for the value in help texts, "COLUMN" say; empty: by kind
};

/// What would be valid, as the end of a sentence: "a number of at least 0", "one of drop, error".
HOLDFAST_EXPORT std::string valid_values(const Option& option);

/// What stands for the value in help texts: "N", "FILE", "LIST", "error|drop"; empty for a flag.
HOLDFAST_EXPORT std::string placeholder(const Option& option);

/// As a person would write it: 1, 0.1, on, a,b. Empty for monostate.
HOLDFAST_EXPORT std::string to_text(const OptionValue& value);

/// How messages write the name of an option, so that people find it where they typed it.
enum class Spelling { command_line, python };

/// "--bucket-size" or "bucket_size". A flag that is on by default is turned off on the command
/// line:
/// "--no-intercept".
HOLDFAST_EXPORT std::string spelled(const Option& option, Spelling spelling);

/// Throws std::invalid_argument that names the option, the value and what would be valid. A list is
/// split at commas; a member in double quotes may contain commas. A flag is true, yes, on, 1 or
/// their opposites.
HOLDFAST_EXPORT OptionValue parse(const Option& option, std::string_view text, Spelling spelling);

/// The value, converted to the option's kind where nothing is lost (1 to 1.0, and 1.0 to 1).
/// Throws std::invalid_argument like parse.
HOLDFAST_EXPORT OptionValue checked(const Option& option, OptionValue value, Spelling spelling);

/// "a,"b, c",d" into its members.
HOLDFAST_EXPORT std::vector<std::string> split_list(std::string_view text);

}  // namespace holdfast::registry
