#include "holdfast/theory/sampled_ratios.hpp"

#include <algorithm>

#include "holdfast/core/random.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/state.hpp"

namespace holdfast {
namespace {

constexpr Item usual_length = 16;

/// f along one order of items.
struct Chain {
  std::vector<double> prefixes;            ///< f of the first j items
  std::vector<double> suffixes;            ///< f of the items from j on
  std::vector<std::vector<double>> gains;  ///< gains[j][t]: of item j+t over the first j
  std::int64_t evaluations = 0;

  std::size_t length() const { return gains.size(); }
};

Chain walk(const Objective& objective, const Run& run, const Items& order) {
  Chain chain;
  auto state = objective.start(run);
  chain.prefixes.push_back(0.0);
  for (std::size_t j = 0; j < order.size(); ++j) {
    chain.gains.push_back(state->gains(std::span(order).subspan(j)));
    state->add(order[j]);
    chain.prefixes.push_back(state->value());
  }
  auto backwards = objective.start(run);
  chain.suffixes.assign(order.size() + 1, 0.0);
  for (std::size_t j = order.size(); j-- > 0;) {
    backwards->add(order[j]);
    chain.suffixes[j] = backwards->value();
  }
  chain.evaluations = state->evaluations() + backwards->evaluations();
  return chain;
}

/// The smallest value of each ratio along the chains; curvatures as 1 - alpha.
class SmallestSeen {
 public:
  /// `negligible`: differences up to it count as zero.
  explicit SmallestSeen(double negligible) : negligible_(negligible) { smallest_.fill(1.0); }

  void look_at(const Chain& chain) {
    for (std::size_t from = 0; from < chain.length(); ++from) {
      double sum = 0.0;
      for (std::size_t to = from + 1; to <= chain.length(); ++to) {
        sum += zeroed(chain.gains[from][to - 1 - from]);
        const double joint = zeroed(chain.prefixes[to] - chain.prefixes[from]);
        offer(Ratio::gamma, sum, joint);
        offer(Ratio::gamma_check, joint, sum);
        if (from == 0) offer(Ratio::nu, sum, joint);
        if (from == 0) offer(Ratio::nu_check, joint, sum);
        ++pairs_;
      }
    }
    for (std::size_t j = 1; j < chain.length(); ++j) {
      offer(Ratio::theta, zeroed(chain.prefixes[j]) + zeroed(chain.suffixes[j]),
            zeroed(chain.prefixes.back()));
      ++pairs_;
    }
    for (std::size_t item = 1; item < chain.length(); ++item) compare_gains(chain, item);
  }

  double operator[](Ratio ratio) const { return smallest_[static_cast<std::size_t>(ratio)]; }
  std::int64_t pairs() const { return pairs_; }

 private:
  double zeroed(double difference) const { return difference > negligible_ ? difference : 0.0; }

  void offer(Ratio ratio, double part, double whole) {
    auto& smallest = smallest_[static_cast<std::size_t>(ratio)];
    if (whole > 0.0) smallest = std::min(smallest, part / whole);
  }

  /// The gains of one item over growing prefixes.
  void compare_gains(const Chain& chain, std::size_t item) {
    double largest = zeroed(chain.gains[0][item]);
    double smallest = largest;
    for (std::size_t j = 1; j <= item; ++j) {
      const double gain = zeroed(chain.gains[j][item - j]);
      offer(Ratio::alpha, gain, largest);
      offer(Ratio::alpha_check, smallest, gain);
      largest = std::max(largest, gain);
      smallest = std::min(smallest, gain);
    }
  }

  double negligible_;
  std::array<double, all_ratios.size()> smallest_{};
  std::int64_t pairs_ = 0;
};

Items greedy_order(const Objective& objective, const Run& run, Item length) {
  auto state = objective.start(run);
  Items left = objective.all_items();
  while (state->size() < static_cast<std::size_t>(length)) {
    run.check_stop();
    const Item best = state->largest_gains(left, 1).front().item;
    state->add(best);
    std::erase(left, best);
  }
  return state->items();
}

Items singleton_order(const Objective& objective, const Run& run, Item length) {
  Items order;
  const auto best =
      objective.start(run)->largest_gains(objective.all_items(), static_cast<std::size_t>(length));
  for (const Scored& scored : best) order.push_back(scored.item);
  return order;
}

/// Random chains have all lengths from 2 on: small sets are often the worst.
Items random_order(const Objective& objective, Random& random, Item length) {
  const auto shorter =
      std::min<Item>(length, 2) +
      static_cast<Item>(random.below(static_cast<std::uint64_t>(std::max<Item>(1, length - 1))));
  return random.sample(objective.all_items(), static_cast<std::size_t>(shorter));
}

void report_smallest(const SmallestSeen& smallest, int chains, RatioBounds& bounds) {
  const std::string why = fmt::format("the worst of {} pairs of sets, sampled along {} chains",
                                      smallest.pairs(), chains);
  for (const Ratio ratio : all_ratios) {
    if (is_curvature(ratio)) {
      bounds.at_least(ratio, 1.0 - smallest[ratio], why);
    } else {
      bounds.at_most(ratio, smallest[ratio], why);
    }
  }
}

}  // namespace

SampledRatios sampled_ratios(const Objective& objective, const Run& run, Item largest_set,
                             const SampleOptions& options) {
  require(options.chains >= 1 && options.length >= 0,
          "a sample needs at least 1 chain of length 0 (usual) or more, got {} of "
          "length {}",
          options.chains, options.length);
  const Item wanted = options.length > 0 ? options.length : usual_length;
  const Item length = std::min({wanted, largest_set, objective.size()});
  SampledRatios sampled;
  if (length < 1) return sampled;
  std::vector<Chain> chains;
  Random random(run.seed(), 0x7261'7469);
  double largest = objective.largest_value().value_or(0.0);
  for (int i = 0; i < options.chains; ++i) {
    run.check_stop();
    run.report({"sampling chains of sets", i, options.chains, largest});
    const Items order = i == 0   ? greedy_order(objective, run, length)
                        : i == 1 ? singleton_order(objective, run, length)
                                 : random_order(objective, random, length);
    chains.push_back(walk(objective, run, order));
    largest = std::max(largest, chains.back().prefixes.back());
    sampled.evaluations += chains.back().evaluations;
  }
  SmallestSeen smallest(1e-9 * largest);
  for (const Chain& chain : chains) smallest.look_at(chain);
  sampled.pairs = smallest.pairs();
  report_smallest(smallest, options.chains, sampled.bounds);
  return sampled;
}

}  // namespace holdfast
