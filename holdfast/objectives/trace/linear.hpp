#pragma once

#include <variant>

#include "holdfast/core/matrix.hpp"
#include "holdfast/objectives/model_objective.hpp"

namespace holdfast {

class LinearProblem;

struct LinearOptions {
  double ridge = 0.0;     ///< l(w) = -||y - Xw||^2 - ridge ||w||^2
  bool intercept = true;  ///< centers the columns and the response; false is the paper's objective
  int threads = 0;        ///< for preparing the data; 0: all cores
  /// Positive, one for each row, or none: all 1. A row of weight w counts like w rows.
  std::vector<double> row_weights = {};
};

/// Support selection for linear regression: an item is a column of X and
///   f(S) = max over supp(w) in S of l(w) - l(0) = b_S' (G_SS + ridge I)^-1 b_S,  G = X'X, b = X'y.
/// Several responses have weights of their own, and their f add up: tr(B_S' (G_SS + ridge I)^-1
/// B_S). Not submodular. A column whose distance from the span of the chosen ones is at most 1e-5
/// of its length adds no direction: its gain is 0.
///
/// Cost: a step of greedy is one pass over X, or none if an earlier run on this object chose the
/// same column; deleting an item from k is O(k^2), and so are all losses together. Memory: the
/// data, a centered copy if there is an intercept, and at most as much again for columns of G.
class HOLDFAST_EXPORT LinearObjective : public ModelObjective {
 public:
  using Design = std::variant<Matrix, SparseMatrix>;

  /// `names`, if given, has one entry per column. Throws InvalidInput, naming the cell, if a number
  /// is not finite, and std::invalid_argument if the sizes do not match.
  LinearObjective(Design design, std::vector<double> response, LinearOptions options = {},
                  std::vector<std::string> names = {});
  /// A column of `responses` is a response.
  LinearObjective(Design design, Matrix responses, LinearOptions options = {},
                  std::vector<std::string> names = {});
  ~LinearObjective() override;

  std::string name() const override { return "linear"; }
  Item size() const override;
  std::string item_name(Item item) const override;
  bool has_gradient() const override { return true; }
  /// ||y||^2, or ||y - mean||^2 with an intercept; of all responses together.
  std::optional<double> largest_value() const override;

  ItemStructure structure() const override;
  AttackCost attack_cost() const override { return AttackCost::microseconds; }
  /// Columns of X'X are kept, so most gains are updates.
  double gain_cost() const override { return 64.0; }

  /// The weights of the best fit on `set`, in its order, then the intercept (0 if there is none). A
  /// member that adds no direction gets weight 0. Of several responses, those of the first come
  /// first.
  std::vector<double> fit(std::span<const Item> set) const;

  std::size_t rows() const override;
  FittedWeights weights(std::span<const Item> set) const override;
  void copy_column(Item item, std::span<double> out) const override;
  double fit_of(std::span<const double> scores) const override;
  double penalty() const override;

 private:
  class LinearState;

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const override;

  std::unique_ptr<const LinearProblem> problem_;
  std::vector<std::string> names_;
};

}  // namespace holdfast
