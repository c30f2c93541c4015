#include <memory>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

constexpr const char* authors = "Bogunovic, Zhao and Cevher 2018";

int repeats_of(const OptionValues& options) { return static_cast<int>(options.integer("repeats")); }

template <class Kind>
std::unique_ptr<Adversary> plain_adversary(const OptionValues& /*options*/) {
  return std::make_unique<Kind>();
}

std::vector<AdversaryEntry> adversary_table() {
  const Option most_nodes{.name = "most-nodes",
                          .kind = OptionKind::integer,
                          .help = "branch and bound stops after this many nodes, proven or not",
                          .default_value = Exact::default_most_nodes,
                          .range = {.least = 1}};
  std::vector<AdversaryEntry> table = {
      {{"paper",
        "the paper's four: greedy-min, greedy-max, random-greedy-min and stochastic-greedy-min; "
        "the worst counts",
        authors,
        {epsilon_option(), repeats_option()},
        {"all"}},
       [](const OptionValues& options) {
         return std::make_unique<PaperAdversaries>(options.number("epsilon"), repeats_of(options));
       }},
      {{"greedy-min", "deletes the item whose deletion lowers the value most, again and again",
        authors},
       [](const OptionValues&) { return std::make_unique<GreedyMin>(); }},
      {{"greedy-max", "deletes the items that are worth most by themselves, greedily", authors},
       [](const OptionValues&) { return std::make_unique<GreedyMax>(); }},
      {{"random-greedy-min",
        "deletes a random one of the tau items of largest loss, again and again",
        authors,
        {repeats_option()}},
       [](const OptionValues& options) {
         return std::make_unique<RandomGreedyMin>(repeats_of(options));
       }},
      {{"stochastic-greedy-min",
        "deletes the item of largest loss of a random sample, again and again",
        authors,
        {epsilon_option(), repeats_option()}},
       [](const OptionValues& options) {
         return std::make_unique<StochasticGreedyMin>(options.number("epsilon"),
                                                      repeats_of(options));
       }},
      {{"grow-min", "builds what survives: from each first survivor, adds the item of least gain",
        ""},
       plain_adversary<GrowMin>},
      {{"pair-greedy", "deletes the pair whose deletion lowers the value most, again and again",
        ""},
       plain_adversary<PairGreedy>},
      {{"first-greedy-min", "greedy-min after each possible first deletion", ""},
       plain_adversary<EachFirstGreedyMin>},
  };
  // Any of these with its deletion improved by exchanges.
  const std::size_t searching = table.size();
  for (std::size_t i = 0; i < searching; ++i) {
    AdversaryEntry improved = table[i];
    improved.name += "+ls";
    for (std::string& name : improved.old_names) name += "+ls";
    improved.summary = table[i].name + ", then the best exchange with a survivor while one helps";
    improved.reference.clear();
    improved.make = [make = table[i].make](const OptionValues& options) {
      return std::make_unique<ImprovedByExchanges>(make(options));
    };
    table.push_back(std::move(improved));
  }
  table.push_back({{"strong",
                    "all of the above that are cheap, in a cascade, improved by exchanges: the "
                    "judge of robust search",
                    ""},
                   plain_adversary<Strong>});
  table.push_back({{"exact",
                    "branch and bound: the worst deletion, proven, or a proven interval",
                    "",
                    {most_nodes}},
                   [](const OptionValues& options) {
                     return std::make_unique<Exact>(options.integer("most-nodes"));
                   }});
  return table;
}

}  // namespace

const std::vector<AdversaryEntry>& adversaries() {
  static const std::vector<AdversaryEntry> table = adversary_table();
  return table;
}

}  // namespace holdfast::registry
