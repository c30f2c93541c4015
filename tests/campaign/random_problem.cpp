#include "tests/campaign/random_problem.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/class_definition.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::campaign {
namespace {

using support::TestProblem;

bool coin(Random& random) { return random.below(2) == 0; }
bool rarely(Random& random) { return random.below(6) == 0; }
std::size_t between(Random& random, std::size_t least, std::size_t most) {
  return least + random.below(most - least + 1);
}

TestProblem from_catalogue(Random& random) {
  static const auto makers = support::problems_of_every_kind();
  return makers[random.below(makers.size())].make(random.bits());
}

TestProblem linear(Random& random) {
  support::LinearShape shape;
  shape.rows = between(random, 14, 40);
  shape.cols = between(random, 5, 11);
  shape.correlation = coin(random) ? 0.0 : random.uniform(0.1, 0.9);
  shape.duplicated = rarely(random);
  shape.dependent = rarely(random);
  shape.constant = rarely(random);
  shape.zero = rarely(random);
  shape.sparse = rarely(random);
  shape.integers = rarely(random);
  shape.scale_spread = rarely(random) ? 100.0 : 1.0;
  const double ridge = coin(random) ? 0.0 : std::exp(random.uniform(-2.0, 4.0));
  const bool intercept = coin(random);
  return support::linear_problem(shape, ridge, intercept, coin(random), random.bits());
}

Kernel kernel(Random& random) {
  using Shape = Kernel::Shape;
  const Shape shapes[] = {Shape::matern12, Shape::matern32, Shape::matern52,
                          Shape::squared_exponential, Shape::linear};
  const Shape shape = shapes[random.below(std::size(shapes))];
  return {shape, random.uniform(0.5, 3.0), random.uniform(0.5, 2.0)};
}

TestProblem kernels(Random& random) {
  const Kernel drawn = kernel(random);
  const std::size_t items = between(random, 4, 10);
  const double noise = random.uniform(0.1, 2.0);
  if (coin(random)) return support::logdet_problem(drawn, items, noise, random.bits());
  const std::size_t targets = between(random, 3, 15);
  return support::variance_reduction_problem(drawn, items, targets, noise, random.bits());
}

TestProblem classes(Random& random) {
  support::ClassShape shape;
  shape.rows = between(random, 20, 36);
  shape.cols = between(random, 4, 6);
  shape.classes = static_cast<int>(between(random, 2, 3));
  shape.duplicated = rarely(random);
  shape.constant = rarely(random);
  shape.zero = rarely(random);
  const double ridge = random.uniform(0.3, 3.0);
  const bool intercept = coin(random);
  if (rarely(random)) return support::one_vs_rest_problem(shape, ridge, intercept, random.bits());
  return support::class_problem(shape, ridge, intercept, shape.classes == 2 && coin(random),
                                random.bits());
}

TestProblem covering(Random& random) {
  const std::size_t items = between(random, 4, 11);
  const std::size_t rows = between(random, 4, 24);
  if (coin(random)) return support::facility_location_problem(rows, items, random.bits());
  const bool weighted = coin(random);
  return support::coverage_problem(rows, items, weighted, random.bits());
}

TestProblem plain(Random& random) {
  switch (random.below(12)) {
    case 0: return from_catalogue(random);
    case 1: return classes(random);
    case 2:
    case 3: return kernels(random);
    case 4:
    case 5:
    case 6: return covering(random);
    case 7: return support::concave_problem(static_cast<Item>(between(random, 3, 9)), 3);
    default: return linear(random);
  }
}

/// Some of the items in groups, the others alone.
TestProblem in_groups(const TestProblem& base, Random& random) {
  const Items order = support::random_set(random, base.size(), support::at(base.size()));
  std::vector<Items> groups;
  std::size_t at = 0;
  while (at + 1 < order.size() && groups.size() < 3) {
    const std::size_t size = std::min(between(random, 1, 3), order.size() - at);
    groups.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(at),
                        order.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
  }
  return support::grouped_problem(base, groups);
}

TestProblem under_events(const TestProblem& base, Random& random) {
  using Kind = Measure::Kind;
  const Kind kinds[] = {Kind::mean, Kind::worst, Kind::cvar};
  const Measure measure{kinds[random.below(std::size(kinds))], random.uniform(0.05, 1.0)};
  std::vector<Event> events{{{}, 1.0}};
  const std::size_t count = between(random, 1, 8);
  for (std::size_t e = 0; e < count; ++e) {
    const std::size_t lost = random.below(std::min<std::size_t>(4, support::at(base.size())));
    events.push_back({support::random_set(random, base.size(), lost), random.uniform(0.0, 2.0)});
  }
  return support::scenarios_problem(base, events, measure);
}

}  // namespace

TestProblem random_problem(Random& random) {
  TestProblem problem = plain(random);
  // Groups of groups would have the names of their items.
  const bool may_be_grouped = problem.size() > 4 && problem.label.find("grouped") != 0;
  switch (random.below(6)) {
    case 0: return may_be_grouped ? in_groups(problem, random) : problem;
    case 1: return under_events(problem, random);
    default: return problem;
  }
}

}  // namespace holdfast::campaign
