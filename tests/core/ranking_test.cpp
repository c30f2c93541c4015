#include "holdfast/core/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/lazy_ranking.hpp"
#include "holdfast/core/random.hpp"
#include "tests/support/oracle_ranking.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

Items items_of(const std::vector<Scored>& scores) {
  Items items;
  for (const Scored& s : scores) items.push_back(s.item);
  return items;
}

/// Scores with many near ties: multiples of a third, some perturbed by less than the width of a tie
/// and some by more.
std::vector<double> shaken_scores(std::size_t count, Random& random) {
  std::vector<double> scores(count);
  for (double& s : scores) {
    s = static_cast<double>(random.below(4)) / 3.0;
    const double shakes[] = {0.0, 1e-14, -1e-14, 1e-11, 1e-9};
    s += shakes[random.below(5)];
  }
  return scores;
}

TEST(LargestScores, FollowsTheRule) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t size = random.below(12);
    const Items items = support::random_set(random, 30, size);
    const auto scores = shaken_scores(size, random);
    const std::size_t count = random.below(14);
    const double scale = static_cast<double>(random.below(3));
    std::vector<Scored> pairs;
    for (std::size_t i = 0; i < size; ++i) pairs.push_back({items[i], scores[i]});
    EXPECT_EQ(items_of(largest_scores(pairs, count, scale)),
              items_of(support::ranked_by_rule(items, scores, count, scale)));
    EXPECT_EQ(items_of(largest_scores(items, scores, count, scale)),
              items_of(support::ranked_by_rule(items, scores, count, scale)));
  }
}

TEST(LargestScores, TiesGoToTheLowestItem) {
  EXPECT_EQ(items_of(largest_scores({{7, 1.0}, {3, 1.0}, {5, 1.0}}, 1, 1.0)), (Items{3}));
  EXPECT_EQ(items_of(largest_scores({{7, 1.0}, {3, 1.0}, {5, 1.0}}, 3, 1.0)), (Items{3, 5, 7}));
  EXPECT_EQ(items_of(largest_scores({{7, 1.0 + 1e-13}, {3, 1.0}}, 1, 1.0)), (Items{3}));
  EXPECT_EQ(items_of(largest_scores({{7, 1.0 + 1e-8}, {3, 1.0}}, 1, 1.0)), (Items{7}));
}

TEST(LargestScores, TheScaleDecidesWhatIsRounding) {
  EXPECT_EQ(items_of(largest_scores({{7, 1e-9}, {3, 0.0}}, 1, 1e4)), (Items{3}));
  EXPECT_EQ(items_of(largest_scores({{7, 1e-9}, {3, 0.0}}, 1, 1.0)), (Items{7}));
}

TEST(LargestScores, MayBeFewerThanRequested) {
  EXPECT_TRUE(largest_scores({}, 3, 1.0).empty());
  EXPECT_TRUE(largest_scores({{1, 1.0}}, 0, 1.0).empty());
  EXPECT_EQ(items_of(largest_scores({{1, 1.0}, {2, 2.0}}, 5, 1.0)), (Items{2, 1}));
}

TEST(LargestScores, RefusesScoresThatAreNotFinite) {
  const Items items{4, 9};
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (const std::size_t count : {1, 2}) {
      EXPECT_THROW(largest_scores(items, std::vector{1.0, bad}, count, 1.0), NumericFailure);
      EXPECT_THROW(largest_scores(items, std::vector{bad, bad}, count, 1.0), NumericFailure);
      EXPECT_THROW(largest_scores({{4, bad}, {9, 1.0}}, count, 1.0), NumericFailure);
    }
  }
}

/// Gains that only fall, like those of a submodular function.
class FallingGains {
 public:
  explicit FallingGains(std::size_t size, Random& random) : gains_(size) {
    for (double& gain : gains_) gain = static_cast<double>(1 + random.below(50));
  }

  void fall(Random& random) {
    for (double& gain : gains_) {
      if (random.below(3) == 0) gain *= static_cast<double>(1 + random.below(4)) / 4.0;
    }
  }

  std::vector<double> at(std::span<const Item> items) {
    std::vector<double> out;
    for (const Item item : items) out.push_back(gains_[support::at(item)]);
    asked += items.size();
    return out;
  }

  std::size_t asked = 0;

 private:
  std::vector<double> gains_;
};

