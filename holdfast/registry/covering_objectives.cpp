#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "holdfast/data/read.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "holdfast/registry/objective_entries.hpp"
#include "holdfast/registry/sources.hpp"

namespace holdfast::registry {
namespace {

SparseMatrix nonzeros_of(const Matrix& matrix) {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    const auto column = matrix.column(j);
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (column[i] != 0.0) rows.push_back(static_cast<std::int32_t>(i));
    }
    starts.push_back(static_cast<std::int64_t>(rows.size()));
  }
  std::vector<double> ones(rows.size(), 1.0);
  return {matrix.rows(), matrix.cols(), std::move(starts), std::move(rows), std::move(ones)};
}

/// 0, 1, 2, ... or 1, 2, 3, ...: nobody measures that.
template <class Number>
bool counts_up(std::size_t count, const Number& number) {
  if (count < 3 || (number(0) != 0.0 && number(0) != 1.0)) return false;
  for (std::size_t i = 1; i < count; ++i) {
    if (number(i) != number(0) + static_cast<double>(i)) return false;
  }
  return true;
}

bool looks_like_distances(const Matrix& matrix) {
  if (matrix.rows() != matrix.cols()) return false;
  bool differs = false;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    if (matrix(j, j) != 0.0) return false;
    differs = differs || std::ranges::any_of(matrix.column(j), [](double x) { return x != 0.0; });
  }
  return differs;
}

NamedDesign dense_design(const std::string& path) {
  NamedMatrix matrix = read_matrix(path);
  return {std::move(matrix.values), std::move(matrix.column_names)};
}

std::vector<std::string> doubts_about(const NamedDesign& matrix, const std::string& path,
                                      const std::string& source) {
  const auto& values = std::get<Matrix>(matrix.values);
  std::vector<std::string> doubts;
  const bool labels = counts_up(values.rows(), [&](std::size_t i) { return values(i, 0); });
  if (labels) {
    doubts.push_back(fmt::format(
        "{}: the first column counts up, as the row labels of pandas do, and is taken for an item; "
        "save the matrix without them (index=False)",
        path));
  }
  if (matrix.column_names.empty() &&
      counts_up(values.cols(), [&](std::size_t j) { return values(0, j); })) {
    doubts.push_back(fmt::format(
        "{}: the first line counts up, as a header without names does, and is taken for "
        "{}; remove it, or give the columns names",
        path, source == "similarity" ? "similarities" : "distances"));
  }
  if (source == "similarity" && looks_like_distances(values)) {
    doubts.push_back(
        fmt::format("{}: a diagonal of zeros looks like distances, but the largest similarity "
                    "counts; --distances takes them as they are",
                    path));
  }
  return doubts;
}

void require_matrix_or_points(const OptionValues& options) {
  for (const char* source : {"similarity", "distances", "points"})
    if (options.has(source)) return;
  throw std::invalid_argument(
      fmt::format("{} needs {}, {} or {}", options.owner(), options.spelling_of("similarity"),
                  options.spelling_of("distances"), options.spelling_of("points")));
}

/// The customers' coordinates, with the columns of the points.
Matrix read_customers(const OptionValues& options) {
  const std::string path = existing_file(options, "customers");
  if (!options.has("columns")) return read_matrix(path).values;
  TableOptions columns;
  columns.columns = options.list("columns");
  return read_table(path, columns).to_dense();
}

ObjectiveInputs read_facilities(const OptionValues& options) {
  require_matrix_or_points(options);
  ObjectiveInputs inputs;
  if (options.has("points")) {
    NamedRows sites = read_points(options);
    inputs.names = std::move(sites.names);
    if (options.has("customers")) inputs.matrices.emplace("customers", read_customers(options));
    const Matrix& rows =
        options.has("customers") ? std::get<Matrix>(inputs.matrices.at("customers")) : sites.values;
    inputs.facts.push_back(count_fact("rows", rows.rows()));
    inputs.matrices.emplace("points", std::move(sites.values));
  } else {
    const std::string source = options.has("distances") ? "distances" : "similarity";
    const std::string path = existing_file(options, source);
    NamedDesign design = source == "similarity" ? read_design(path) : dense_design(path);
    if (std::holds_alternative<Matrix>(design.values))
      inputs.warnings = doubts_about(design, path, source);
    const auto rows = [](const auto& matrix) { return matrix.rows(); };
    inputs.facts.push_back(count_fact("rows", std::visit(rows, design.values)));
    inputs.matrices.emplace(source, std::move(design.values));
    inputs.names = std::move(design.column_names);
  }
  if (options.has("weights"))
    inputs.vectors.emplace("weights", read_vector(existing_file(options, "weights")));
  return inputs;
}

