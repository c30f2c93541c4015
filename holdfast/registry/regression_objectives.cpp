#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/registry/objective_entries.hpp"
#include "holdfast/registry/row_weights.hpp"
#include "holdfast/registry/sources.hpp"
#include "holdfast/registry/standardize.hpp"

namespace holdfast::registry {
namespace {

using Design = std::variant<Matrix, SparseMatrix>;

std::vector<Option> regression_options(double ridge, Range ridge_range) {
  return {{.name = "ridge",
           .kind = OptionKind::number,
           .help = "weight of the penalty on the squared coefficients",
           .default_value = ridge,
           .range = ridge_range},
          {.name = "intercept",
           .kind = OptionKind::flag,
           .help = "fit a constant beside the columns",
           .default_value = true},
          {.name = "standardize",
           .kind = OptionKind::flag,
           .help = "scale each column to mean 0 and variance 1 first",
           .default_value = false}};
}

/// To variance 1; dense columns also to mean 0.
Design scaled(const Design& design, std::span<const double> weights) {
  if (const auto* dense = std::get_if<Matrix>(&design)) return standardized(*dense, weights);
  return scaled_to_unit_variance(std::get<SparseMatrix>(design), weights);
}

Design prepared(Design design, const OptionValues& options, std::span<const double> weights) {
  if (!options.flag("standardize")) return design;
  if (std::holds_alternative<SparseMatrix>(design) && !options.flag("intercept")) {
    throw std::invalid_argument(
        fmt::format("{} of sparse data without an intercept would fill every zero; scale the data "
                    "beforehand, or keep the intercept",
                    options.spelling_of("standardize")));
  }
  return scaled(design, weights);
}

/// What the objectives of classes are made of.
struct Classification {
  Design design;
  ClassLabels classes;
  ClassificationOptions options;
};

Classification classification_of(ObjectiveInputs& inputs, const OptionValues& options) {
  std::vector<double> weights = take_row_weights(inputs);
  Design design = std::move(inputs.matrices.at("data"));
  if (options.flag("standardize")) design = scaled(design, weights);
  const auto numbers = inputs.vectors.find("target");
  return {std::move(design),
          numbers == inputs.vectors.end() ? encode_classes(inputs.labels)
                                          : encode_classes(numbers->second),
          {.ridge = options.number("ridge"),
           .intercept = options.flag("intercept"),
           .row_weights = std::move(weights),
           .center_sparse = options.flag("standardize")}};
}

ObjectiveEntry classification_entry() {
  ObjectiveEntry entry;
  entry.sources = regression_sources();
  entry.options = regression_options(1.0, {.least = 0.0, .excludes_least = true});
  entry.read = [](const OptionValues& options) {
    return read_regression(options, TargetKind::label);
  };
  return entry;
}

ObjectiveEntry linear_entry() {
  ObjectiveEntry entry;
  entry.name = "linear";
  entry.summary =
      "columns that together predict a number best: the variance that least squares explains";
  entry.reference = "Das and Kempe 2011";
  entry.sources = regression_sources();
  entry.options = regression_options(0.0, {.least = 0.0});
  entry.read = [](const OptionValues& options) {
    return read_regression(options, TargetKind::number);
  };
  entry.read_in_blocks = read_regression_in_blocks;
  entry.make = [](ObjectiveInputs inputs, const OptionValues& options, const Run& run) {
    const bool compressed = inputs.compressed;
    LinearOptions linear{.ridge = options.number("ridge"),
                         .intercept = options.flag("intercept") && !compressed,
                         .threads = run.threads(),
                         .row_weights = take_row_weights(inputs)};
    Design design = inputs.matrices.at("data");
    if (!compressed) design = prepared(std::move(design), options, linear.row_weights);
    const auto response = inputs.vectors.find("target");
    if (response == inputs.vectors.end()) {
      return std::make_unique<LinearObjective>(std::move(design),
                                               std::get<Matrix>(inputs.matrices.at("target")),
                                               std::move(linear), std::move(inputs.names));
    }
    return std::make_unique<LinearObjective>(std::move(design), std::move(response->second),
                                             std::move(linear), std::move(inputs.names));
  };
  return entry;
}

ObjectiveEntry logistic_entry() {
  ObjectiveEntry entry = classification_entry();
  entry.name = "logistic";
  entry.summary = "columns that together tell two classes apart best: the log-likelihood gained";
  entry.reference = "Elenberg, Khanna, Dimakis and Negahban 2018";
  entry.make = [](ObjectiveInputs inputs, const OptionValues& options, const Run&) {
    Classification problem = classification_of(inputs, options);
    if (problem.classes.names.size() != 2) {
      throw InvalidInput(
          fmt::format("logistic needs a target of two classes, this one has {}; use "
                      "the objective softmax",
                      problem.classes.names.size()));
    }
    return std::make_unique<LogisticObjective>(std::move(problem.design),
                                               std::move(problem.classes.labels), problem.options,
                                               std::move(inputs.names));
  };
  return entry;
}

/// Makes an objective of two or more classes.
template <class Several>
std::unique_ptr<Objective> make_of_classes(ObjectiveInputs inputs, const OptionValues& options,
                                           const Run& /*run*/) {
  Classification problem = classification_of(inputs, options);
  const int classes = static_cast<int>(problem.classes.names.size());
  return std::make_unique<Several>(std::move(problem.design), std::move(problem.classes.labels),
                                   classes, problem.options, std::move(inputs.names));
}

ObjectiveEntry softmax_entry() {
  ObjectiveEntry entry = classification_entry();
  entry.name = "softmax";
  entry.summary =
      "columns that together tell several classes apart best: the log-likelihood gained";
  entry.reference = "Elenberg, Khanna, Dimakis and Negahban 2018";
  entry.make = make_of_classes<SoftmaxObjective>;
  return entry;
}

ObjectiveEntry one_vs_rest_entry() {
  ObjectiveEntry entry = classification_entry();
  entry.name = "one-vs-rest";
  entry.summary =
      "columns that tell each of several classes from the rest: a logistic model per class, the "
      "log-likelihoods gained added up";
  entry.reference = "Rifkin and Klautau 2004";
  entry.make = make_of_classes<OneVsRestObjective>;
  return entry;
}

}  // namespace

std::vector<ObjectiveEntry> regression_objectives() {
  return {linear_entry(), logistic_entry(), softmax_entry(), one_vs_rest_entry()};
}

}  // namespace holdfast::registry
