#include "tests/support/catalogue.hpp"

#include "holdfast/algorithms/beta_path.hpp"
#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/algorithms/partitioned.hpp"
#include "holdfast/algorithms/robust_swap.hpp"
#include "holdfast/algorithms/saturate.hpp"
#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"

namespace holdfast::support {

std::vector<std::unique_ptr<Algorithm>> every_algorithm() {
  std::vector<std::unique_ptr<Algorithm>> all;
  all.push_back(std::make_unique<Greedy>());
  all.push_back(std::make_unique<Oblivious>());
  all.push_back(std::make_unique<ObliviousGreedy>(0.5));
  all.push_back(std::make_unique<ObliviousGreedy>(1.0));
  all.push_back(std::make_unique<ProGreedy>(1));
  all.push_back(std::make_unique<Osu>(0));
  all.push_back(std::make_unique<Osu>(2));
  all.push_back(std::make_unique<StochasticGreedy>(0.1));
  all.push_back(std::make_unique<RandomGreedy>());
  all.push_back(std::make_unique<Saturate>());
  all.push_back(std::make_unique<PartitionedGreedy>(3, 0.2));
  all.push_back(std::make_unique<BetaPath>());
  all.push_back(std::make_unique<RobustSwap>(RobustSwap::Options{300, 0.0, 20}));
  return all;
}

std::vector<std::unique_ptr<Algorithm>> every_algorithm_for(const Objective& objective) {
  auto all = every_algorithm();
  if (objective.has_gradient()) all.push_back(std::make_unique<Omp>());
  return all;
}

std::vector<std::unique_ptr<Adversary>> every_adversary() {
  std::vector<std::unique_ptr<Adversary>> all;
  all.push_back(std::make_unique<GreedyMin>());
  all.push_back(std::make_unique<GreedyMax>());
  all.push_back(std::make_unique<RandomGreedyMin>(3));
  all.push_back(std::make_unique<StochasticGreedyMin>(0.1, 3));
  all.push_back(std::make_unique<PaperAdversaries>(0.1, 3));
  all.push_back(std::make_unique<GrowMin>());
  all.push_back(std::make_unique<PairGreedy>());
  all.push_back(std::make_unique<EachFirstGreedyMin>());
  all.push_back(std::make_unique<ImprovedByExchanges>(std::make_unique<GreedyMax>()));
  all.push_back(std::make_unique<Strong>());
  all.push_back(std::make_unique<Exact>());
  return all;
}

}  // namespace holdfast::support
