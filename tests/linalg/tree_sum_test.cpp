#include "holdfast/linalg/tree_sum.hpp"

#include <gtest/gtest.h>

#include <map>

#include "holdfast/core/random.hpp"

namespace holdfast::linalg {
namespace {

using Blocks = std::map<std::size_t, double>;

/// The definition: both halves of [first, first + size), then their sum.
double slow_sum(const Blocks& blocks, std::size_t first, std::size_t size) {
  if (size == 1) {
    const auto found = blocks.find(first);
    return found == blocks.end() ? 0.0 : found->second;
  }
  return slow_sum(blocks, first, size / 2) + slow_sum(blocks, first + size / 2, size / 2);
}

double tree_sum(const Blocks& blocks) {
  TreeSum sum;
  for (const auto& [block, value] : blocks) sum.add(block, value);
  return sum.total();
}

Blocks random_blocks(Random& random, std::size_t among, double share) {
  Blocks blocks;
  for (std::size_t block = 0; block < among; ++block)
    if (random.uniform() < share) blocks[block] = random.uniform() * (block % 7 == 0 ? 1e8 : 1.0);
  return blocks;
}

TEST(TreeSum, HasTheShapeOfTheBlockNumbers) {
  Random random(1, 0);
  for (const double share : {1.0, 0.6, 0.1}) {
    for (int trial = 0; trial < 50; ++trial) {
      const Blocks blocks = random_blocks(random, 1 + random.below(256), share);
      EXPECT_EQ(tree_sum(blocks), slow_sum(blocks, 0, 256));
    }
  }
}

TEST(TreeSum, DoesNotDependOnHowAlignedPartsAreSpread) {
  Random random(2, 0);
  const Blocks blocks = random_blocks(random, 200, 0.8);
  for (const std::size_t part : {1U, 2U, 8U, 64U, 256U}) {
    std::map<std::size_t, Blocks> parts;
    for (const auto& [block, value] : blocks) parts[block / part][block % part] = value;
    Blocks sums;
    for (const auto& [where, own] : parts) sums[where] = tree_sum(own);
    EXPECT_EQ(tree_sum(sums), tree_sum(blocks)) << part;
  }
}

TEST(TreeSum, OfNothingAndOfFarBlocks) {
  EXPECT_EQ(TreeSum().total(), 0.0);
  TreeSum far;
  for (int bit = 0; bit < 64; ++bit) far.add(~std::size_t{0} << (63 - bit), 1.0);
  EXPECT_EQ(far.total(), 64.0);
}

}  // namespace
}  // namespace holdfast::linalg
