#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "holdfast/objectives/linear.hpp"
#include "holdfast/registry/objective_entries.hpp"
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

Design prepared(Design design, const OptionValues& options) {
  if (!options.flag("standardize")) return design;
  if (const auto* dense = std::get_if<Matrix>(&design)) return standardized(*dense);
  if (!options.flag("intercept")) {
    throw std::invalid_argument(
        fmt::format("{} of sparse data without an intercept would fill every zero; scale the data "
                    "beforehand, or keep the intercept",
                    options.spelling_of("standardize")));
  }
  return scaled_to_unit_variance(std::get<SparseMatrix>(design));
}

}  // namespace

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
  entry.make = [](ObjectiveInputs inputs, const OptionValues& options, const Run& run) {
    const LinearOptions linear{.ridge = options.number("ridge"),
                               .intercept = options.flag("intercept"),
                               .threads = run.threads()};
    return std::make_unique<LinearObjective>(prepared(inputs.matrices.at("data"), options),
                                             std::move(inputs.vectors.at("target")), linear,
                                             std::move(inputs.names));
  };
  return entry;
}

}  // namespace holdfast::registry
