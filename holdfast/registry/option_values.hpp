#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/registry/option.hpp"

namespace holdfast::registry {

/// The options of one algorithm, objective, ...: what was given, and defaults for the rest. Nothing
/// enters that its table does not allow.
class HOLDFAST_EXPORT OptionValues {
 public:
  OptionValues() = default;
  /// `owner` is whose options these are, as messages say it: "pro-greedy".
  OptionValues(std::string owner, std::vector<Option> table, Spelling spelling = Spelling::python);

  /// Throws std::invalid_argument if there is no such option, or if it does not take that value.
  void set(std::string_view name, OptionValue value);
  /// Likewise, from what a person typed.
  void set_text(std::string_view name, std::string_view text);

  const std::string& owner() const { return owner_; }
  /// The option's name as this bag's owner knows it: "--bucket-size" or "bucket_size".
  std::string spelling_of(std::string_view name) const;
  const std::vector<Option>& table() const { return table_; }
  bool knows(std::string_view name) const;
  bool is_given(std::string_view name) const;
  /// What was given, else the default, else monostate.
  const OptionValue& value(std::string_view name) const;
  bool has(std::string_view name) const;
  /// Whether the option counts: nothing that was given excludes it.
  bool matters(std::string_view name) const;
  /// Throws std::invalid_argument if an option was given together with one that excludes it.
  void require_consistent() const;

  /// Typed access. Throws std::invalid_argument "linear needs --data: ..." where there is neither a
  /// value nor a default.
  double number(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool flag(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const std::vector<std::string>& list(std::string_view name) const;

 private:
  std::size_t position(std::string_view name) const;
  template <class Type>
  const Type& get(std::string_view name) const;

  std::string owner_;
  Spelling spelling_ = Spelling::python;
  std::vector<Option> table_;
  std::vector<OptionValue> given_;
};

}  // namespace holdfast::registry
