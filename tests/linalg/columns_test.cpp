#include "holdfast/linalg/columns.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "holdfast/core/random.hpp"
#include "holdfast/linalg/gram_columns.hpp"
#include "tests/support/random_data.hpp"

namespace holdfast::linalg {
namespace {

struct Variant {
  bool sparse;
  bool center;
};

/// The same design as a dense matrix of Eigen and as Columns.
struct Pair {
  Pair(Variant variant, std::size_t rows, std::size_t cols, Workers& workers) {
    const Matrix design =
        support::random_linear_data({.rows = rows, .cols = cols, .sparse = variant.sparse}, 3)
            .design;
    plain = Eigen::Map<const Eigen::MatrixXd>(design.data(), static_cast<Eigen::Index>(rows),
                                              static_cast<Eigen::Index>(cols));
    if (variant.center) plain.rowwise() -= plain.colwise().mean().eval();
    columns = variant.sparse ? make_columns(support::to_sparse(design), variant.center)
                             : make_columns(design, variant.center, workers);
  }

  Eigen::MatrixXd plain;
  std::unique_ptr<Columns> columns;
};

class ColumnsOf : public testing::TestWithParam<Variant> {};

TEST_P(ColumnsOf, ADesignGiveItsInnerProducts) {
  Workers workers(2);
  // 37 rows leave a remainder for any vector length; 300 columns are several chunks.
  const Pair test(GetParam(), 37, 300, workers);
  const Columns& columns = *test.columns;
  EXPECT_EQ(columns.rows(), 37U);
  EXPECT_EQ(columns.count(), 300U);
  const Eigen::MatrixXd gram = test.plain.transpose() * test.plain;
  const double error = 1e-11 * gram.cwiseAbs().maxCoeff();
  for (const std::size_t a : {0U, 7U, 299U}) {
    for (const std::size_t b : {0U, 7U, 150U}) {
      EXPECT_NEAR(columns.product(a, b),
                  gram(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)), error);
    }
    std::vector<double> column(37);
    columns.copy_column(a, column);
    for (std::size_t i = 0; i < 37; ++i) {
      EXPECT_NEAR(column[i], test.plain(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(a)),
                  1e-12);
    }
  }

