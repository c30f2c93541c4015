#pragma once

#include <variant>

#include "holdfast/core/matrix.hpp"
#include "holdfast/objectives/model_objective.hpp"

namespace holdfast {

class ClassificationProblem;

struct ClassificationOptions {
  /// Weight of (ridge/2) ||w||^2; positive, because separable data have no best weights without it.
  double ridge = 1.0;
  /// Adds an intercept per class, which the ridge does not penalize. f is then measured against the
  /// model of intercepts alone, and otherwise against equal probabilities.
  bool intercept = true;
  /// A fit has converged once (Newton decrement)^2 / 2 <= tolerance * largest_value(): the left
  /// side estimates how far the log-likelihood is from its maximum. A fit that cannot get there
  /// throws NumericFailure.
  double tolerance = 1e-9;
  /// Positive, one for each row, or none: all 1. A row of weight w counts like w rows.
  std::vector<double> row_weights = {};
  /// Subtracts the means of sparse columns also without an intercept, and never fills a zero.
  bool center_sparse = false;
};

/// Class labels as numbers, with the names that the user gave the classes.
struct ClassLabels {
  std::vector<int> labels;         ///< of each row, 0 to names.size()-1
  std::vector<std::string> names;  ///< ascending: as numbers if all are numbers, else as text
};

/// Numbers the classes 0, 1, ... in ascending order of their names. `3` and `3.0` are the same
/// number. Throws InvalidInput if there are fewer than two classes or a name is empty. O(rows log
/// classes).
HOLDFAST_EXPORT ClassLabels encode_classes(std::span<const std::string> labels);
/// The same for numbers, which must be finite.
HOLDFAST_EXPORT ClassLabels encode_classes(std::span<const double> labels);

/// The best weights for one set of features, to predict with.
/// There are as many outputs as classes; for logistic, and for one-vs-rest of two classes, there is
/// one: the weights of class 1 against class 0.
struct HOLDFAST_EXPORT Classifier : FittedWeights {
  int classes = 2;

  /// The most likely class of each row; `design` has all columns of the training design, not only
  /// the chosen ones. The lowest class wins a tie.
  std::vector<int> predict(const Matrix& design) const;
  /// The share of rows whose class is predicted correctly.
  double accuracy(const Matrix& design, std::span<const int> labels) const;
};

/// f around the best weights of a set S: f(S - E) is about
///   f(S) - (1/2) sum over parts of w_E' (M_EE)^-1 w_E,
/// w the weights and M the inverse of the curvature of -l. Exact where l is quadratic; otherwise an
/// estimate, neither above nor below f by rule.
struct HOLDFAST_EXPORT QuadraticClassModel {
  struct Part {
    std::vector<double> weights;  ///< item after item, `outputs` of each
    std::vector<double> inverse;  ///< M in the same order: its lower triangle, row by row
  };
  std::size_t outputs = 1;
  std::vector<Part> parts;  ///< one, or for one-vs-rest one per class
};

/// Support selection for class probabilities: an item is a feature, and
///   f(S) = max over weights on S of l(W) - l(0),   l(W) = log-likelihood(W) - (ridge/2) ||W||^2.
/// Base of the logistic, the softmax and the one-vs-rest objective, which run on the same engine.
///
/// Memory: of dense data two scaled copies, in double and in single precision; of sparse data only
/// the entries. The columns of a set are written out while it is a State's, and so are those of a
/// few candidates at a time.
class HOLDFAST_EXPORT ClassificationObjective : public ModelObjective {
 public:
  using Design = std::variant<Matrix, SparseMatrix>;

  ~ClassificationObjective() override;

  Item size() const override;
  std::string item_name(Item item) const override;
  bool has_gradient() const override { return true; }
  /// -l(0): rows ln C, or with an intercept rows times the entropy of the class frequencies, where
  /// rows count by their weights. For one-vs-rest, the sum over its binary problems.
  std::optional<double> largest_value() const override;
  ItemStructure structure() const override;
  AttackCost attack_cost() const override { return AttackCost::refits; }
  /// A few Newton steps over all rows.
  double gain_cost() const override {
    return 120.0 * static_cast<double>(rows()) * (classes() - 1);
  }
  /// A pass over the rows; of a sparse column over its entries.
  double bound_cost() const override;

  std::size_t rows() const override;
  int classes() const;
  const ClassificationOptions& options() const;

  /// The best weights for `set`, from scratch: one Newton solution, O(iterations rows |set|^2 C^2).
  Classifier fit(std::span<const Item> set) const;
  /// One fit, and the inverse of a matrix of |set| (C-1) columns.
  QuadraticClassModel quadratic_model(std::span<const Item> set) const;

  FittedWeights weights(std::span<const Item> set) const override;
  void copy_column(Item item, std::span<double> out) const override;
  /// The log-likelihood minus that of the model of no feature.
  double fit_of(std::span<const double> scores) const override;
  double penalty() const override { return options().ridge / 2.0; }

 protected:
  ClassificationObjective(std::unique_ptr<const ClassificationProblem> problem,
                          std::vector<std::string> names);

 private:
  friend class SubsetClassifiers;

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;
  void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const override;

  std::unique_ptr<const ClassificationProblem> problem_;
  std::vector<std::string> names_;
};

/// Two classes, one weight per feature:
///   l(w) = sum over rows of [y log p + (1-y) log(1-p)] - (ridge/2) ||w||^2,  p = 1/(1 +
///   exp(-x'w)).
class HOLDFAST_EXPORT LogisticObjective final : public ClassificationObjective {
 public:
  /// `labels` are 0 or 1, both present (see encode_classes); a column of `design` is an item,
  /// called `names[column]` if names are given. Throws InvalidInput for inconsistent data.
  LogisticObjective(Design design, std::vector<int> labels, ClassificationOptions options = {},
                    std::vector<std::string> names = {});

  std::string name() const override { return "logistic"; }
};

/// C classes, C weights per feature:
///   l(W) = sum over rows of log p(class of the row) - (ridge/2) ||W||^2,  p = softmax(W'x).
/// With two classes and ridge 2r it equals the logistic objective with ridge r.
class HOLDFAST_EXPORT SoftmaxObjective final : public ClassificationObjective {
 public:
  /// `labels` are 0 to classes-1, each present at least once (see encode_classes); a column of
  /// `design` is an item, called `names[column]` if names are given. Throws InvalidInput for
  /// inconsistent data.
  SoftmaxObjective(Design design, std::vector<int> labels, int classes,
                   ClassificationOptions options = {}, std::vector<std::string> names = {});

  std::string name() const override { return "softmax"; }
};

/// C classes, C weights per feature, each fitted by itself to tell its class from all others:
///   l(W) = sum over classes c of [sum over rows of log-likelihood of "is of class c" under
///   p = 1/(1 + exp(-x'w_c))] - (ridge/2) ||W||^2.
/// l(0) is C rows ln 1/2; with intercepts, the likelihood of each class's frequency. Two classes
/// are one binary problem, as in scikit-learn: f is then that of the logistic objective.
///
/// Costs about C logistic regressions, which share the data: the curvature of k features is C
/// matrices of k x k, where softmax has one of kC x kC.
class HOLDFAST_EXPORT OneVsRestObjective final : public ClassificationObjective {
 public:
  /// As for SoftmaxObjective.
  OneVsRestObjective(Design design, std::vector<int> labels, int classes,
                     ClassificationOptions options = {}, std::vector<std::string> names = {});

  std::string name() const override { return "one-vs-rest"; }
};

}  // namespace holdfast
