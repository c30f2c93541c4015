#include "holdfast/objectives/classes/classification.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"
#include "holdfast/objectives/row_weights.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"

namespace holdfast {
namespace {

void require_options(const ClassificationOptions& options) {
  require(options.ridge > 0.0 && std::isfinite(options.ridge),
          "ridge is {}: it must be a positive number, because separable classes have no best "
          "weights without one",
          options.ridge);
  require(options.tolerance > 0.0 && options.tolerance < 1.0,
          "tolerance is {}: it must lie between 0 and 1", options.tolerance);
}

using Design = ClassificationObjective::Design;

std::size_t rows_of(const Design& design) {
  return std::visit([](const auto& matrix) { return matrix.rows(); }, design);
}

std::size_t columns_of(const Design& design) {
  return std::visit([](const auto& matrix) { return matrix.cols(); }, design);
}

void require_data(const Design& design, std::span<const int> labels, int classes) {
  const std::size_t rows = rows_of(design);
  require<InvalidInput>(rows != 0 && columns_of(design) != 0,
                        "the design has {} rows and {} columns: it needs at least one of each",
                        rows, columns_of(design));
  require<InvalidInput>(labels.size() == rows,
                        "there are {} labels for {} rows: one per row is needed", labels.size(),
                        rows);
  require<InvalidInput>(classes >= 2, "there is {} class: at least two are needed", classes);
  std::vector<bool> present(static_cast<std::size_t>(classes), false);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    require<InvalidInput>(labels[i] >= 0 && labels[i] < classes,
                          "row {} has label {}: valid labels are 0 to {}", i, labels[i],
                          classes - 1);
    present[static_cast<std::size_t>(labels[i])] = true;
  }
  const auto absent = std::find(present.begin(), present.end(), false);
  require<InvalidInput>(absent == present.end(),
                        "no row is of class {}: each of the {} classes needs at least one row",
                        absent - present.begin(), classes);
  std::visit([](const auto& matrix) { require_finite(matrix, "the design"); }, design);
}

std::shared_ptr<const linalg::SoftmaxDesign> scaled(const Design& design, double ridge,
                                                    const ClassificationOptions& options) {
  if (const auto* dense = std::get_if<Matrix>(&design)) {
    return std::make_shared<linalg::SoftmaxDesign>(*dense, ridge, options.intercept,
                                                   options.row_weights);
  }
  return std::make_shared<linalg::SoftmaxDesign>(std::get<SparseMatrix>(design), ridge,
                                                 options.intercept, options.row_weights,
                                                 options.center_sparse);
}

/// The softmax regressions of a class model, after checks.
std::vector<linalg::SoftmaxPart> parts_of(const Design& design, std::span<const int> labels,
                                          int classes, const ClassificationOptions& options,
                                          ClassModel model) {
  require_options(options);
  require_data(design, labels, classes);
  require_row_weights(options.row_weights, rows_of(design));
  const double ridge = model == ClassModel::softmax ? options.ridge : 2.0 * options.ridge;
  const auto shared = scaled(design, ridge, options);
  std::vector<linalg::SoftmaxPart> parts;
  if (model != ClassModel::one_vs_rest || classes == 2) {
    parts.push_back({{shared, labels, classes}, options.tolerance});
    return parts;
  }
  for (int c = 0; c < classes; ++c) {
    std::vector<int> is_of_class;
    for (const int label : labels) is_of_class.push_back(label == c ? 1 : 0);
    parts.push_back({{shared, is_of_class, 2}, options.tolerance});
  }
  return parts;
}

}  // namespace

ClassificationProblem::ClassificationProblem(const Design& design, std::span<const int> labels,
                                             int class_count,
                                             const ClassificationOptions& the_options,
                                             ClassModel the_model)
    : SoftmaxStructure(parts_of(design, labels, class_count, the_options, the_model)),
      options(the_options),
      classes(class_count),
      model(the_model) {}

ClassificationObjective::ClassificationObjective(
    std::unique_ptr<const ClassificationProblem> problem, std::vector<std::string> names)
    : problem_(std::move(problem)), names_(std::move(names)) {
  require(names_.empty() || names_.size() == static_cast<std::size_t>(size()),
          "there are {} names for {} features: one per feature is needed, or none", names_.size(),
          size());
}

ClassificationObjective::~ClassificationObjective() = default;

