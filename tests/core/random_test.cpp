#include "holdfast/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

/// The published algorithms, written once more: xoshiro256++ with its four words from splitmix64.
class PlainXoshiro {
 public:
  PlainXoshiro(std::uint64_t seed, std::uint64_t stream) {
    std::uint64_t a = seed;
    std::uint64_t b = stream;
    std::uint64_t mix = splitmix(a) ^ std::rotl(splitmix(b), 32);
    for (auto& word : words_) word = splitmix(mix);
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

 private:
  static std::uint64_t splitmix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t words_[4];
};

/// Pearson's statistic against equal expected counts.
double chi_square(const std::vector<int>& counts) {
  double total = 0.0;
  for (const int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double statistic = 0.0;
  for (const int count : counts) statistic += (count - expected) * (count - expected) / expected;
  return statistic;
}

/// Six standard deviations above the mean of a chi-square variable; the seeds are fixed, so a test
/// either always passes or shows a defect.
double chi_square_limit(std::size_t cells) {
  const auto freedom = static_cast<double>(cells - 1);
  return freedom + 6.0 * std::sqrt(2.0 * freedom);
}

TEST(Random, BitsAreThoseOfThePublishedAlgorithm) {
  for (std::uint64_t seed : {0ULL, 1ULL, 42ULL, ~0ULL}) {
    for (std::uint64_t stream : {0ULL, 1ULL, 2003ULL}) {
      Random random(seed, stream);
      PlainXoshiro plain(seed, stream);
      for (int i = 0; i < 100; ++i) ASSERT_EQ(random.bits(), plain.next());
    }
  }
}

TEST(Random, EqualSeedsAndStreamsGiveEqualSequences) {
  Random a(7, 3);
  Random b(7, 3);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(a.normal(), b.normal());
    EXPECT_EQ(a.below(10), b.below(10));
  }
}

TEST(Random, SeedsAndStreamsAreUnrelated) {
  std::set<std::uint64_t> first_words;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::uint64_t stream = 0; stream < 50; ++stream) {
      first_words.insert(Random(seed, stream).bits());
    }
  }
  EXPECT_EQ(first_words.size(), 2500U);
  EXPECT_NE(Random(1, 2).bits(), Random(2, 1).bits());
}

TEST(Random, UniformIsAMultipleOfTwoToMinus53InTheUnitInterval) {
  Random random(1);
  std::vector<int> cells(64);
  double sum = 0.0;
  constexpr int draws = 200'000;
  for (int i = 0; i < draws; ++i) {
    const double u = random.uniform();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ASSERT_EQ(u * 0x1p53, std::floor(u * 0x1p53));
    ++cells[static_cast<std::size_t>(u * 64.0)];
    sum += u;
  }
  EXPECT_LT(chi_square(cells), chi_square_limit(cells.size()));
  EXPECT_NEAR(sum / draws, 0.5, 5.0 / std::sqrt(12.0 * draws));
}

TEST(Random, UniformBetweenBounds) {
  Random random(2);
  double least = 1e9;
  double most = -1e9;
  for (int i = 0; i < 10'000; ++i) {
    const double u = random.uniform(-3.0, 5.0);
    least = std::min(least, u);
    most = std::max(most, u);
  }
  EXPECT_GE(least, -3.0);
  EXPECT_LT(least, -2.9);
  EXPECT_LT(most, 5.0);
  EXPECT_GT(most, 4.9);
}

