#include "tests/support/problems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/objectives/trace/logdet.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {

double TestProblem::allowed_error() const {
  return tolerance * std::max(definition(ground_set(size())), std::numeric_limits<double>::min());
}

TestProblem linear_problem(const LinearShape& shape, double ridge, bool intercept,
                           bool sparse_input, std::uint64_t seed) {
  const LinearData data = random_linear_data(shape, seed);
  LinearObjective::Design design = data.design;
  if (sparse_input) design = to_sparse(data.design);
  LinearOptions options;
  options.ridge = ridge;
  options.intercept = intercept;
  options.threads = 1;
  const LinearModel model{data.design, data.response, ridge, intercept};
  TestProblem problem;
  problem.label = "linear";
  problem.objective = std::make_shared<LinearObjective>(design, data.response, options);
  problem.definition = linear_definition(model);
  problem.gradients = [model](std::span<const Item> set) { return linear_gradients(model, set); };
  return problem;
}

TestProblem variance_reduction_problem(const Kernel& kernel, std::size_t candidates,
                                       std::size_t targets, double noise, std::uint64_t seed) {
  const Matrix points = random_points(candidates, 3, seed);
  const Matrix goals = random_points(targets, 3, seed + 1'000'003);
  const Matrix own = kernel_matrix_by_definition(kernel, points, points);
  const Matrix cross = kernel_matrix_by_definition(kernel, goals, points);
  const Matrix of_goals = kernel_matrix_by_definition(kernel, goals, goals);
  std::vector<double> variances;
  for (std::size_t x = 0; x < targets; ++x) variances.push_back(of_goals(x, x));
  TestProblem problem;
  problem.label = "variance-reduction";
  problem.objective = std::make_shared<VarianceReductionObjective>(own, cross, variances, noise);
  problem.definition = variance_reduction_definition(own, cross, noise);
  return problem;
}

TestProblem logdet_problem(const Kernel& kernel, std::size_t items, double noise,
                           std::uint64_t seed) {
  const Matrix points = random_points(items, 3, seed);
  const Matrix own = kernel_matrix_by_definition(kernel, points, points);
  TestProblem problem;
  problem.label = "logdet";
  problem.objective = std::make_shared<LogDetObjective>(own, noise);
  problem.definition = logdet_definition(own, noise);
  return problem;
}

TestProblem facility_location_problem(std::size_t rows, std::size_t items, std::uint64_t seed) {
  const Matrix similarity = random_similarity(rows, items, seed);
  TestProblem problem;
  problem.label = "facility-location";
  problem.objective = std::make_shared<FacilityLocationObjective>(similarity);
  problem.definition = facility_location_definition(similarity);
  return problem;
}

TestProblem coverage_problem(std::size_t elements, std::size_t items, bool weighted,
                             std::uint64_t seed) {
  const SparseMatrix sets = random_cover(elements, items, 0.3, seed);
  const std::vector<double> weights =
      weighted ? random_weights(elements, seed + 1) : std::vector<double>{};
  TestProblem problem;
  problem.label = "coverage";
  problem.objective = std::make_shared<CoverageObjective>(sets, weights);
  problem.definition = coverage_definition(sets, weights);
  return problem;
}

TestProblem table_problem(Item items, bool with_gains, std::uint64_t seed) {
  // f(S) = max over T in S, T not empty, of a random number that may grow with |T|: monotone.
  std::vector<double> table(std::size_t{1} << at(items), 0.0);
  Random random(seed, 77);
  for (std::size_t mask = 1; mask < table.size(); ++mask) {
    int members = 0;
    for (Item item = 0; item < items; ++item) members += (mask >> at(item)) & 1U ? 1 : 0;
    table[mask] = random.uniform() * (1.0 + 0.3 * members);
    for (Item item = 0; item < items; ++item) {
      const std::size_t bit = std::size_t{1} << at(item);
      if (mask & bit) table[mask] = std::max(table[mask], table[mask ^ bit]);
    }
  }
  const auto value = [table](std::span<const Item> set) {
    std::size_t mask = 0;
    for (const Item item : set) mask |= std::size_t{1} << at(item);
    return table[mask];
  };
  FunctionObjective::GainsFunction gains;
  if (with_gains) {
    gains = [value](std::span<const Item> set, std::span<const Item> candidates) {
      std::vector<double> out;
      for (const Item item : candidates) out.push_back(value(plus(set, item)) - value(set));
      return out;
    };
  }
  TestProblem problem;
  problem.label = "function";
  problem.objective = std::make_shared<FunctionObjective>(items, value, gains);
  problem.definition = value;
  return problem;
}

