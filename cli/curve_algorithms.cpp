#include "cli/curve_algorithms.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace holdfast::cli {
namespace {

using registry::OptionValues;

/// The recommended one, plain greedy, and the robust algorithms with the other one that they are
/// made of.
constexpr const char* usual_algorithms = "auto,greedy,oblivious-greedy,oblivious,pro-greedy,osu";

}  // namespace

registry::Option algorithms_choice() {
  return {.name = "algorithms",
          .kind = registry::OptionKind::list,
          .help = fmt::format("which to compare, or all; by default those of {} that fit into k",
                              fmt::join(registry::split_list(usual_algorithms), ", ")),
          .placeholder = "LIST"};
}

registry::Option same_choice() {
  return {.name = "algorithm",
          .kind = registry::OptionKind::list,
          .help = "the same as --algorithms",
          .excluded_by = "algorithms",
          .placeholder = "LIST"};
}

std::vector<OptionValues> asked_algorithms(Request& request) {
  request.options_of("curve", {algorithms_choice(), same_choice()}).require_consistent();
  const std::string text =
      request.choice("algorithms", request.choice("algorithm", usual_algorithms));
  const auto names = text == "all" ? names_of(registry::algorithms()) : registry::split_list(text);
  std::vector<OptionValues> algorithms;
  for (const auto& name : names) {
    const bool twice = std::ranges::any_of(
        algorithms, [&](const OptionValues& earlier) { return earlier.owner() == name; });
    if (twice) throw std::invalid_argument(fmt::format("--algorithms names {} twice", name));
    algorithms.push_back(request.algorithm(name));
  }
  if (algorithms.empty()) {
    throw std::invalid_argument(fmt::format("--algorithms is empty; known are {}",
                                            fmt::join(names_of(registry::algorithms()), ", ")));
  }
  return algorithms;
}

}  // namespace holdfast::cli