Item ClassificationObjective::size() const {
  return static_cast<Item>(problem_->design().features());
}

std::string ClassificationObjective::item_name(Item item) const {
  return names_.empty() ? Objective::item_name(item) : names_.at(static_cast<std::size_t>(item));
}

std::optional<double> ClassificationObjective::largest_value() const {
  return -problem_->base_likelihood();
}

std::size_t ClassificationObjective::rows() const {
  return static_cast<std::size_t>(problem_->design().rows());
}
int ClassificationObjective::classes() const { return problem_->classes; }

double ClassificationObjective::bound_cost() const {
  // Multiplications of an entry, and what a column takes beside its entries.
  constexpr double work_of_entry = 10.0;
  constexpr double work_of_column = 400.0;
  const linalg::SoftmaxDesign& design = problem_->design();
  const double written = Objective::bound_cost();
  if (!design.is_sparse()) return written;
  double work = 0.0;
  for (linalg::Index j = 0; j < design.features(); ++j) {
    const auto entries = static_cast<double>(design.rows_of(j).size());
    const double sparse = (work_of_entry * entries + work_of_column) * (classes() - 1);
    const auto which = static_cast<std::size_t>(j);
    const bool by_entries = design.is_thin[which] || design.is_zero[which];
    work += by_entries ? std::min(sparse, written) : written;
  }
  return work / static_cast<double>(design.features());
}

const ClassificationOptions& ClassificationObjective::options() const { return problem_->options; }

double ClassificationObjective::do_value(std::span<const Item> set) const {
  double objective = 0.0;
  for (const auto& part : problem_->parts) objective += fit_from_scratch(part, set).objective;
  return objective - problem_->base_likelihood();
}

std::unique_ptr<State> ClassificationObjective::do_start(const Run& run) const {
  return start_classification(*this, run, *problem_);
}

ItemStructure ClassificationObjective::structure() const { return {problem_.get()}; }

namespace {

/// Of the scaled columns, each row times its weight.
Eigen::MatrixXd gram_of(const linalg::SoftmaxDesign& design) {
  if (!design.is_sparse())
    return design.columns.transpose() * linalg::weighed(design, design.columns);
  Eigen::MatrixXd gram(design.features(), design.features());
  for (linalg::Index b = 0; b < gram.cols(); ++b) {
    const Eigen::MatrixXd column = linalg::weighed(design, design.column(b));
    const linalg::ColumnProducts products(design, column);
    for (linalg::Index a = b; a < gram.rows(); ++a) gram(a, b) = products.with(a)[0];
  }
  return gram.selfadjointView<Eigen::Lower>();
}

}  // namespace

void ClassificationObjective::do_prove_ratios(const Run& /*run*/, Item largest_set,
                                              RatioBounds& bounds) const {
  const auto& data = problem_->design();
  if (static_cast<std::size_t>(size()) > most_spectral_items) return;
  // The Gram matrix of the original columns, centered if there is an intercept: there one ridge
  // applies to all.
  const Eigen::MatrixXd gram = data.scales.asDiagonal() * gram_of(data) * data.scales.asDiagonal();
  const auto features = static_cast<std::size_t>(size());
  prove_concave_ratios({features, features, {gram.data(), gram.data() + gram.size()}},
                       problem_->options.ridge, problem_->is_binary() ? 0.25 : 0.5, largest_set,
                       bounds);
}

LogisticObjective::LogisticObjective(Design design, std::vector<int> labels,
                                     ClassificationOptions options, std::vector<std::string> names)
    : ClassificationObjective(
          std::make_unique<ClassificationProblem>(design, labels, 2, options, ClassModel::logistic),
          std::move(names)) {}

SoftmaxObjective::SoftmaxObjective(Design design, std::vector<int> labels, int classes,
                                   ClassificationOptions options, std::vector<std::string> names)
    : ClassificationObjective(std::make_unique<ClassificationProblem>(design, labels, classes,
                                                                      options, ClassModel::softmax),
                              std::move(names)) {}

OneVsRestObjective::OneVsRestObjective(Design design, std::vector<int> labels, int classes,
                                       ClassificationOptions options,
                                       std::vector<std::string> names)
    : ClassificationObjective(std::make_unique<ClassificationProblem>(
                                  design, labels, classes, options, ClassModel::one_vs_rest),
                              std::move(names)) {}

}  // namespace holdfast