TestProblem concave_problem(Item items, std::uint64_t seed) {
  const auto weights = random_weights(at(items), seed);
  const auto value = [weights](std::span<const Item> set) {
    double sum = 0.0;
    for (const Item item : set) sum += weights[at(item)];
    return std::sqrt(sum);
  };
  TestProblem problem;
  problem.label = "concave";
  problem.objective =
      std::make_shared<FunctionObjective>(items, value, FunctionObjective::GainsFunction{}, true);
  problem.definition = value;
  return problem;
}

TestProblem grouped_problem(TestProblem base, const std::vector<Items>& groups) {
  std::vector<Items> members = groups;
  std::vector<Group> named;
  Items grouped;
  for (const Items& group : groups) {
    named.push_back({"group " + std::to_string(named.size()), group});
    grouped.insert(grouped.end(), group.begin(), group.end());
  }
  for (const Item item : complement(base.size(), grouped)) members.push_back({item});
  TestProblem problem;
  problem.label = "grouped " + base.label;
  problem.tolerance = base.tolerance;
  const auto members_of = [members](std::span<const Item> set) {
    Items all;
    for (const Item group : set)
      all.insert(all.end(), members[at(group)].begin(), members[at(group)].end());
    return all;
  };
  problem.definition = [members_of, value = base.definition](std::span<const Item> set) {
    return value(members_of(set));
  };
  if (base.gradients) {
    // A group's weights are those of its members.
    problem.gradients = [=, gradients = base.gradients](std::span<const Item> set) {
      const auto of_items = gradients(members_of(set));
      std::vector<double> norms;
      for (const Items& group : members) {
        double square = 0.0;
        for (const Item item : group) square += of_items[at(item)] * of_items[at(item)];
        norms.push_back(std::sqrt(square));
      }
      return norms;
    };
  }
  problem.objective = std::make_shared<GroupedObjective>(base.objective, std::move(named));
  return problem;
}

namespace {

/// CVaR as Rockafellar and Uryasev define it: max over c of c - mean of (c - v)+ / tail. The best c
/// is one of the values.
double tail_mean(const std::vector<double>& values, const std::vector<double>& weights,
                 double tail) {
  double best = -std::numeric_limits<double>::infinity();
  for (const double c : values) {
    double shortfall = 0.0;
    for (std::size_t e = 0; e < values.size(); ++e)
      shortfall += weights[e] * std::max(0.0, c - values[e]);
    best = std::max(best, c - shortfall / tail);
  }
  return best;
}

}  // namespace

TestProblem scenarios_problem(const TestProblem& base, const std::vector<Event>& events,
                              const Measure& measure) {
  TestProblem problem;
  problem.label = "scenarios of " + base.label;
  problem.tolerance = base.tolerance;
  problem.objective = std::make_shared<ScenariosObjective>(base.objective, events, measure);
  problem.definition = [events, measure, value = base.definition](std::span<const Item> set) {
    std::vector<double> values;
    std::vector<double> weights;
    double total = 0.0;
    for (const Event& event : events) total += event.weight;
    for (const Event& event : events) {
      Items left;
      for (const Item item : set)
        if (std::ranges::count(event.lost, item) == 0) left.push_back(item);
      if (event.weight == 0.0) continue;
      values.push_back(value(left));
      weights.push_back(event.weight / total);
    }
    if (measure.kind == Measure::Kind::worst) return *std::ranges::min_element(values);
    if (measure.kind == Measure::Kind::cvar) return tail_mean(values, weights, measure.tail);
    double mean = 0.0;
    for (std::size_t e = 0; e < values.size(); ++e)
      mean += weights[e] * (measure.kind == Measure::Kind::capped ? std::min(values[e], measure.cap)
                                                                  : values[e]);
    return mean;
  };
  return problem;
}

}  // namespace holdfast::support
