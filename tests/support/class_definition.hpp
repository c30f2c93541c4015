#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "tests/support/definitions.hpp"
#include "tests/support/problems.hpp"

/// Class models straight from the definition: C weights per feature, the columns as given, dense
/// Newton steps from zero at each call. Nothing here is shared with the library.
namespace holdfast::support {

struct ClassData {
  Matrix design;
  std::vector<int> labels;
  int classes = 2;
};

/// What random class data look like.
struct ClassShape {
  std::size_t rows = 60;
  std::size_t cols = 9;
  int classes = 2;
  double signal = 1.0;        ///< size of the true weights; large values separate the classes
  bool duplicated = false;    ///< the last column repeats the first
  bool constant = false;      ///< column 1 is 0.1 everywhere
  bool zero = false;          ///< column 2 is 0
  bool lonely = false;        ///< the last class has one row
  double scale_spread = 1.0;  ///< column j is multiplied by this to the power j mod 3
};

/// Labels are drawn from a softmax model with random weights; every class occurs.
ClassData random_class_data(const ClassShape& shape, std::uint64_t seed);

/// A fit: probabilities of every class in every row, and l at it.
struct DefinedFit {
  std::vector<std::vector<double>> probabilities;
  double objective = 0.0;
};

/// The best model on `set`: max of sum log p(label) - (ridge/2) ||W||^2 over all C weights per
/// feature (`logistic`: over one weight, p = 1/(1+exp(-x'w))), with free intercepts.
DefinedFit fit_by_definition(const ClassData& data, std::span<const Item> set, double ridge,
                             bool intercept, bool logistic);

/// f(S), remembering values.
Definition class_definition(const ClassData& data, double ridge, bool intercept, bool logistic);

/// Two classes and `logistic` give the logistic objective, else softmax.
std::shared_ptr<const ClassificationObjective> make_objective(const ClassData& data, double ridge,
                                                              bool intercept, bool logistic);

/// The two-class data of "class c or not", for each class; two classes are left as they are.
std::vector<ClassData> one_against_rest(const ClassData& data);
/// f(S) of one-vs-rest: the sum of the logistic ones.
Definition one_vs_rest_definition(const ClassData& data, double ridge, bool intercept);
TestProblem one_vs_rest_problem(const ClassShape& shape, double ridge, bool intercept,
                                std::uint64_t seed);
TestProblem one_vs_rest_problem(const ClassData& data, double ridge, bool intercept);

TestProblem class_problem(const ClassShape& shape, double ridge, bool intercept, bool logistic,
                          std::uint64_t seed);
TestProblem class_problem(const ClassData& data, double ridge, bool intercept, bool logistic);

}  // namespace holdfast::support