std::unique_ptr<Objective> make_facilities(ObjectiveInputs inputs, const OptionValues& options) {
  const auto given = [&](const char* name) {
    const auto found = inputs.matrices.find(name);
    return found == inputs.matrices.end() ? nullptr : &std::get<Matrix>(found->second);
  };
  const auto& weights = inputs.vectors["weights"];
  if (const auto found = inputs.matrices.find("similarity"); found != inputs.matrices.end()) {
    return std::visit(
        [&](const auto& similarity) {
          return std::make_unique<FacilityLocationObjective>(weighted_rows(similarity, weights),
                                                             std::move(inputs.names));
        },
        found->second);
  }
  if (const Matrix* distances = given("distances")) {
    return std::make_unique<FacilityLocationObjective>(savings_of(*distances, weights),
                                                       std::move(inputs.names));
  }
  const Matrix& sites = *given("points");
  const Matrix* customers = given("customers");
  const Metric metric =
      options.text("metric") == "haversine" ? Metric::haversine : Metric::euclidean;
  return std::make_unique<FacilityLocationObjective>(
      savings_of(distances_between(customers ? *customers : sites, sites, metric), weights),
      std::move(inputs.names));
}

ObjectiveInputs read_sets(const OptionValues& options) {
  Table table = read_table(existing_file(options, "sets"));
  ObjectiveInputs inputs;
  inputs.facts.push_back(count_fact("elements", table.rows()));
  inputs.matrices.emplace("sets", table.is_sparse ? table.sparse : nonzeros_of(table.dense));
  inputs.names = std::move(table.column_names);
  if (options.has("weights")) {
    inputs.vectors.emplace("weights", read_vector(existing_file(options, "weights")));
  }
  return inputs;
}

std::vector<Option> facility_sources() {
  const auto without_points = [](Option option) {
    option.excluded_by = "points";
    return option;
  };
  return {
      without_points({.name = "similarity",
                      .kind = OptionKind::file,
                      .help = "a matrix of similarities >= 0 (CSV, NPY, ..., or sparse: "
                              "MatrixMarket, SciPy's NPZ); an item is a column"}),
      without_points({.name = "distances",
                      .kind = OptionKind::file,
                      .help = "a matrix of distances >= 0 instead; results then have a cost, "
                              "the weighted sum of distances to the nearest item"}),
      {.name = "points",
       .kind = OptionKind::file,
       .help = "coordinates, one point per row (CSV, NPY, ...); an item is a point"},
      {.name = "names",
       .kind = OptionKind::text,
       .help = "the column of the points file that names the points",
       .placeholder = "COLUMN"},
      columns_option(),
      ignore_option(),
      {.name = "customers",
       .kind = OptionKind::file,
       .help = "with points: the coordinates of those who are served; the points themselves if "
               "not given"},
      {.name = "weights",
       .kind = OptionKind::file,
       .help = "one number >= 0 per row, per customer or per element; all weigh 1 if not given"}};
}

ObjectiveEntry facility_location_entry() {
  ObjectiveEntry entry;
  entry.name = "facility-location";
  entry.summary =
      "items that stand for everything: each row counts its largest similarity to a chosen item";
  entry.reference = "Cornuejols, Fisher and Nemhauser 1977";
  entry.sources = facility_sources();
  entry.options = {{.name = "metric",
                    .kind = OptionKind::text,
                    .help = "how far points are apart; haversine: kilometres, from latitude and "
                            "longitude in degrees",
                    .default_value = std::string("euclidean"),
                    .choices = {"euclidean", "haversine"}}};
  entry.read = read_facilities;
  entry.make = [](ObjectiveInputs inputs, const OptionValues& options, const Run&) {
    return make_facilities(std::move(inputs), options);
  };
  return entry;
}

ObjectiveEntry coverage_entry() {
  ObjectiveEntry entry;
  entry.name = "coverage";
  entry.summary =
      "sets that together cover the most: the weight of all elements in at least one chosen set";
  entry.reference = "Nemhauser, Wolsey and Fisher 1978";
  entry.sources = {
      {.name = "sets",
       .kind = OptionKind::file,
       .help =
           "a row per element, a column per set: nonzero if it covers (CSV with a header, ...)"},
      {.name = "weights",
       .kind = OptionKind::file,
       .help = "one number >= 0 per row, per customer or per element; all weigh 1 if not given"}};
  entry.read = read_sets;
  entry.make = [](ObjectiveInputs inputs, const OptionValues&, const Run&) {
    const auto weights = inputs.vectors.find("weights");
    const auto& sets = inputs.matrices.at("sets");
    const auto* dense = std::get_if<Matrix>(&sets);
    return std::make_unique<CoverageObjective>(
        dense ? nonzeros_of(*dense) : std::get<SparseMatrix>(sets),
        weights == inputs.vectors.end() ? std::vector<double>{} : std::move(weights->second),
        std::move(inputs.names));
  };
  return entry;
}

}  // namespace

std::vector<ObjectiveEntry> covering_objectives() {
  return {facility_location_entry(), coverage_entry()};
}

}  // namespace holdfast::registry