TEST(Random, BelowIsUnbiased) {
  Random random(3);
  for (const std::uint64_t bound : {1U, 2U, 3U, 7U, 10U, 64U, 100U}) {
    std::vector<int> counts(bound);
    for (int i = 0; i < 60'000; ++i) ++counts[random.below(bound)];
    if (bound > 1) {
      EXPECT_LT(chi_square(counts), chi_square_limit(counts.size())) << bound;
    }
  }
}

TEST(Random, BelowIsUnbiasedWhereARemainderWouldBeBiased) {
  // Three quarters of 2^64: taking the remainder of 64 bits would return the lowest third twice as
  // often as it should.
  Random random(4);
  const std::uint64_t bound = 3ULL << 62;
  std::vector<int> thirds(3);
  for (int i = 0; i < 60'000; ++i) ++thirds[random.below(bound) / (1ULL << 62)];
  EXPECT_LT(chi_square(thirds), chi_square_limit(3));
}

TEST(Random, BelowNeedsABound) {
  Random random(5);
  EXPECT_EQ(random.below(1), 0U);
  EXPECT_THROW(random.below(0), std::invalid_argument);
}

TEST(Random, NormalHasTheRightMomentsAndTails) {
  Random random(6);
  constexpr int draws = 200'000;
  double moments[5] = {};
  int beyond_one = 0;
  int beyond_two = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = random.normal();
    double power = 1.0;
    for (double& moment : moments) {
      moment += power / draws;
      power *= x;
    }
    beyond_one += std::abs(x) > 1.0 ? 1 : 0;
    beyond_two += std::abs(x) > 2.0 ? 1 : 0;
  }
  const double unit = 6.0 / std::sqrt(static_cast<double>(draws));
  EXPECT_NEAR(moments[1], 0.0, unit);
  EXPECT_NEAR(moments[2], 1.0, unit * std::sqrt(2.0));
  EXPECT_NEAR(moments[3], 0.0, unit * std::sqrt(15.0));
  EXPECT_NEAR(moments[4], 3.0, unit * std::sqrt(96.0));
  EXPECT_NEAR(beyond_one / static_cast<double>(draws), std::erfc(1.0 / std::sqrt(2.0)), unit);
  EXPECT_NEAR(beyond_two / static_cast<double>(draws), std::erfc(2.0 / std::sqrt(2.0)), unit);
}

TEST(Random, NormalIsThePolarMethodOnItsOwnUniforms) {
  Random random(8, 1);
  Random uniforms(8, 1);
  for (int pair = 0; pair < 1000; ++pair) {
    double u = 0.0;
    double v = 0.0;
    double square = 0.0;
    do {
      u = uniforms.uniform(-1.0, 1.0);
      v = uniforms.uniform(-1.0, 1.0);
      square = u * u + v * v;
    } while (square >= 1.0 || square == 0.0);
    const double scale = std::sqrt(-2.0 * std::log(square) / square);
    // The generator has a logarithm of its own and never fuses a multiplication with an addition,
    // as this file may; near square = 1 the logarithm magnifies the last bit of the square.
    const double tolerance = 1e-15 / (1.0 - square) + 1e-14;
    EXPECT_NEAR(random.normal(), u * scale, tolerance * std::abs(u * scale));
    EXPECT_NEAR(random.normal(), v * scale, tolerance * std::abs(v * scale));
  }
}

TEST(Random, SamplesAreDistinctMembers) {
  Random random(9);
  const Items pool{3, 1, 4, 15, 9, 2, 6};
  for (std::size_t count = 0; count <= pool.size(); ++count) {
    const Items sample = random.sample(pool, count);
    EXPECT_EQ(sample.size(), count);
    EXPECT_EQ(std::set<Item>(sample.begin(), sample.end()).size(), count);
    for (const Item item : sample) {
      EXPECT_NE(std::find(pool.begin(), pool.end(), item), pool.end());
    }
  }
  EXPECT_THROW(random.sample(pool, pool.size() + 1), std::invalid_argument);
}

TEST(Random, EverySubsetAndOrderIsEquallyLikely) {
  Random random(10);
  const Items pool = support::ground_set(5);
  std::map<Items, int> subsets;
  std::map<Items, int> sequences;
  for (int i = 0; i < 60'000; ++i) {
    const Items sample = random.sample(pool, 3);
    ++sequences[sample];
    ++subsets[support::sorted(sample)];
  }
  ASSERT_EQ(subsets.size(), 10U);
  ASSERT_EQ(sequences.size(), 60U);
  const auto counts_of = [](const std::map<Items, int>& seen) {
    std::vector<int> counts;
    counts.reserve(seen.size());
    for (const auto& [items, count] : seen) counts.push_back(count);
    return counts;
  };
  EXPECT_LT(chi_square(counts_of(subsets)), chi_square_limit(10));
  EXPECT_LT(chi_square(counts_of(sequences)), chi_square_limit(60));
}

}  // namespace
}  // namespace holdfast
