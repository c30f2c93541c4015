#pragma once

#include <functional>
#include <span>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/matrix.hpp"

/// Every objective straight from its definition, by dense solves at each call. Nothing here is
/// shared with the library.
namespace holdfast::support {

using Definition = std::function<double(std::span<const Item> set)>;

struct LinearModel {
  Matrix design;
  std::vector<double> response;
  double ridge = 0.0;
  bool intercept = true;
};

/// max over supp(w) in S of l(w) - l(0), l(w) = -||y - Xw||^2 - ridge ||w||^2.
Definition linear_definition(const LinearModel& model);
/// |d l / d w_j| for every column j, at the best w with support in S.
std::vector<double> linear_gradients(const LinearModel& model, std::span<const Item> set);

/// sum over targets x of [k(x,x) - posterior variance of x given noisy observations at S].
Definition variance_reduction_definition(const Matrix& candidates,
                                         const Matrix& targets_by_candidates, double noise);

/// log det(I + K_SS / noise).
Definition logdet_definition(const Matrix& kernel, double noise);

/// sum over rows of the best similarity to a member of S.
Definition facility_location_definition(const Matrix& similarity);

/// Weight of the union of the sets; no weights: 1 each.
Definition coverage_definition(const SparseMatrix& sets, std::vector<double> weights);

}  // namespace holdfast::support
