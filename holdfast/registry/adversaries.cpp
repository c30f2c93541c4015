#include <memory>

#include "holdfast/adversaries/all.hpp"
#include "holdfast/adversaries/exact.hpp"
#include "holdfast/adversaries/greedy_max.hpp"
#include "holdfast/adversaries/greedy_min.hpp"
#include "holdfast/adversaries/random_greedy_min.hpp"
#include "holdfast/adversaries/stochastic_greedy_min.hpp"
#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

constexpr const char* paper = "Bogunovic, Zhao and Cevher 2018";

int repeats_of(const OptionValues& options) { return static_cast<int>(options.integer("repeats")); }

std::vector<AdversaryEntry> make_table() {
  const Option most_subsets{.name = "most-subsets",
                            .kind = OptionKind::integer,
                            .help = "the exhaustive search refuses more deletions than this",
                            .default_value = Exact::default_most_subsets,
                            .range = {.least = 1}};
  return {
      {{"all",
        "greedy-min, greedy-max, random-greedy-min and stochastic-greedy-min; the worst counts",
        paper,
        {epsilon_option(), repeats_option()}},
       [](const OptionValues& options) {
         return std::make_unique<AllAdversaries>(options.number("epsilon"), repeats_of(options));
       }},
      {{"greedy-min", "deletes the item whose deletion lowers the value most, again and again",
        paper},
       [](const OptionValues&) { return std::make_unique<GreedyMin>(); }},
      {{"greedy-max", "deletes the items that are worth most by themselves, greedily", paper},
       [](const OptionValues&) { return std::make_unique<GreedyMax>(); }},
      {{"random-greedy-min",
        "deletes a random one of the tau items of largest loss, again and again",
        paper,
        {repeats_option()}},
       [](const OptionValues& options) {
         return std::make_unique<RandomGreedyMin>(repeats_of(options));
       }},
      {{"stochastic-greedy-min",
        "deletes the item of largest loss of a random sample, again and again",
        paper,
        {epsilon_option(), repeats_option()}},
       [](const OptionValues& options) {
         return std::make_unique<StochasticGreedyMin>(options.number("epsilon"),
                                                      repeats_of(options));
       }},
      {{"exact", "tries every deletion: proven, for small cases", "", {most_subsets}},
       [](const OptionValues& options) {
         return std::make_unique<Exact>(options.integer("most-subsets"));
       }},
  };
}

}  // namespace

const std::vector<AdversaryEntry>& adversaries() {
  static const std::vector<AdversaryEntry> table = make_table();
  return table;
}

}  // namespace holdfast::registry
