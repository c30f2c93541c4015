#include <algorithm>
#include <utility>

#include "cli/command.hpp"

namespace holdfast::cli {

void Arguments::add(std::string name, std::string text) {
  names_.push_back(std::move(name));
  texts_.push_back(std::move(text));
}

const std::string* Arguments::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? nullptr
                               : &texts_[static_cast<std::size_t>(found - names_.begin())];
}

}  // namespace holdfast::cli
