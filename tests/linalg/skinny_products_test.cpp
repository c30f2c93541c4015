#include "holdfast/linalg/skinny_products.hpp"

#include <gtest/gtest.h>

namespace holdfast::linalg {
namespace {

TEST(SkinnyProducts, EqualPlainProducts) {
  std::srand(1);
  for (const Eigen::Index rows : {0, 1, 7, 8, 23, 24, 25, 100, 1029}) {
    for (const Eigen::Index depth : {0, 1, 2, 3, 5, 31}) {
      for (Eigen::Index columns = 1; columns <= 15; ++columns) {
        const Eigen::MatrixXd x = Eigen::MatrixXd::Random(rows, depth);
        const Eigen::MatrixXd below = Eigen::MatrixXd::Random(depth, columns);
        const Eigen::MatrixXd beside = Eigen::MatrixXd::Random(rows, columns);
        const Eigen::MatrixXd product = x.lazyProduct(below);
        const Eigen::MatrixXd transposed = x.transpose().lazyProduct(beside);
        EXPECT_TRUE(product_with_skinny(x, below).isApprox(product, 1e-13) ||
                    product.isZero(1e-13));
        EXPECT_TRUE(transposed_with_skinny(x, beside).isApprox(transposed, 1e-13) ||
                    transposed.isZero(1e-13));
        const Eigen::MatrixXf x_single = x.cast<float>();
        const Eigen::MatrixXf product_single =
            product_with_skinny(x_single, Eigen::MatrixXf(below.cast<float>()));
        const Eigen::MatrixXf transposed_single =
            transposed_with_skinny(x_single, Eigen::MatrixXf(beside.cast<float>()));
        EXPECT_TRUE((product_single.cast<double>() - product).isZero(1e-4));
        EXPECT_TRUE((transposed_single.cast<double>() - transposed).isZero(1e-4));
        EXPECT_EQ(product_with_skinny(x, below).rows(), rows);
        EXPECT_EQ(transposed_with_skinny(x, beside).rows(), depth);
      }
    }
  }
}

}  // namespace
}  // namespace holdfast::linalg
