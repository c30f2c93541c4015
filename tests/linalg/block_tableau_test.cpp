#include "holdfast/linalg/block_tableau.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"

namespace holdfast {
namespace {

using linalg::BlockTableau;
using linalg::Index;

/// Sizes of blocks; 0 for a mixture.
std::vector<Index> sizes_of(Index blocks, Index size) {
  std::vector<Index> sizes(static_cast<std::size_t>(blocks), size);
  for (std::size_t i = 0; size == 0 && i < sizes.size(); ++i)
    sizes[i] = static_cast<Index>(1 + (5 * i) % 4);
  return sizes;
}

/// A random quadratic form, and its maxima by solving for each set anew.
struct Form {
  Form(Index blocks, Index size, std::uint64_t seed) : sizes(sizes_of(blocks, size)) {
    Random random(seed, 31);
    const Index n = std::accumulate(sizes.begin(), sizes.end(), Index{0});
    Eigen::MatrixXd x(n + 3, n);
    for (double& entry : x.reshaped()) entry = random.normal();
    h = x.transpose() * x;
    h.diagonal().array() += 0.5;
    b.resize(n);
    for (double& entry : b) entry = 10.0 * random.normal();
  }

  std::vector<Index> rows(const std::set<Index>& kept) const {
    std::vector<Index> result;
    for (const Index block : kept) {
      const Index from = std::accumulate(sizes.begin(), sizes.begin() + block, Index{0});
      for (Index i = 0; i < sizes[static_cast<std::size_t>(block)]; ++i) result.push_back(from + i);
    }
    return result;
  }
  Eigen::VectorXd weights(const std::set<Index>& kept) const {
    const auto own = rows(kept);
    return h(own, own).ldlt().solve(b(own));
  }
  double value(const std::set<Index>& kept) const {
    return kept.empty() ? 0.0 : 0.5 * b(rows(kept)).dot(weights(kept));
  }

  std::vector<Index> sizes;
  Eigen::MatrixXd h;
  Eigen::VectorXd b;
};

class Tableaux : public testing::TestWithParam<Index> {
 protected:
  static constexpr Index blocks = 7;

  /// A walk with tableau and set side by side.
  template <class Check>
  void for_each_stop(const Check& check) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Form form(blocks, GetParam(), seed);
      BlockTableau tableau(form.h, form.b, form.sizes);
      std::set<Index> kept;
      Random random(seed, 32);
      for (int step = 0; step < 40; ++step) {
        const auto block = static_cast<Index>(random.below(blocks));
        tableau.move(std::span(&block, 1));
        if (kept.erase(block) == 0) kept.insert(block);
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", step " << step);
        check(form, tableau, kept);
      }
    }
  }
};

TEST_P(Tableaux, ForeseeWhatIsLeftWithoutABlock) {
  for_each_stop([](const Form& form, const BlockTableau& tableau, const std::set<Index>& kept) {
    for (const Index block : kept) {
      std::set<Index> others = kept;
      others.erase(block);
      EXPECT_NEAR(tableau.loss(block), form.value(kept) - form.value(others), 1e-7);
      Eigen::VectorXd expected = Eigen::VectorXd::Zero(form.b.size());
      if (!others.empty()) expected(form.rows(others)) = form.weights(others);
      EXPECT_LT((tableau.weights_without(block) - expected).norm(), 1e-7);
    }
  });
}

TEST_P(Tableaux, HoldTheMaximumOfTheKeptBlocks) {
  for_each_stop([&](const Form& form, const BlockTableau& tableau, const std::set<Index>& kept) {
    const double scale = form.value({0, 1, 2, 3, 4, 5, 6});
    EXPECT_NEAR(tableau.value(), form.value(kept), 1e-10 * scale);
    const std::vector<Index> list(kept.begin(), kept.end());
    if (!list.empty()) {
      const Eigen::VectorXd weights = tableau.weights(list);
      EXPECT_LT((weights - form.weights(kept)).norm(), 1e-9 * (1.0 + weights.norm()));
      const auto own = form.rows(kept);
      const Eigen::MatrixXd product = tableau.inverse(list) * form.h(own, own);
      EXPECT_TRUE(product.isIdentity(1e-8));
    }
    for (Index block = 0; block < blocks; ++block) {
      EXPECT_EQ(tableau.is_kept(block), kept.contains(block));
      if (kept.contains(block)) continue;
      std::set<Index> more = kept;
      more.insert(block);
      EXPECT_NEAR(tableau.gain(block), form.value(more) - form.value(kept), 1e-9 * scale);
    }
  });
}

TEST_P(Tableaux, KnowEveryExchange) {
  constexpr Index first = 1;
  for_each_stop([&](const Form& form, const BlockTableau& tableau, const std::set<Index>& kept) {
    const double scale = form.value({0, 1, 2, 3, 4, 5, 6});
    std::vector<double> changes;
    for (Index joining = 0; joining < blocks; ++joining) {
      for (Index leaving = first; leaving < blocks; ++leaving) {
        if (kept.contains(joining) || !kept.contains(leaving)) continue;
        std::set<Index> other = kept;
        other.erase(leaving);
        other.insert(joining);
        changes.push_back(form.value(other) - form.value(kept));
      }
    }
    std::ranges::sort(changes);
    const auto all = tableau.best_exchanges(first, 1000);
    ASSERT_EQ(all.size(), changes.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_NEAR(all[i].change, changes[i], 1e-8 * scale);
      EXPECT_GE(all[i].leaving, first);
      EXPECT_TRUE(kept.contains(all[i].leaving));
      EXPECT_FALSE(kept.contains(all[i].joining));
    }
    const auto few = tableau.best_exchanges(first, 3);
    ASSERT_EQ(few.size(), std::min<std::size_t>(3, all.size()));
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].change, all[i].change);
  });
}

TEST_P(Tableaux, ManyBlocksMoveAtOnce) {
  const Form form(blocks, GetParam(), 9);
  BlockTableau together(form.h, form.b, form.sizes);
  BlockTableau in_turn = together;
  const std::vector<Index> some{1, 4, 5, 6};
  together.move(some);
  for (const Index block : some) in_turn.move(std::span(&block, 1));
  EXPECT_NEAR(together.value(), in_turn.value(), 1e-10 * together.value());
  EXPECT_TRUE(together.weights(some).isApprox(in_turn.weights(some), 1e-9));
  together.move({});
  together.move(std::vector<Index>{4, 6});
  EXPECT_NEAR(together.value(), form.value({1, 5}), 1e-9 * in_turn.value());
}

INSTANTIATE_TEST_SUITE_P(BlockSizes, Tableaux, testing::Values(0, 1, 2, 5));

TEST(BlockTableau, ADegenerateBlockIsAFailure) {
  BlockTableau tableau(Eigen::MatrixXd::Zero(2, 2), Eigen::VectorXd::Ones(2), sizes_of(2, 1));
  const Index block = 1;
  EXPECT_THROW(tableau.move(std::span(&block, 1)), NumericFailure);
}

}  // namespace
}  // namespace holdfast
