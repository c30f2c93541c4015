#include "holdfast/registry/ratio_options.hpp"

#include <algorithm>

#include "holdfast/registry/common_options.hpp"

namespace holdfast::registry {
namespace {

std::string hyphenated(Ratio ratio) {
  std::string name = to_string(ratio);
  std::ranges::replace(name, '_', '-');
  return name;
}

const char* meaning(Ratio ratio) {
  switch (ratio) {
    case Ratio::gamma: return "submodularity ratio";
    case Ratio::gamma_check: return "supermodularity ratio";
    case Ratio::alpha: return "generalized curvature";
    case Ratio::alpha_check: return "inverse curvature";
    case Ratio::nu: return "subadditivity ratio";
    case Ratio::nu_check: return "superadditivity ratio";
    case Ratio::theta: return "bipartite subadditivity ratio";
  }
  return "";
}

}  // namespace

std::vector<Option> ratio_search_options() {
  return {{.name = "exact-up-to",
           .kind = OptionKind::integer,
           .help = "evaluate every set of a ground set of at most this many items",
           .default_value = std::int64_t{RatioOptions{}.exact_up_to},
           .range = {.least = 0, .most = ValueTable::most_items}},
          {.name = "largest-set",
           .kind = OptionKind::integer,
           .help = "ask only about sets of at most this many items; 0: all",
           .default_value = std::int64_t{0},
           .range = {.least = 0, .most = largest_int}},
          {.name = "chains",
           .kind = OptionKind::integer,
           .help = "how many growing sequences of sets are sampled on larger ground sets",
           .default_value = std::int64_t{SampleOptions{}.chains},
           .range = {.least = 1, .most = largest_int}},
          {.name = "chain-length",
           .kind = OptionKind::integer,
           .help = "the longest of them; 0: 16",
           .default_value = std::int64_t{0},
           .range = {.least = 0, .most = largest_int}}};
}

RatioOptions ratio_options(const OptionValues& options) {
  RatioOptions made;
  made.exact_up_to = static_cast<Item>(options.integer("exact-up-to"));
  made.largest_set = static_cast<Item>(options.integer("largest-set"));
  made.sample.chains = static_cast<int>(options.integer("chains"));
  made.sample.length = static_cast<Item>(options.integer("chain-length"));
  return made;
}

std::vector<Option> known_ratio_options() {
  std::vector<Option> options;
  options.reserve(all_ratios.size() + 1);
  for (const Ratio ratio : all_ratios) {
    options.push_back({.name = hyphenated(ratio),
                       .kind = OptionKind::number,
                       .help = meaning(ratio),
                       .range = {.least = 0.0, .most = 1.0}});
  }
  options.push_back({.name = "estimates",
                     .kind = OptionKind::flag,
                     .help =
                         "the ratios given are estimates; or, found for an objective: use those "
                         "of a sample instead of what is proven",
                     .default_value = false});
  return options;
}

bool any_ratio_given(const OptionValues& options) {
  return std::ranges::any_of(all_ratios,
                             [&](Ratio ratio) { return options.is_given(hyphenated(ratio)); });
}

KnownRatios known_ratios(const OptionValues& options) {
  KnownRatios known;
  for (const Ratio ratio : all_ratios) {
    const std::string name = hyphenated(ratio);
    if (options.is_given(name)) known.set(ratio, options.number(name), !options.flag("estimates"));
  }
  return known;
}

}  // namespace holdfast::registry
