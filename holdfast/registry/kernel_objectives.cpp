#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "holdfast/data/read.hpp"
#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/logdet.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "holdfast/registry/objective_entries.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::registry {
namespace {

std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const auto& [name, shape] : kernel_shapes()) names.push_back(name);
  return names;
}

Option without_kernel_matrix(Option option) {
  option.excluded_by = "kernel-matrix";
  return option;
}

std::vector<Option> point_sources() {
  return {{.name = "points",
           .kind = OptionKind::file,
           .help = "coordinates, one point per row (CSV, NPY, ...); an item is a point",
           .excluded_by = "kernel-matrix"},
          {.name = "names",
           .kind = OptionKind::text,
           .help = "the column of the points file that names the points",
           .excluded_by = "kernel-matrix",
           .placeholder = "COLUMN"},
          without_kernel_matrix(columns_option()),
          without_kernel_matrix(ignore_option()),
          {.name = "kernel-matrix",
           .kind = OptionKind::file,
           .help = "covariances of all points (CSV, NPY, ...), instead of points and a kernel"}};
}

Option positive_option(const char* name, const char* help, const char* excluded_by = "") {
  return {.name = name,
          .kind = OptionKind::number,
          .help = help,
          .default_value = 1.0,
          .range = {.least = 0.0, .excludes_least = true},
          .excluded_by = excluded_by};
}

std::vector<Option> kernel_options() {
  return {{.name = "kernel",
           .kind = OptionKind::text,
           .help = "covariance of two points as a function of their coordinates",
           .default_value = std::string("matern32"),
           .choices = shape_names(),
           .excluded_by = "kernel-matrix"},
          positive_option("lengthscale", "distance over which the kernel decays", "kernel-matrix"),
          positive_option("output-variance", "the kernel at distance 0", "kernel-matrix"),
          positive_option("noise", "variance of the noise of an observation")};
}

Kernel kernel_of(const OptionValues& options) {
  return {kernel_shape(options.text("kernel")), options.number("lengthscale"),
          options.number("output-variance")};
}

void require_a_source(const OptionValues& options) {
  if (options.has("points") || options.has("kernel-matrix")) return;
  throw std::invalid_argument(fmt::format("{} needs {} or {}", options.owner(),
                                          options.spelling_of("points"),
                                          options.spelling_of("kernel-matrix")));
}

std::vector<std::string> numbers_as_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

ObjectiveInputs read_places(const OptionValues& options) {
  require_a_source(options);
  ObjectiveInputs inputs;
  if (options.has("kernel-matrix")) {
    NamedMatrix matrix = read_square_matrix(existing_file(options, "kernel-matrix"));
    inputs.facts.push_back(count_fact("points", matrix.values.rows()));
    inputs.matrices.emplace("kernel-matrix", std::move(matrix.values));
    inputs.names = std::move(matrix.column_names);
    return inputs;
  }
  NamedRows rows = read_points(options);
  inputs.facts.push_back(count_fact("points", rows.values.rows()));
  inputs.facts.push_back(count_fact("dimensions", rows.values.cols()));
  inputs.matrices.emplace("points", std::move(rows.values));
  inputs.names = std::move(rows.names);
  return inputs;
}

ObjectiveInputs read_places_and_subsets(const OptionValues& options) {
  ObjectiveInputs inputs = read_places(options);
  const auto& [source, matrix] = *inputs.matrices.begin();
  const std::size_t points = std::get<Matrix>(matrix).rows();
  if (inputs.names.empty()) inputs.names = numbers_as_names(points);
  for (const auto* subset : {"targets", "candidates"}) {
    if (!options.has(subset)) continue;
    inputs.subsets[subset] = read_item_list(options.text(subset), inputs.names);
  }
  const auto targets = inputs.subsets.find("targets");
  inputs.facts.push_back(count_fact(
      "target_points", targets == inputs.subsets.end() ? points : targets->second.size()));
  return inputs;
}

Matrix block(const Matrix& matrix, const Items& rows, const Items& cols) {
  std::vector<double> numbers;
  numbers.reserve(rows.size() * cols.size());
  for (const Item col : cols) {
    const auto column = matrix.column(static_cast<std::size_t>(col));
    for (const Item row : rows) numbers.push_back(column[static_cast<std::size_t>(row)]);
  }
  return {rows.size(), cols.size(), std::move(numbers)};
}

Items all_up_to(std::size_t count) {
  Items items(count);
  std::iota(items.begin(), items.end(), 0);
  return items;
}

