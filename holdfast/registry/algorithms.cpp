#include <memory>

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/partitioned.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/algorithms/saturate.hpp"
#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

template <class Plain>
std::unique_ptr<Algorithm> plain_algorithm(const OptionValues& /*options*/) {
  return std::make_unique<Plain>();
}

std::vector<AlgorithmEntry> algorithm_table() {
  const Option beta{.name = "beta",
                    .kind = OptionKind::number,
                    .help = "guard with ceil(beta * tau) items of largest value by themselves",
                    .default_value = 1.0,
                    .range = {.least = 0.0}};
  const Option eta{.name = "eta",
                   .kind = OptionKind::integer,
                   .help = "size of the smallest buckets",
                   .default_value = std::int64_t{1},
                   .range = {.least = 1, .most = largest_int}};
  const Option bucket_size{.name = "bucket-size",
                           .kind = OptionKind::integer,
                           .help = "items in each of the tau buckets; 0: ceil(tau * log2 k)",
                           .default_value = std::int64_t{0},
                           .range = {.least = 0, .most = largest_int}};
  const Option budget{.name = "budget",
                      .kind = OptionKind::integer,
                      .help =
                          "how many attacks choosing may take; 0: as many as take about a second, "
                          "or a greedy run if that takes longer",
                      .default_value = std::int64_t{0},
                      .range = {.least = 0}};
  const Option seconds{.name = "seconds",
                       .kind = OptionKind::number,
                       .help = "how long choosing may take; 0: until the budget is used up",
                       .default_value = 0.0,
                       .range = {.least = 0.0}};
  const Option proof_nodes{.name = "proof-nodes",
                           .kind = OptionKind::integer,
                           .help =
                               "nodes of the branch and bound that checks the best set; fewer "
                               "where a node takes longer than for linear",
                           .default_value = RobustSwap::Options{}.proof_nodes,
                           .range = {.least = 0}};
  const Option walks{
      .name = "walks",
      .kind = OptionKind::integer,
      .help = "searches side by side that share the budget, on as many threads as there are",
      .default_value = RobustSwap::Options{}.walks,
      .range = {.least = 1, .most = RobustSwap::most_walks}};
  const Option parts{.name = "parts",
                     .kind = OptionKind::integer,
                     .help = "how many parts the items are cut into; 0: about sqrt(items / k)",
                     .default_value = std::int64_t{0},
                     .range = {.least = 0, .most = largest_int}};
  Option part_epsilon = epsilon_option();
  part_epsilon.help =
      "above 0: in each step a part looks at a random sample only; smaller: larger samples; 0: at "
      "all of its items";
  part_epsilon.default_value = 0.0;
  part_epsilon.range.excludes_least = false;
  const auto limits_of = [](const OptionValues& options) {
    return RobustSwap::Options{options.integer("budget"), options.number("seconds"),
                               options.integer("proof-nodes"), options.integer("walks")};
  };
  return {
      {{"oblivious-greedy",
        "the ceil(beta * tau) best items by themselves as a guard, then greedy on the rest",
        "Bogunovic, Zhao and Cevher 2018",
        {beta}},
       [](const OptionValues& options) {
         return std::make_unique<ObliviousGreedy>(options.number("beta"));
       }},
      {{"greedy", "the item of largest marginal gain, again and again",
        "Nemhauser, Wolsey and Fisher 1978"},
       plain_algorithm<Greedy>},
      {{"oblivious", "the k best items by themselves", ""}, plain_algorithm<Oblivious>},
      {{"pro-greedy",
        "a guard of greedy buckets of growing size, then greedy on the rest",
        "Bogunovic, Mitrovic, Scarlett and Cevher 2017",
        {eta}},
       [](const OptionValues& options) {
         return std::make_unique<ProGreedy>(static_cast<int>(options.integer("eta")));
       }},
      {{"osu",
        "a guard of tau greedy buckets of equal size, then greedy on the rest",
        "Orlin, Schulz and Udwani 2016",
        {bucket_size}},
       [](const OptionValues& options) {
         return std::make_unique<Osu>(static_cast<int>(options.integer("bucket-size")));
       }},
      {{"stochastic-greedy",
        "greedy that looks only at a random sample of the items in each step",
        "Mirzasoleiman, Badanidiyuru, Karbasi, Vondrak and Krause 2015",
        {epsilon_option()}},
       [](const OptionValues& options) {
         return std::make_unique<StochasticGreedy>(options.number("epsilon"));
       }},
      {{"random-greedy", "a random one of the k items of largest marginal gain, again and again",
        "Buchbinder, Feldman, Naor and Schwartz 2014"},
       plain_algorithm<RandomGreedy>},
      {{"omp",
        "orthogonal matching pursuit: the item of largest gradient, again and again; needs an "
        "objective that has a gradient",
        "Pati, Rezaiifar and Krishnaprasad 1993"},
       plain_algorithm<Omp>,
       true},
      {{"saturate",
        "for the worst of several events: greedy on the mean of what each event leaves, up to a "
        "cap; the best of many caps",
        "Krause, McMahon, Guestrin and Gupta 2008"},
       plain_algorithm<Saturate>},
      {{"partitioned-greedy",
        "greedy in each of several parts of the items, then greedy on what these chose",
        "Mirzasoleiman, Karbasi, Sarkar and Krause 2013",
        {parts, part_epsilon}},
       [](const OptionValues& options) {
         return std::make_unique<PartitionedGreedy>(options.integer("parts"),
                                                    options.number("epsilon"));
       }},
      {{"partitioned-robust",
        "auto on what each of several parts of the items offers: its tau best items by themselves "
        "and k by greedy",
        "",
        {parts, part_epsilon}},
       [](const OptionValues& options) {
         return std::make_unique<PartitionedRobust>(options.integer("parts"),
                                                    options.number("epsilon"));
       },
       false,
       true},
      {{"beta-path",
        "oblivious-greedy with every size of the guard; the best worst case under strong", ""},
       plain_algorithm<BetaPath>,
       false,
       true},
      {{"robust-swap",
        "local search on the worst case under strong, from the best set of beta-path",
        "",
        {budget, seconds, proof_nodes, walks}},
       [limits_of](const OptionValues& options) {
         return std::make_unique<RobustSwap>(limits_of(options));
       },
       false,
       true},
      {{"auto",
        "the recommended one: robust-swap that ends in about a second, or within a few greedy runs",
        "",
        {budget, seconds, proof_nodes, walks}},
       [limits_of](const OptionValues& options) {
         return std::make_unique<Recommended>(limits_of(options));
       },
       false,
       true},
  };
}

}  // namespace

const std::vector<AlgorithmEntry>& algorithms() {
  static const std::vector<AlgorithmEntry> table = algorithm_table();
  return table;
}

}  // namespace holdfast::registry
