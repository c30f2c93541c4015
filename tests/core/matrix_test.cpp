#include "holdfast/core/matrix.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "holdfast/core/errors.hpp"
#include "tests/support/expectations.hpp"

namespace holdfast {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Matrix, IsStoredColumnByColumn) {
  const Matrix matrix(2, 3, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(matrix.rows(), 2U);
  EXPECT_EQ(matrix.cols(), 3U);
  EXPECT_EQ(matrix(0, 0), 1.0);
  EXPECT_EQ(matrix(1, 0), 2.0);
  EXPECT_EQ(matrix(0, 2), 5.0);
  EXPECT_EQ(matrix.column(1)[0], 3.0);
  EXPECT_EQ(matrix.column(1).size(), 2U);
}

TEST(Matrix, NeedsAsManyNumbersAsCells) {
  EXPECT_THROW(Matrix(2, 3, {1, 2, 3}), std::invalid_argument);
  EXPECT_THROW(Matrix(0, 3, {1}), std::invalid_argument);
  EXPECT_EQ(Matrix(0, 3, {}).cols(), 3U);
  EXPECT_EQ(Matrix().rows(), 0U);
}

TEST(Matrix, CopiesShareTheNumbers) {
  const Matrix original(1, 2, {1, 2});
  const Matrix copy = original;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.data(), original.data());
}

TEST(Matrix, KeepsTheOwnerOfBorrowedNumbersAlive) {
  auto lender = std::make_shared<std::vector<double>>(std::vector<double>{1, 2, 3, 4});
  const std::weak_ptr<std::vector<double>> watched = lender;
  {
    Matrix borrowed(2, 2, lender->data(), lender);
    lender.reset();
    const Matrix copy = borrowed;
    borrowed = Matrix();
    EXPECT_FALSE(watched.expired());
    EXPECT_EQ(copy(1, 1), 4.0);
  }
  EXPECT_TRUE(watched.expired());
}

TEST(SparseMatrix, HoldsTheGivenNumbers) {
  const SparseMatrix matrix(4, 3, {0, 2, 2, 3}, {1, 3, 0}, {10, 30, 5});
  EXPECT_EQ(matrix.nonzeros(), 3U);
  EXPECT_EQ(matrix.column_rows(0).size(), 2U);
  EXPECT_EQ(matrix.column_rows(0)[1], 3);
  EXPECT_EQ(matrix.column_values(2)[0], 5.0);
  EXPECT_TRUE(matrix.column_rows(1).empty());
  const Matrix dense = matrix.to_dense();
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double wanted = j == 0 && i == 1   ? 10
                            : j == 0 && i == 3 ? 30
                            : j == 2 && i == 0 ? 5
                                               : 0;
      EXPECT_EQ(dense(i, j), wanted) << i << ", " << j;
    }
  }
}

TEST(SparseMatrix, RefusesArraysThatDoNotFit) {
  const auto make = [](std::vector<std::int64_t> starts, std::vector<std::int32_t> rows,
                       std::vector<double> values) {
    return SparseMatrix(3, 2, std::move(starts), std::move(rows), std::move(values));
  };
  EXPECT_NO_THROW(make({0, 1, 2}, {0, 2}, {1, 1}));
  EXPECT_THROW(make({}, {}, {}), std::invalid_argument) << "no starts";
  EXPECT_THROW(make({0, 1}, {0}, {1}), std::invalid_argument) << "too few starts";
  EXPECT_THROW(make({1, 1, 2}, {0, 2}, {1, 1}), std::invalid_argument) << "does not begin at 0";
  EXPECT_THROW(make({0, 1, 3}, {0, 2}, {1, 1}), std::invalid_argument) << "ends beyond the values";
  EXPECT_THROW(make({0, 1, 2}, {0}, {1, 1}), std::invalid_argument) << "fewer rows than values";
  EXPECT_THROW(make({0, 2, 1}, {0}, {1}), std::invalid_argument) << "starts fall";
  EXPECT_THROW(make({0, 5, 2}, {0, 2}, {1, 1}), std::invalid_argument) << "a start beyond the end";
  EXPECT_THROW(make({0, -1, 2}, {0, 2}, {1, 1}), std::invalid_argument) << "a negative start";
  EXPECT_THROW(make({0, 1, 2}, {0, 3}, {1, 1}), std::invalid_argument) << "row too large";
  EXPECT_THROW(make({0, 1, 2}, {-1, 2}, {1, 1}), std::invalid_argument) << "row negative";
  EXPECT_THROW(make({0, 2, 2}, {2, 1}, {1, 1}), std::invalid_argument) << "rows fall";
  EXPECT_THROW(make({0, 2, 2}, {1, 1}, {1, 1}), std::invalid_argument) << "a repeated row";
}

TEST(RequireFinite, NamesTheCell) {
  for (const double bad : {nan, infinity, -infinity}) {
    const Matrix dense(2, 3, {1, 2, 3, bad, 5, 6});
    support::expect_refusal([&] { require_finite(dense, "design"); },
                            {"design", "row 1", "column 1"});
    const SparseMatrix sparse(9, 2, {0, 1, 2}, {4, 7}, {1, bad});
    support::expect_refusal([&] { require_finite(sparse, "design"); },
                            {"design", "row 7", "column 1"});
    const std::vector<double> vector{0, 0, bad};
    support::expect_refusal([&] { require_finite(vector, "response"); }, {"response", "entry 2"});
    EXPECT_THROW(require_finite(dense, "design"), InvalidInput);
  }
}

TEST(RequireFinite, AcceptsEveryFiniteNumber) {
  const double most = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_NO_THROW(require_finite(Matrix(1, 4, {most, -most, least, -0.0}), "design"));
  EXPECT_NO_THROW(require_finite(Matrix(), "design"));
  EXPECT_NO_THROW(require_finite(SparseMatrix(), "design"));
}

}  // namespace
}  // namespace holdfast