Items subset_or_all(const ObjectiveInputs& inputs, const char* name, std::size_t count) {
  const auto found = inputs.subsets.find(name);
  return found == inputs.subsets.end() ? all_up_to(count) : found->second;
}

std::unique_ptr<Objective> from_points(const Matrix& points, const Items& targets,
                                       const Items& candidates, const OptionValues& options,
                                       std::vector<std::string> names, const Run& run) {
  const Kernel kernel = kernel_of(options);
  const Items coordinates = all_up_to(points.cols());
  const Matrix candidate_points = block(points, candidates, coordinates);
  const Matrix target_points = block(points, targets, coordinates);
  return std::make_unique<VarianceReductionObjective>(
      kernel_matrix(kernel, candidate_points, candidate_points, run.workers()),
      kernel_matrix(kernel, target_points, candidate_points, run.workers()),
      kernel_variances(kernel, target_points), options.number("noise"), std::move(names),
      candidates);
}

std::unique_ptr<Objective> from_kernel_matrix(const Matrix& kernel, const Items& targets,
                                              const Items& candidates, const OptionValues& options,
                                              std::vector<std::string> names) {
  std::vector<double> variances;
  for (const Item target : targets) {
    variances.push_back(kernel(static_cast<std::size_t>(target), static_cast<std::size_t>(target)));
  }
  return std::make_unique<VarianceReductionObjective>(
      block(kernel, candidates, candidates), block(kernel, targets, candidates),
      std::move(variances), options.number("noise"), std::move(names), candidates);
}

std::unique_ptr<Objective> make_variance_reduction(const ObjectiveInputs& inputs,
                                                   const OptionValues& options, const Run& run) {
  const bool has_points = inputs.matrices.contains("points");
  const auto& source =
      std::get<Matrix>(inputs.matrices.at(has_points ? "points" : "kernel-matrix"));
  const Items targets = subset_or_all(inputs, "targets", source.rows());
  const Items candidates = subset_or_all(inputs, "candidates", source.rows());
  const auto point_names = inputs.names.empty() ? numbers_as_names(source.rows()) : inputs.names;
  std::vector<std::string> names;
  for (const Item item : candidates) names.push_back(point_names[static_cast<std::size_t>(item)]);
  return has_points ? from_points(source, targets, candidates, options, std::move(names), run)
                    : from_kernel_matrix(source, targets, candidates, options, std::move(names));
}

std::unique_ptr<Objective> make_logdet(ObjectiveInputs inputs, const OptionValues& options,
                                       const Run& run) {
  const auto points = inputs.matrices.find("points");
  Matrix kernel;
  if (points == inputs.matrices.end()) {
    kernel = std::get<Matrix>(inputs.matrices.at("kernel-matrix"));
  } else {
    const auto& matrix = std::get<Matrix>(points->second);
    kernel = kernel_matrix(kernel_of(options), matrix, matrix, run.workers());
  }
  return std::make_unique<LogDetObjective>(std::move(kernel), options.number("noise"),
                                           std::move(inputs.names));
}

ObjectiveEntry variance_reduction_entry() {
  ObjectiveEntry entry;
  entry.name = "variance-reduction";
  entry.summary =
      "places to measure: how much observations there reduce the variance of a Gaussian "
      "process elsewhere";
  entry.reference = "Bogunovic, Zhao and Cevher 2018";
  entry.sources = point_sources();
  entry.sources.push_back({.name = "targets",
                           .kind = OptionKind::text,
                           .help = "points whose variance counts; all if not given",
                           .placeholder = "LIST|FILE"});
  entry.sources.push_back({.name = "candidates",
                           .kind = OptionKind::text,
                           .help = "points that may be chosen; all if not given",
                           .placeholder = "LIST|FILE"});
  entry.options = kernel_options();
  entry.read = read_places_and_subsets;
  entry.make = [](const ObjectiveInputs& inputs, const OptionValues& options, const Run& run) {
    return make_variance_reduction(inputs, options, run);
  };
  return entry;
}

ObjectiveEntry logdet_entry() {
  ObjectiveEntry entry;
  entry.name = "logdet";
  entry.summary =
      "points that differ most: log det(I + K/noise), what observing them tells about a "
      "Gaussian process";
  entry.reference = "Kulesza and Taskar 2012";
  entry.sources = point_sources();
  entry.options = kernel_options();
  entry.read = read_places;
  entry.make = make_logdet;
  return entry;
}

}  // namespace

std::vector<ObjectiveEntry> kernel_objectives() {
  return {variance_reduction_entry(), logdet_entry()};
}

}  // namespace holdfast::registry