TEST(LazyRanking, EqualsRankingEverything) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed, 5);
    const std::size_t size = 1 + random.below(60);
    FallingGains gains(size, random);
    LazyRanking lazy;
    const auto ask = [&](std::span<const Item> batch) { return gains.at(batch); };
    for (int step = 0; step < 30; ++step) {
      const Items candidates =
          support::random_set(random, static_cast<Item>(size), random.below(size + 1));
      const std::size_t count = random.below(8);
      const auto all = gains.at(candidates);
      const auto wanted = support::ranked_by_rule(candidates, all, count, 1.0);
      const auto got = lazy.largest(candidates, count, 1.0, size, ask);
      ASSERT_EQ(items_of(got), items_of(wanted)) << "seed " << seed << ", step " << step;
      for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i].score, wanted[i].score);
      gains.fall(random);
    }
  }
}

/// As greedy asks: of all items, one fewer in each step. In another order every candidate is looked
/// at; in theirs, blocks are passed over.
TEST(LazyRanking, PassesOverBlocksWithTheSameAnswer) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Random random(seed, 6);
    const std::size_t size = 16'384 + random.below(2000);
    FallingGains gains(size, random);
    FallingGains same = gains;
    LazyRanking by_blocks;
    LazyRanking by_items;
    Items left = support::ground_set(static_cast<Item>(size));
    for (std::size_t step = 0; step < 15; ++step) {
      const std::size_t count = step % 3 == 2 ? 4 : 1;
      const Items backwards(left.rbegin(), left.rend());
      const auto wanted = support::ranked_by_rule(left, FallingGains(gains).at(left), count, 1.0);
      const auto got = by_blocks.largest(
          left, count, 1.0, size, [&](std::span<const Item> some) { return gains.at(some); });
      const auto other = by_items.largest(
          backwards, count, 1.0, size, [&](std::span<const Item> some) { return same.at(some); });
      ASSERT_EQ(items_of(got), items_of(wanted)) << "seed " << seed << ", step " << step;
      ASSERT_EQ(items_of(got), items_of(other)) << "seed " << seed << ", step " << step;
      ASSERT_EQ(gains.asked, same.asked) << "seed " << seed << ", step " << step;
      std::erase(left, got.front().item);
      gains.fall(random);
      same = gains;
    }
  }
}

TEST(LazyRanking, EvaluatesFewCandidates) {
  Random random(3);
  const std::size_t size = 1000;
  FallingGains gains(size, random);
  LazyRanking lazy;
  const Items all = support::ground_set(static_cast<Item>(size));
  const auto ask = [&](std::span<const Item> batch) { return gains.at(batch); };
  lazy.largest(all, 1, 1.0, size, ask);
  EXPECT_EQ(gains.asked, size) << "nothing is known at first";
  lazy.largest(all, 1, 1.0, size, ask);
  EXPECT_LT(gains.asked, size + 100)
      << "nothing has changed: only ties with the best need to be evaluated";
}

TEST(LazyRanking, LeavesOutWhatCanOnlyTieWithALowerItem) {
  std::size_t asked = 0;
  const auto ask = [&](std::span<const Item> batch) {
    asked += batch.size();
    return std::vector<double>(batch.size(), 2.0);
  };
  LazyRanking lazy;
  Items left = support::ground_set(1000);
  lazy.largest(left, 1, 1.0, 1000, ask);
  asked = 0;
  for (Item step = 0; step < 100; ++step) {
    EXPECT_EQ(lazy.largest(left, 1, 1.0, 1000, ask).front().item, step);
    left.erase(left.begin());
  }
  EXPECT_LE(asked, 200);
}

TEST(LazyRanking, ForgetsWhenGainsMayHaveGrown) {
  std::vector<double> gains{3.0, 1.0, 2.0};
  LazyRanking lazy;
  const Items all{0, 1, 2};
  const auto ask = [&](std::span<const Item> batch) {
    std::vector<double> out;
    for (const Item item : batch) out.push_back(gains[support::at(item)]);
    return out;
  };
  EXPECT_EQ(lazy.largest(all, 1, 1.0, 3, ask).front().item, 0);
  gains[1] = 5.0;
  lazy.forget();
  EXPECT_EQ(lazy.largest(all, 1, 1.0, 3, ask).front().item, 1);
}

TEST(LazyRanking, RefusesGainsThatAreNotFinite) {
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    LazyRanking lazy;
    const Items all{0, 1};
    const auto ask = [&](std::span<const Item> /*batch*/) { return std::vector{1.0, bad}; };
    EXPECT_THROW(lazy.largest(all, 1, 1.0, 2, ask), NumericFailure);
  }
}

}  // namespace
}  // namespace holdfast