  ASSERT_GE(columns.at_once(), 1U);
  for (std::size_t count = 1; count <= columns.at_once(); ++count) {
    std::vector<std::size_t> items;
    std::vector<std::vector<double>> out(count, std::vector<double>(300));
    std::vector<double*> places;
    for (std::size_t i = 0; i < count; ++i) {
      items.push_back((i * 83 + 5) % 300);
      places.push_back(out[i].data());
    }
    columns.products_with_each(items, places, workers);
    for (std::size_t i = 0; i < count; ++i) {
      for (Eigen::Index c = 0; c < 300; ++c) {
        EXPECT_NEAR(out[i][static_cast<std::size_t>(c)],
                    gram(c, static_cast<Eigen::Index>(items[i])), error);
      }
    }
  }
}

TEST_P(ColumnsOf, ADesignMultiplyAVector) {
  Workers workers(2);
  const Pair test(GetParam(), 37, 300, workers);
  Eigen::VectorXd v(37);
  for (Eigen::Index i = 0; i < 37; ++i) v[i] = std::sin(static_cast<double>(i));
  v.array() -= v.mean();
  std::vector<double> out(300);
  test.columns->products_with({v.data(), 37}, out, workers);
  const Eigen::VectorXd wanted = test.plain.transpose() * v;
  for (Eigen::Index c = 0; c < 300; ++c)
    EXPECT_NEAR(out[static_cast<std::size_t>(c)], wanted[c], 1e-11);
}

TEST_P(ColumnsOf, ADesignGiveTheGramMatrixColumnByColumn) {
  Workers workers(2);
  const Pair test(GetParam(), 37, 60, workers);
  const Eigen::MatrixXd gram = test.plain.transpose() * test.plain;
  const double error = 1e-11 * gram.cwiseAbs().maxCoeff();
  const GramColumns columns(*test.columns);
  const std::vector<int> likely{9, 10, 11, 12, 13, 14, 15, 16, 17};
  const std::vector<int> others{3, 59, 0, 12};
  // Twice: the second time, some are kept from the first.
  for (int round = 0; round < 2; ++round) {
    for (std::size_t j = 0; j < 60; ++j) {
      std::vector<double> products(others.size());
      columns.products(j, others, products);
      for (std::size_t i = 0; i < others.size(); ++i) {
        EXPECT_NEAR(products[i], gram(others[i], static_cast<Eigen::Index>(j)), error);
      }
      const auto column = columns.column(
          j, [&] { return likely; }, workers);
      ASSERT_EQ(column->size(), 60U);
      for (Eigen::Index c = 0; c < 60; ++c) {
        EXPECT_NEAR((*column)[static_cast<std::size_t>(c)], gram(c, static_cast<Eigen::Index>(j)),
                    error);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, ColumnsOf,
                         testing::Values(Variant{false, false}, Variant{false, true},
                                         Variant{true, false}, Variant{true, true}),
                         [](const auto& variant) {
                           return std::string(variant.param.sparse ? "sparse" : "dense") +
                                  (variant.param.center ? "_centered" : "");
                         });

TEST(Columns, SparseOnesAreCenteredLikeDenseOnes) {
  // Full, half empty and nearly empty columns, around means that are large and small.
  constexpr std::size_t rows = 1000;
  Random random(11);
  std::vector<double> numbers;
  for (const double mean : {1e6, 1.0}) {
    for (const std::size_t every : {1U, 2U, 100U}) {
      for (std::size_t i = 0; i < rows; ++i)
        numbers.push_back(i % every == 0 ? mean + random.normal() : 0.0);
    }
  }
  numbers.insert(numbers.end(), rows, 1e6);  // nothing is left of a constant one
  const Matrix design(rows, 7, std::move(numbers));
  Workers workers(1);
  const auto dense = make_columns(design, true, workers);
  const auto sparse = make_columns(support::to_sparse(design), true);
  for (std::size_t a = 0; a < 7; ++a) {
    std::vector<double> products(7);
    sparse->products_with_each(std::vector{a}, std::vector{products.data()}, workers);
    for (std::size_t b = 0; b < 7; ++b) {
      const double scale = std::sqrt(dense->product(a, a) * dense->product(b, b));
      EXPECT_NEAR(sparse->product(b, a), dense->product(b, a), 1e-9 * scale) << a << ' ' << b;
      EXPECT_EQ(sparse->product(b, a), products[b]) << a << ' ' << b;
    }
  }
  EXPECT_EQ(sparse->product(6, 6), 0.0);
}

TEST(Columns, OfALargeDesignStayWhereTheyAreAndGiveTheSameBits) {
  Workers workers(1);
  // Nine such columns are more than is copied, eight are not. Only copies are aligned.
  constexpr std::size_t rows = std::size_t{1} << 18U;
  std::vector<double> numbers(9 * rows);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<double>(i * 7919 % 10007) * 1e-3 - 5.0;
  const Matrix design(rows, 9, numbers);
  numbers.resize(8 * rows);
  const auto large = make_columns(design, false, workers);
  const auto copied = make_columns(Matrix(rows, 8, std::move(numbers)), false, workers);
  std::vector<double> of_large(9, 0.0);
  std::vector<double> of_copied(8);
  large->products_with_each(std::vector<std::size_t>{2}, std::vector{of_large.data()}, workers);
  copied->products_with_each(std::vector<std::size_t>{2}, std::vector{of_copied.data()}, workers);
  for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(of_large[j], of_copied[j]);
  large->products_with(design.column(8), of_large, workers);
  copied->products_with(design.column(8), of_copied, workers);
  for (std::size_t j = 0; j < 8; ++j) {
    EXPECT_EQ(of_large[j], of_copied[j]);
    EXPECT_EQ(large->product(j, 8), of_copied[j]);
    EXPECT_EQ(large->product(j, 2), copied->product(j, 2));
  }
}

TEST(Columns, ServeSeveralThreadsAtOnce) {
  Workers workers(4);
  const Pair test({false, true}, 30, 80, workers);
  const GramColumns columns(*test.columns);
  const Eigen::MatrixXd gram = test.plain.transpose() * test.plain;
  std::vector<double> worst(64, 0.0);
  workers.share(64, [&](std::size_t piece) {
    const std::size_t j = (piece * 7) % 80;
    const auto column = columns.column(
        j,
        [] {
          return std::vector<int>{1, 2, 3};
        },
        workers);
    for (Eigen::Index c = 0; c < 80; ++c) {
      const double wrong =
          std::abs((*column)[static_cast<std::size_t>(c)] - gram(c, static_cast<Eigen::Index>(j)));
      worst[piece] = std::max(worst[piece], wrong);
    }
  });
  for (const double wrong : worst) EXPECT_LT(wrong, 1e-10);
}

}  // namespace
}  // namespace holdfast::linalg
