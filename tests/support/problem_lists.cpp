#include <ostream>

#include "tests/support/class_definition.hpp"
#include "tests/support/problems.hpp"

namespace holdfast::support {
namespace {

using Shape = Kernel::Shape;

ProblemMaker named(const std::string& label,
                   const std::function<TestProblem(std::uint64_t)>& make) {
  return {label, [label, make](std::uint64_t seed) {
            TestProblem problem = make(seed);
            problem.label = label;
            return problem;
          }};
}

ProblemMaker linear(const std::string& label, LinearShape shape, double ridge, bool intercept,
                    bool sparse_input = false) {
  return named(label, [=](std::uint64_t seed) {
    return linear_problem(shape, ridge, intercept, sparse_input, seed);
  });
}

ProblemMaker variance_reduction(const std::string& label, Kernel kernel, double noise) {
  return named(label, [=](std::uint64_t seed) {
    return variance_reduction_problem(kernel, 9, 7, noise, seed);
  });
}

void add_linear(std::vector<ProblemMaker>& makers) {
  const LinearShape plain;
  const LinearShape correlated{.correlation = 0.8};
  const LinearShape deficient{
      .duplicated = true, .dependent = true, .constant = true, .zero = true};
  const LinearShape wide{.rows = 6, .cols = 11, .integers = true};
  const LinearShape scaled{.scale_spread = 1e3};
  const LinearShape sparse{.rows = 30, .cols = 9, .sparse = true};
  const LinearShape sparse_deficient{
      .rows = 30, .cols = 9, .duplicated = true, .constant = true, .zero = true, .sparse = true};
  makers.push_back(linear("linear", plain, 0.0, true));
  makers.push_back(linear("linear_no_intercept", plain, 0.0, false));
  makers.push_back(linear("linear_ridge", correlated, 2.5, true));
  makers.push_back(linear("linear_ridge_no_intercept", correlated, 2.5, false));
  makers.push_back(linear("linear_rank_deficient", deficient, 0.0, true));
  makers.push_back(linear("linear_rank_deficient_no_intercept", deficient, 0.0, false));
  makers.push_back(linear("linear_rank_deficient_ridge", deficient, 0.7, true));
  makers.push_back(linear("linear_fewer_rows_than_items", wide, 0.0, true));
  makers.push_back(linear("linear_fewer_rows_than_items_no_intercept", wide, 0.0, false));
  makers.push_back(linear("linear_unlike_scales", scaled, 0.0, true));
  makers.push_back(linear("linear_sparse", sparse, 0.0, true, true));
  makers.push_back(linear("linear_sparse_no_intercept", sparse, 0.0, false, true));
  makers.push_back(linear("linear_sparse_ridge", sparse, 1.5, true, true));
  makers.push_back(linear("linear_sparse_rank_deficient", sparse_deficient, 0.0, true, true));
}

void add_kernels(std::vector<ProblemMaker>& makers) {
  makers.push_back(
      variance_reduction("variance_reduction_matern12", {Shape::matern12, 1.0, 1.0}, 1.0));
  makers.push_back(
      variance_reduction("variance_reduction_matern32", {Shape::matern32, 1.3, 0.5}, 0.2));
  makers.push_back(
      variance_reduction("variance_reduction_matern52", {Shape::matern52, 0.7, 2.0}, 1.0));
  makers.push_back(variance_reduction("variance_reduction_squared_exponential",
                                      {Shape::squared_exponential, 1.0, 1.0}, 0.01));
  makers.push_back(variance_reduction("variance_reduction_linear", {Shape::linear, 2.0, 1.5}, 0.5));
  // So many targets that rows carry products.
  makers.push_back(named("variance_reduction_many_targets", [](std::uint64_t seed) {
    return variance_reduction_problem({Shape::matern32, 1.0, 1.0}, 9, 140, 0.3, seed);
  }));
  makers.push_back(named("logdet", [](std::uint64_t seed) {
    return logdet_problem({Shape::matern32, 1.0, 1.0}, 9, 0.5, seed);
  }));
  makers.push_back(named("logdet_low_rank", [](std::uint64_t seed) {
    return logdet_problem({Shape::linear, 1.0, 1.0}, 9, 0.1, seed);
  }));
}

TestProblem logistic_problem(std::uint64_t seed) {
  return class_problem({.rows = 40, .cols = 9}, 1.0, true, true, seed);
}

void add_classes(std::vector<ProblemMaker>& makers) {
  makers.push_back(named("logistic", logistic_problem));
  makers.push_back(named("softmax", [](std::uint64_t seed) {
    return class_problem({.rows = 36, .cols = 6, .classes = 3}, 0.5, false, false, seed);
  }));
  makers.push_back(named("one_vs_rest", [](std::uint64_t seed) {
    return one_vs_rest_problem({.rows = 36, .cols = 6, .classes = 3}, 0.5, true, seed);
  }));
}

void add_grouped(std::vector<ProblemMaker>& makers) {
  makers.push_back(named("grouped_linear", [](std::uint64_t seed) {
    return grouped_problem(linear_problem({.correlation = 0.5}, 0.0, true, false, seed),
                           {{3, 0}, {8, 1, 5}});
  }));
  makers.push_back(named("grouped_linear_rank_deficient", [](std::uint64_t seed) {
    const LinearShape deficient{
        .cols = 12, .duplicated = true, .dependent = true, .constant = true, .zero = true};
    return grouped_problem(linear_problem(deficient, 0.0, true, false, seed),
                           {{11, 0}, {10, 1}, {2, 3}, {5, 4}, {7, 6}, {9, 8}});
  }));
  makers.push_back(named("grouped_variance_reduction", [](std::uint64_t seed) {
    return grouped_problem(
        variance_reduction_problem({Shape::matern32, 1.0, 1.0}, 11, 17, 0.3, seed),
        {{3, 0}, {8, 1, 5}});
  }));
  makers.push_back(named("grouped_logistic", [](std::uint64_t seed) {
    return grouped_problem(logistic_problem(seed), {{4, 1}, {0, 6}});
  }));
  makers.push_back(named("grouped_one_vs_rest", [](std::uint64_t seed) {
    return grouped_problem(
        one_vs_rest_problem({.rows = 36, .cols = 8, .classes = 3}, 1.0, false, seed),
        {{4, 1}, {0, 6}});
  }));
  makers.push_back(named("grouped_coverage", [](std::uint64_t seed) {
    return grouped_problem(coverage_problem(25, 12, true, seed), {{9, 2}, {0, 11, 4}});
  }));
  makers.push_back(named("grouped_function", [](std::uint64_t seed) {
    return grouped_problem(table_problem(8, true, seed), {{6, 7}});
  }));
  makers.push_back(named("grouped_alone", [](std::uint64_t seed) {
    return grouped_problem(facility_location_problem(13, 9, seed), {});
  }));
  makers.push_back(named("grouped_alone_in_another_order", [](std::uint64_t seed) {
    return grouped_problem(variance_reduction_problem({Shape::matern32, 1.0, 1.0}, 9, 7, 0.5, seed),
                           {{5}, {2}});
  }));
}

/// Events that overlap, repeat, take nothing, and have no weight.
std::vector<Event> some_events(Item items) {
  return {{{}, 2.0},        {{0}, 1.0},           {{1, 3}, 0.5}, {{3, 1}, 1.5},
          {{2, 4, 5}, 1.0}, {{items - 1}, 0.25},  {{0, 1}, 0.0}, {{0, 2, items - 2}, 1.0},
          {{4}, 1.0},       {{5, items - 1}, 1.0}};
}

void add_scenarios(std::vector<ProblemMaker>& makers) {
  using Kind = Measure::Kind;
  const auto add = [&](const char* label, Measure measure, auto base) {
    makers.push_back(named(label, [measure, base](std::uint64_t seed) {
      const TestProblem problem = base(seed);
      return scenarios_problem(problem, some_events(problem.size()), measure);
    }));
  };
  const auto linear = [](std::uint64_t seed) {
    return linear_problem({.cols = 9, .correlation = 0.5, .duplicated = true}, 0.0, true, false,
                          seed);
  };
  add("scenarios_mean_linear", {Kind::mean}, linear);
  add("scenarios_worst_linear", {Kind::worst}, linear);
  add("scenarios_cvar_linear", {Kind::cvar, 0.3}, linear);
  add("scenarios_mean_coverage", {Kind::mean},
      [](std::uint64_t seed) { return coverage_problem(25, 10, true, seed); });
  add("scenarios_capped_facility_location", {Kind::capped, 0.1, 6.0},
      [](std::uint64_t seed) { return facility_location_problem(13, 9, seed); });
  add("scenarios_cvar_variance_reduction", {Kind::cvar, 0.25}, [](std::uint64_t seed) {
    return variance_reduction_problem({Shape::matern32, 1.0, 1.0}, 9, 7, 0.5, seed);
  });
  add("scenarios_worst_function", {Kind::worst},
      [](std::uint64_t seed) { return table_problem(8, true, seed); });
}

}  // namespace

void PrintTo(const ProblemMaker& maker, std::ostream* out) { *out << maker.label; }

std::vector<ProblemMaker> problems_of_every_kind() {
  std::vector<ProblemMaker> makers;
  add_linear(makers);
  add_kernels(makers);
  add_classes(makers);
  makers.push_back(named("facility_location", [](std::uint64_t seed) {
    return facility_location_problem(13, 9, seed);
  }));
  makers.push_back(
      named("coverage", [](std::uint64_t seed) { return coverage_problem(25, 10, false, seed); }));
  makers.push_back(named("coverage_weighted",
                         [](std::uint64_t seed) { return coverage_problem(25, 10, true, seed); }));
  makers.push_back(
      named("function", [](std::uint64_t seed) { return table_problem(8, false, seed); }));
  makers.push_back(named("function_with_gains",
                         [](std::uint64_t seed) { return table_problem(8, true, seed); }));
  makers.push_back(
      named("function_submodular", [](std::uint64_t seed) { return concave_problem(9, seed); }));
  add_grouped(makers);
  add_scenarios(makers);
  return makers;
}

std::vector<ProblemMaker> large_problems() {
  const LinearShape tall{.rows = 120, .cols = 700, .correlation = 0.5};
  const LinearShape sparse{.rows = 120, .cols = 700, .sparse = true};
  std::vector<ProblemMaker> makers;
  makers.push_back(linear("linear", tall, 0.0, true));
  makers.push_back(linear("linear_ridge", tall, 1.0, false));
  makers.push_back(linear("linear_sparse", sparse, 0.0, true, true));
  makers.push_back(named("variance_reduction", [](std::uint64_t seed) {
    return variance_reduction_problem({Shape::matern32, 1.0, 1.0}, 400, 150, 1.0, seed);
  }));
  makers.push_back(named("logdet", [](std::uint64_t seed) {
    return logdet_problem({Shape::matern52, 1.0, 1.0}, 600, 0.5, seed);
  }));
  makers.push_back(named("facility_location", [](std::uint64_t seed) {
    return facility_location_problem(300, 200, seed);
  }));
  makers.push_back(
      named("coverage", [](std::uint64_t seed) { return coverage_problem(400, 700, true, seed); }));
  makers.push_back(named("grouped_linear", [](std::uint64_t seed) {
    const LinearShape small{.rows = 120, .cols = 200, .correlation = 0.5};
    return grouped_problem(linear_problem(small, 0.0, true, false, seed),
                           {{0, 150}, {7, 8, 9}, {199, 3}});
  }));
  return makers;
}

}  // namespace holdfast::support
