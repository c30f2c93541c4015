#pragma once

#include <Eigen/Core>

namespace holdfast::linalg {

/// x * thin and x' * thin, where `thin` has few columns, one for each class but one. A general
/// matrix product first copies x into blocks, which here costs as much as the product itself. In
/// double or float.
template <class Scalar>
Eigen::MatrixX<Scalar> product_with_skinny(const Eigen::MatrixX<Scalar>& x,
                                           const Eigen::MatrixX<Scalar>& thin);
template <class Scalar>
Eigen::MatrixX<Scalar> transposed_with_skinny(const Eigen::MatrixX<Scalar>& x,
                                              const Eigen::MatrixX<Scalar>& thin);

}  // namespace holdfast::linalg
