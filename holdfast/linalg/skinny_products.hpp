#pragma once

#include <Eigen/Core>

namespace holdfast::linalg {

/// x * thin and x' * thin, where `thin` has few columns, one for each class but one. A general
/// matrix product first copies x into blocks, which here costs as much as the product itself.
Eigen::MatrixXd product_with_skinny(const Eigen::MatrixXd& x, const Eigen::MatrixXd& thin);
Eigen::MatrixXd transposed_with_skinny(const Eigen::MatrixXd& x, const Eigen::MatrixXd& thin);

}  // namespace holdfast::linalg
