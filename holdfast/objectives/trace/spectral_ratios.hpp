#pragma once

#include "holdfast/core/item.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/ratio_bounds.hpp"

namespace holdfast {

/// Above this many items the eigenvalues cost too much, and no bound is derived from them.
inline constexpr std::size_t most_spectral_items = 3000;

/// For f(S) = sum over responses b of b_S' A_SS^-1 b_S with A = gram + ridge I: linear regression
/// (one response) and variance reduction (gram = kernel, ridge = noise, one response per target).
/// With C = A scaled to unit diagonal, over sets of at most `largest_set` items,
///   gamma >= lmin(C), nu_check >= 1/lmax(C), gamma_check and theta >= lmin(C)/lmax(C),
/// and all five, with nu, >= lmin(A)/lmax(A). (theta >= lmin(C) and gamma_check >= 1/lmax(C) are
/// not true.) Items whose row of `gram` is zero never add anything and are left out. `matrix_name`
/// is the name of A in the reasons. O(|V|^3).
void prove_quadratic_ratios(const Matrix& gram, double ridge, const char* matrix_name,
                            Item largest_set, RatioBounds& bounds);

/// For f(S) = max of a concave l with -ridge I >= Hessian >= -(ridge I + share * gram): logistic
/// and one-vs-rest (share 1/4) and softmax (share 1/2) regression. gamma, gamma_check, nu, nu_check
/// and theta are at least ridge / (ridge + share * lmax(gram)).
void prove_concave_ratios(const Matrix& gram, double ridge, double share, Item largest_set,
                          RatioBounds& bounds);

}  // namespace holdfast
