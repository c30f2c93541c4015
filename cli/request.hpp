#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "holdfast/core/item.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::cli {

/// Arguments on their way to the bags of the registry. It remembers which were used, because an
/// option that does nothing is a misunderstanding and is refused.
class Request {
 public:
  explicit Request(const Arguments& arguments);

  /// A bag of all given options that the table has.
  registry::OptionValues options_of(const std::string& owner, std::vector<registry::Option> table);

  /// The value of an option that names an entry of the registry, or its default.
  std::string choice(const std::string& name, const std::string& usual);
  /// Throws std::invalid_argument "select needs --k N: ..." if the option is not given.
  Item count(const std::string& name, const std::string& help);
  Item count_or(const std::string& name, Item usual);

  registry::OptionValues objective(const std::string& usual = "linear");
  registry::OptionValues algorithm(const std::string& name);
  registry::OptionValues adversary();

  /// Throws std::invalid_argument that says whose option it is.
  void refuse_unused() const;

 private:
  void use(std::string_view name);

  const Arguments& arguments_;
  std::vector<bool> used_;
};

/// --k, which may be left out where a limit on costs takes its place: any number of items then.
Item asked_k(Request& request, const Arguments& arguments);

}  // namespace holdfast::cli
