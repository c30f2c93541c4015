// Facility location from distances and from points: costs by their definition.

#include "holdfast/objectives/covering/distances.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/combined/grouped.hpp"
#include "holdfast/objectives/combined/scenarios.hpp"
#include "holdfast/objectives/covering/facility_location.hpp"
#include "holdfast/theory/optimum_bound.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::at;
using support::expect_refusal;
using testing::HasSubstr;

double cost_by_definition(const Matrix& distances, const std::vector<double>& weights,
                          std::span<const Item> set) {
  double cost = 0.0;
  for (std::size_t i = 0; i < distances.rows(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Item item : set) nearest = std::min(nearest, distances(i, at(item)));
    cost += (weights.empty() ? 1.0 : weights[i]) * nearest;
  }
  return cost;
}

Matrix random_distances(std::size_t rows, std::size_t sites, std::uint64_t seed) {
  return distances_between(support::random_points(rows, 2, seed),
                           support::random_points(sites, 2, seed + 1), Metric::euclidean);
}

TEST(Distances, CostsAreWeightedDistancesToTheNearest) {
  Random random(1);
  for (const bool weighted : {false, true}) {
    const Matrix distances = random_distances(30, 8, 5);
    const auto weights = weighted ? support::random_weights(30, 2) : std::vector<double>{};
    const FacilityLocationObjective objective(savings_of(distances, weights));
    for (std::size_t size = 1; size <= 8; ++size) {
      const Items set = support::random_set(random, 8, size);
      EXPECT_NEAR(*objective.cost(objective.value(set)),
                  cost_by_definition(distances, weights, set), 1e-9);
    }
  }
}

TEST(Distances, TheWorstDeletionIsTheDearest) {
  const Matrix distances = random_distances(40, 9, 2);
  const FacilityLocationObjective objective(savings_of(distances, {}));
  const holdfast::Run run;
  const Items set{0, 2, 3, 5, 8};
  const auto state = objective.start_at(run, set);
  const Deletion worst = Exact().attack(*state, 2);
  double dearest = 0.0;
  support::for_each_subset(set, 3, [&](const Items& left) {
    dearest = std::max(dearest, cost_by_definition(distances, {}, left));
  });
  EXPECT_NEAR(*objective.cost(worst.value), dearest, 1e-9);
}

TEST(Distances, WrappersKeepCosts) {
  const Matrix distances = random_distances(10, 4, 3);
  const auto base = std::make_shared<FacilityLocationObjective>(savings_of(distances, {}));
  const GroupedObjective groups(base, {{"x", {0, 1}}});
  EXPECT_NEAR(*groups.cost(groups.value(Items{0})), cost_by_definition(distances, {}, Items{0, 1}),
              1e-9);
  const ScenariosObjective events(base, {{{0}}, {{1}}});
  EXPECT_NEAR(
      *events.cost(events.value(Items{0, 1})),
      (cost_by_definition(distances, {}, Items{1}) + cost_by_definition(distances, {}, Items{0})) /
          2.0,
      1e-9);
  EXPECT_FALSE(FacilityLocationObjective(Matrix(1, 1, {1.0})).cost(0.0).has_value());
}

TEST(Distances, KnownDistances) {
  const Matrix plane(2, 2, {0.0, 3.0, 0.0, 4.0});
  const Matrix far = distances_between(plane, plane, Metric::euclidean);
  EXPECT_DOUBLE_EQ(far(0, 1), 5.0);
  EXPECT_DOUBLE_EQ(far(1, 1), 0.0);
  // Berlin and Paris, latitude and longitude; a quarter of the equator.
  const Matrix cities(2, 2, {52.52, 48.8566, 13.405, 2.3522});
  EXPECT_NEAR(distances_between(cities, cities, Metric::haversine)(0, 1), 877.5, 1.0);
  const Matrix equator(2, 2, {0.0, 0.0, 0.0, 90.0});
  EXPECT_NEAR(distances_between(equator, equator, Metric::haversine)(0, 1), 10007.56, 0.1);
}

TEST(Distances, RefusesWhatIsNoDistance) {
  const Matrix fine(2, 2, {1.0, 2.0, 3.0, 4.0});
  expect_refusal(
      [&] {
        savings_of(Matrix(1, 2, {1.0, -1.0}), {});
      },
      {"distances", "row 0", "column 1", "-1"});
  expect_refusal([&] { savings_of(Matrix(1, 1, {std::nan("")}), {}); }, {"row 0", "nan"});
  expect_refusal([&] { savings_of(fine, std::vector<double>{1.0}); }, {"weights", "1", "2 rows"});
  expect_refusal(
      [&] {
        savings_of(fine, std::vector<double>{1.0, -2.0});
      },
      {"weights", "entry 1", "-2"});
  expect_refusal([&] { distances_between(Matrix(1, 1, {0.0}), fine, Metric::euclidean); },
                 {"customers", "1", "2"});
  expect_refusal(
      [&] { distances_between(Matrix(1, 1, {0.0}), Matrix(1, 1, {0.0}), Metric::haversine); },
      {"latitude"});
  expect_refusal(
      [&] {
        distances_between(Matrix(1, 2, {91.0, 0.0}), fine, Metric::haversine);
      },
      {"customers", "row 0", "91"});
}

/// The robust optimum by trying every set; the Lagrangian bound is above it, and close.
TEST(Lagrangian, EnclosesTheBestOnSmallMedianProblems) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Matrix distances = random_distances(60, 14, 10 * seed);
    const FacilityLocationObjective objective(savings_of(distances, {}));
    for (const auto& [k, tau] : {std::pair<Item, Item>{4, 0}, {6, 0}, {5, 1}, {6, 2}}) {
      double best = 0.0;
      support::for_each_subset(support::ground_set(14), at(k), [&](const Items& set) {
        double worst = std::numeric_limits<double>::infinity();
        support::for_each_subset(set, set.size() - at(tau), [&](const Items& left) {
          worst = std::min(worst, objective.value(left));
        });
        best = std::max(best, worst);
      });
      const holdfast::Run run;
      const auto bounds = bound_optimum(objective, {k, tau}, run);
      double lagrangian = std::numeric_limits<double>::infinity();
      for (const auto& bound : bounds)
        if (bound.method == "lagrangian") lagrangian = std::min(lagrangian, bound.value);
      EXPECT_GE(lagrangian, best - 1e-9);
      if (tau == 0) {
        EXPECT_GE(*objective.cost(lagrangian), 0.98 * *objective.cost(best));
      }
    }
  }
}

}  // namespace
}  // namespace holdfast
