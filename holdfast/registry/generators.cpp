#include "holdfast/data/generators.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

constexpr const char* paper = "Bogunovic, Zhao and Cevher 2018";

std::size_t count(const OptionValues& options, std::string_view name) {
  return static_cast<std::size_t>(options.integer(name));
}

Draw draw(const OptionValues& options, std::uint64_t seed) {
  return {seed, static_cast<std::uint64_t>(options.integer("trial"))};
}

std::vector<CsvColumn> numbered_columns(const Matrix& matrix) {
  std::vector<CsvColumn> columns;
  for (std::size_t j = 0; j < matrix.cols(); ++j) {
    columns.push_back({fmt::format("x{}", j), matrix.column(j), {}});
  }
  return columns;
}

std::vector<GeneratedFile> regression_files(RegressionData generated) {
  struct Kept {
    RegressionData data;
    std::vector<std::string> names;
  };
  const auto kept = std::make_shared<Kept>(Kept{std::move(generated), {}});
  const RegressionData& data = kept->data;
  auto train = numbered_columns(data.train);
  for (const auto& column : train) kept->names.push_back(column.name);
  train.push_back({"y", data.train_target, {}});
  auto test = numbered_columns(data.test);
  test.push_back({"y", data.test_target, {}});
  const std::vector<CsvColumn> weights{{"column", {}, kept->names}, {"weight", data.weights, {}}};
  return {{"train.csv", std::move(train), {}, kept},
          {"test.csv", std::move(test), {}, kept},
          {"weights.csv", weights, {}, kept}};
}

std::vector<GeneratedFile> variance_reduction_files(VarianceReductionData generated) {
  const auto data = std::make_shared<VarianceReductionData>(std::move(generated));
  const auto lines = [](const Items& items) { return fmt::format("{}\n", fmt::join(items, "\n")); };
  return {{"points.csv", numbered_columns(data->points), {}, data},
          {"targets.txt", {}, lines(data->targets), data},
          {"candidates.txt", {}, lines(data->candidates), data}};
}

Option trial_option() {
  return {.name = "trial",
          .kind = OptionKind::integer,
          .help = "which of the many data sets of one seed",
          .default_value = std::int64_t{0},
          .range = {.least = 0}};
}

Option unit_option(const char* name, const char* help, double default_value) {
  return {.name = name,
          .kind = OptionKind::number,
          .help = help,
          .default_value = default_value,
          .range = {.least = 0.0, .most = 1.0}};
}

/// The process behind the columns; the paper leaves both open.
std::vector<Option> process_options() {
  return {{.name = "ar-noise",
           .kind = OptionKind::text,
           .help = "noise between neighbouring columns: alpha N(0, 1), or literally "
                   "alpha N(0, alpha^2)",
           .default_value = std::string("standard"),
           .choices = {"standard", "literal"}},
          {.name = "ar-start",
           .kind = OptionKind::text,
           .help = "first column: N(0, 1), the variance that the others tend to, or 0",
           .default_value = std::string("standard"),
           .choices = {"standard", "stationary", "zero"}}};
}

ArProcess process(const OptionValues& options) {
  const std::string& start = options.text("ar-start");
  return {options.text("ar-noise") == "literal" ? ArNoise::literal : ArNoise::standard,
          start == "zero"         ? ArStart::zero
          : start == "stationary" ? ArStart::stationary
                                  : ArStart::standard};
}

void append(std::vector<Option>& options, std::vector<Option> more) {
  std::ranges::move(more, std::back_inserter(options));
}

std::vector<Option> regression_options(std::int64_t train_rows, std::int64_t test_rows,
                                       std::int64_t columns, double alpha_squared) {
  std::vector<Option> options{
      count_option("train-rows", "rows of train.csv", train_rows),
      count_option("test-rows", "rows of test.csv", test_rows),
      count_option("columns", "columns besides y", columns),
      count_option("nonzeros", "columns that matter", 100),
      unit_option("alpha-squared", "neighbouring columns have correlation sqrt(1 - alpha-squared)",
                  alpha_squared),
      trial_option()};
  append(options, process_options());
  return options;
}

GeneratorEntry linear_data_entry() {
  auto options = regression_options(800, 2400, 1000, 0.5);
  options.push_back({.name = "noise-variance",
                     .kind = OptionKind::number,
                     .help = "variance of the noise in y",
                     .default_value = 5.0,
                     .range = {.least = 0.0}});
  return {
      {"linear", "a sparse linear model on correlated columns: train.csv, test.csv, weights.csv",
       paper, std::move(options)},
      [](const OptionValues& given, std::uint64_t seed) {
        return regression_files(generate_linear({.train_rows = count(given, "train-rows"),
                                                 .test_rows = count(given, "test-rows"),
                                                 .columns = count(given, "columns"),
                                                 .nonzeros = count(given, "nonzeros"),
                                                 .alpha_squared = given.number("alpha-squared"),
                                                 .noise_variance = given.number("noise-variance"),
                                                 .process = process(given),
                                                 .draw = draw(given, seed)}));
      }};
}

GeneratorEntry logistic_data_entry() {
  auto options = regression_options(600, 1800, 200, 0.09);
  options.push_back({.name = "labels",
                     .kind = OptionKind::text,
                     .help = "y is the likelier class, or drawn with its probability",
                     .default_value = std::string("likelier"),
                     .choices = {"likelier", "drawn"}});
  return {{"logistic",
           "two classes (y is 0 or 1) on correlated columns: train.csv, test.csv, weights.csv",
           paper, std::move(options)},
          [](const OptionValues& given, std::uint64_t seed) {
            return regression_files(generate_logistic(
                {.train_rows = count(given, "train-rows"),
                 .test_rows = count(given, "test-rows"),
                 .columns = count(given, "columns"),
                 .nonzeros = count(given, "nonzeros"),
                 .alpha_squared = given.number("alpha-squared"),
                 .labels = given.text("labels") == "drawn" ? Labels::drawn : Labels::likelier,
                 .process = process(given),
                 .draw = draw(given, seed)}));
          }};
}

GeneratorEntry variance_reduction_data_entry() {
  std::vector<Option> options{
      count_option("points", "rows of points.csv", 600),
      count_option("dimensions", "columns of points.csv", 20),
      unit_option("alpha", "neighbouring columns have correlation sqrt(1 - alpha^2)", 0.1),
      trial_option()};
  append(options, process_options());
  return {{"variance-reduction",
           "points in space, half of them targets: points.csv, targets.txt, candidates.txt", paper,
           std::move(options)},
          [](const OptionValues& given, std::uint64_t seed) {
            return variance_reduction_files(
                generate_variance_reduction({.points = count(given, "points"),
                                             .dimensions = count(given, "dimensions"),
                                             .alpha = given.number("alpha"),
                                             .process = process(given),
                                             .draw = draw(given, seed)}));
          }};
}

}  // namespace

const std::vector<GeneratorEntry>& generators() {
  static const std::vector<GeneratorEntry> table{linear_data_entry(), logistic_data_entry(),
                                                 variance_reduction_data_entry()};
  return table;
}

}  // namespace holdfast::registry
