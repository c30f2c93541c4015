#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/linalg/sparse_gain_bounds.hpp"
#include "tests/objectives/classes/optimum.hpp"
#include "tests/support/class_definition.hpp"
#include "tests/support/contract.hpp"

namespace holdfast {
namespace {

using linalg::Index;
using support::ClassData;

/// The same numbers twice.
struct SparseData {
  ClassData dense;
  SparseMatrix sparse;
};

/// Entries of a sparse matrix, one column after the other.
class Entries {
 public:
  explicit Entries(std::size_t rows) : rows_(rows) {}
  void add(const std::vector<std::pair<std::int32_t, double>>& column) {
    dense_.resize(dense_.size() + rows_, 0.0);
    for (const auto& [row, value] : column) {
      where_.push_back(row);
      values_.push_back(value);
      dense_[dense_.size() - rows_ + static_cast<std::size_t>(row)] = value;
    }
    starts_.push_back(std::ssize(values_));
  }
  std::size_t columns() const { return starts_.size() - 1; }
  Matrix dense() const { return {rows_, columns(), dense_}; }
  SparseMatrix sparse() const { return {rows_, columns(), starts_, where_, values_}; }

 private:
  std::size_t rows_;
  std::vector<std::int64_t> starts_{0};
  std::vector<std::int32_t> where_;
  std::vector<double> values_, dense_;
};

/// Random columns: counts, and numbers of both signs. Among them an empty one, one whose entries
/// are zeros, a single entry, a column of equal numbers, a full one with a large mean; the last
/// repeats the first.
SparseData sparse_data(std::size_t rows, std::size_t cols, double density, int classes,
                       std::uint64_t seed) {
  Random random(seed, 31);
  Entries entries(rows);
  std::vector<std::pair<std::int32_t, double>> first;
  std::vector<double> scores(rows, 0.0);
  for (std::size_t j = 0; j < cols; ++j) {
    std::vector<std::pair<std::int32_t, double>> column;
    const double share = j == 5 || j == 6 ? 1.0 : density;
    const double weight = random.normal();
    for (std::size_t i = 0; i < rows; ++i) {
      const double value =
          j % 2 == 0 ? 1.0 + static_cast<double>(random.below(3)) : random.normal();
      if (random.uniform() < share) column.emplace_back(static_cast<std::int32_t>(i), value);
    }
    for (auto& [row, value] : column) {
      if (j == 3) value = 0.0;
      if (j == 5) value = 0.1;
      if (j == 6) value = 20.0 + value;
      if (j < 5) scores[static_cast<std::size_t>(row)] += weight * value;
    }
    if (j == 2) column.clear();
    if (j == 4) column = {{static_cast<std::int32_t>(rows / 2), 3.0}};
    if (j == 0) first = column;
    entries.add(j + 1 == cols ? first : column);
  }
  SparseData data{{entries.dense(), {}, classes}, entries.sparse()};
  for (std::size_t i = 0; i < rows; ++i) {
    const double drawn = scores[i] + 0.7 * random.normal();
    data.dense.labels.push_back(
        i < static_cast<std::size_t>(classes)
            ? static_cast<int>(i)
            : std::clamp(static_cast<int>(std::floor(drawn + 0.5 * classes)), 0, classes - 1));
  }
  return data;
}

enum class Kind { logistic, softmax, one_vs_rest };

struct Case {
  const char* label;
  Kind kind;
  double ridge;
  bool intercept;
  bool weighted = false;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

class SparseClasses : public testing::TestWithParam<Case> {
 protected:
  static int classes() { return GetParam().kind == Kind::logistic ? 2 : 3; }

  static ClassificationOptions options(std::size_t rows) {
    ClassificationOptions options{.ridge = GetParam().ridge, .intercept = GetParam().intercept};
    Random random(7);
    while (GetParam().weighted && options.row_weights.size() < rows)
      options.row_weights.push_back(0.2 + random.uniform());
    return options;
  }

  static std::shared_ptr<const ClassificationObjective> made(ClassificationObjective::Design design,
                                                             const ClassData& data,
                                                             const ClassificationOptions& options) {
    if (GetParam().kind == Kind::logistic)
      return std::make_shared<LogisticObjective>(std::move(design), data.labels, options);
    if (GetParam().kind == Kind::softmax) {
      return std::make_shared<SoftmaxObjective>(std::move(design), data.labels, data.classes,
                                                options);
    }
    return std::make_shared<OneVsRestObjective>(std::move(design), data.labels, data.classes,
                                                options);
  }
};

class SparseContract : public SparseClasses {};

TEST_P(SparseContract, IsThatOfDenseClasses) {
  const auto& c = GetParam();
  const auto data = sparse_data(40, 9, 0.2, classes(), 1);
  auto problem =
      c.kind == Kind::one_vs_rest
          ? support::one_vs_rest_problem(data.dense, c.ridge, c.intercept)
          : support::class_problem(data.dense, c.ridge, c.intercept, c.kind == Kind::logistic);
  problem.objective = made(data.sparse, data.dense, options(40));
  // A fit may end 1e-9 of the largest value below its maximum, and f(V) is an eighth of that here.
  problem.tolerance = 1e-8;
  support::check_contract(problem, 1);
}

INSTANTIATE_TEST_SUITE_P(Classification, SparseContract,
                         testing::Values(Case{"logistic", Kind::logistic, 0.1, true},
                                         Case{"softmax_no_intercept", Kind::softmax, 1.0, false},
                                         Case{"one_vs_rest", Kind::one_vs_rest, 0.1, true}),
                         [](const auto& c) { return std::string(c.param.label); });

TEST_P(SparseClasses, ChooseAndFallLikeDenseOnes) {
  const holdfast::Run run;
  const Problem problem{6, 2};
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto data = sparse_data(150, 50, 0.06, classes(), seed);
    const auto sparse = made(data.sparse, data.dense, options(150));
    const auto dense = made(data.dense.design, data.dense, options(150));
    const double scale = *dense->largest_value();
    EXPECT_NEAR(*sparse->largest_value(), scale, 1e-12 * scale);
    const Greedy greedy;
    const Oblivious oblivious;
    const Omp pursuit;
    for (const Algorithm* algorithm :
         std::initializer_list<const Algorithm*>{&greedy, &oblivious, &pursuit}) {
      SCOPED_TRACE(algorithm->name());
      const auto chosen = algorithm->select(*sparse, problem, run);
      const auto expected = algorithm->select(*dense, problem, run);
      EXPECT_EQ(chosen.items(), expected.items());
      EXPECT_NEAR(chosen.value, expected.value, 1e-9 * scale);
      const auto fallen = Strong().attack(*sparse->start_at(run, chosen.items()), 2);
      const auto wanted = Strong().attack(*dense->start_at(run, expected.items()), 2);
      EXPECT_EQ(fallen.items, wanted.items);
      EXPECT_NEAR(fallen.value, wanted.value, 1e-9 * scale);
      const auto model = sparse->fit(chosen.items());
      EXPECT_EQ(model.predict(data.dense.design),
                dense->fit(chosen.items()).predict(data.dense.design));
    }
    std::vector<double> column(150), same(150);
    for (const Item item : {0, 4, 6}) {
      sparse->copy_column(item, column);
      dense->copy_column(item, same);
      for (std::size_t i = 0; i < column.size(); ++i) EXPECT_NEAR(column[i], same[i], 1e-10);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Classification, SparseClasses,
    testing::Values(Case{"logistic", Kind::logistic, 1.0, true},
                    Case{"logistic_no_intercept", Kind::logistic, 0.01, false},
                    Case{"logistic_weighted", Kind::logistic, 0.01, true, true},
                    Case{"softmax", Kind::softmax, 0.1, true},
                    Case{"softmax_weighted_no_intercept", Kind::softmax, 1.0, false, true},
                    Case{"one_vs_rest", Kind::one_vs_rest, 0.1, true}),
    [](const auto& c) { return std::string(c.param.label); });

TEST(SparseColumns, OfNothingButZerosAreWorthNothing) {
  const LogisticObjective f(SparseMatrix(4, 3, {0, 0, 1, 1}, {2}, {0.0}), {0, 1, 0, 1});
  const holdfast::Run run;
  EXPECT_EQ(f.value(Items{0, 1, 2}), 0.0);
  const auto chosen = Greedy().select(f, {2, 0}, run);
  EXPECT_EQ(chosen.value, 0.0);
  EXPECT_EQ(chosen.items().size(), 2U);
}

TEST(SparseColumns, AreRuledOutForLessThanDenseOnes) {
  const auto data = sparse_data(3000, 12, 0.02, 2, 4);
  const LogisticObjective dense(data.dense.design, data.dense.labels);
  const LogisticObjective sparse(data.sparse, data.dense.labels);
  EXPECT_EQ(dense.bound_cost(), 0.1 * dense.gain_cost());
  EXPECT_EQ(sparse.gain_cost(), dense.gain_cost());
  // Two of the twelve columns are full.
  EXPECT_GT(sparse.bound_cost(), dense.bound_cost() * 2.0 / 12.0);
  EXPECT_LT(sparse.bound_cost(), dense.bound_cost() * 2.5 / 12.0);
}

TEST(SparseColumns, MayBeCenteredWithoutAnIntercept) {
  const auto data = sparse_data(60, 12, 0.2, 2, 3);
  std::vector<double> numbers;
  for (std::size_t j = 0; j < 12; ++j) {
    const auto column = data.dense.design.column(j);
    const double mean = std::accumulate(column.begin(), column.end(), 0.0) / 60.0;
    for (const double x : column) numbers.push_back(j == 5 ? 0.0 : x - mean);
  }
  const LogisticObjective dense(Matrix(60, 12, numbers), data.dense.labels, {.intercept = false});
  const LogisticObjective sparse(data.sparse, data.dense.labels,
                                 {.intercept = false, .center_sparse = true});
  const holdfast::Run run;
  const auto chosen = Greedy().select(sparse, {4, 0}, run);
  EXPECT_EQ(chosen.items(), Greedy().select(dense, {4, 0}, run).items());
  EXPECT_NEAR(chosen.value, dense.value(chosen.items()), 1e-10);
  EXPECT_EQ(sparse.fit(chosen.items()).intercepts, std::vector<double>{0.0});
}

/// Bounds from the entries alone.
class SparseBounds : public testing::TestWithParam<Case> {
 protected:
  struct Model {
    linalg::SoftmaxData data;
    linalg::SoftmaxColumns columns;
    linalg::SoftmaxPoint point;
    Eigen::MatrixXd inverse;
  };

  static Model model(const std::vector<Index>& features, double density) {
    const auto& c = GetParam();
    const auto given = sparse_data(120, 20, density, c.kind == Kind::logistic ? 2 : 4, 5);
    std::vector<double> weights;
    Random random(7);
    while (c.weighted && weights.size() < 120) weights.push_back(0.2 + random.uniform());
    Model made{
        {std::make_shared<const linalg::SoftmaxDesign>(given.sparse, c.ridge, c.intercept, weights),
         given.dense.labels, given.dense.classes},
        {},
        {},
        {}};
    made.columns = linalg::SoftmaxColumns::gather(made.data, features);
    made.point = support::optimum(made.data, made.columns);
    if (made.columns.count() > 0) {
      made.inverse = linalg::FactoredCurvature(
                         linalg::curvature<double>(made.data, made.columns, made.point, nullptr))
                         .inverse(nullptr);
    }
    return made;
  }

  static double gain(const Model& model, std::vector<Index> features, Index feature) {
    features.push_back(feature);
    const auto joined = linalg::SoftmaxColumns::gather(model.data, features);
    return support::optimum(model.data, joined).objective - model.point.objective;
  }
};

TEST_P(SparseBounds, HoldForAnyProposedStep) {
  Random random(2);
  int finite = 0;
  for (const double density : {0.03, 0.3}) {
    for (const auto& features : {std::vector<Index>{}, std::vector<Index>{0, 6, 9, 12}}) {
      const Model m = model(features, density);
      const linalg::SparseGainBounds bounds(m.data, m.columns, m.point, m.inverse);
      const Eigen::MatrixXd open = linalg::score_gradient(m.data, m.point);
      const linalg::ColumnProducts slopes(*m.data.design, open);
      for (Index j = 1; j < m.data.features(); ++j) {
        if (!bounds.can_screen(j) || std::ranges::find(features, j) != features.end()) continue;
        const double truth = gain(m, features, j);
        for (const double size_of_step : {0.0, 0.02, 0.3, 3.0}) {
          linalg::ScreenedColumns candidates(std::span(&j, 1), m.data.outputs());
          auto& candidate = candidates[0];
          candidate.slope = slopes.with(j);
          candidate.step = candidate.slope / 40.0;
          for (double& d : candidate.step) d += size_of_step * random.normal();
          linalg::ScreenedColumn* const only = &candidate;
          bounds.screen({&only, 1});
          EXPECT_GE(candidate.bound, truth * (1.0 - 1e-9) - 1e-12) << "feature " << j;
          finite += std::isfinite(candidate.bound) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(finite, 100);
}

TEST_P(SparseBounds, ModelsAreThoseOfColumnsThatAreWrittenOut) {
  // With an empty column, a single entry, one that is constant and one that is full.
  const std::vector<Index> features{0, 2, 4, 5, 6, 9, 12};
  for (const double density : {0.03, 0.4}) {
    const Model m = model(features, density);
    const auto sparse = linalg::ThinColumns::gather(m.data, features);
    EXPECT_EQ(sparse.ridges, m.columns.ridges);
    linalg::SoftmaxPoint point = m.point;
    for (double& weight : point.weights.reshaped()) weight += 0.1;  // where slopes are not 0
    point = linalg::evaluate(m.data, m.columns, point.weights);
    const Eigen::MatrixXd slope = linalg::gradient(m.data, m.columns, point);
    const Eigen::MatrixXd bend = linalg::curvature<double>(m.data, m.columns, point, nullptr);
    EXPECT_TRUE(linalg::gradient(m.data, sparse, point).isApprox(slope, 1e-12));
    EXPECT_TRUE(linalg::curvature(m.data, sparse, point, nullptr).isApprox(bend, 1e-12));
  }
  const Model thin = model({}, 0.03);
  EXPECT_TRUE(linalg::ThinColumns::pays(thin.data, std::vector<Index>{0, 9, 12}));
  EXPECT_FALSE(linalg::ThinColumns::pays(thin.data, std::vector<Index>{0, 6}));
}

TEST_P(SparseBounds, AreTightAtTheNewtonStep) {
  const std::vector<Index> features{9, 12};
  const Model m = model(features, 0.1);
  const linalg::SparseGainBounds bounds(m.data, m.columns, m.point, m.inverse);
  int tight = 0;
  for (Index j = 13; j < m.data.features(); ++j) {
    std::vector<Index> all = features;
    all.push_back(j);
    const auto joined = linalg::SoftmaxColumns::gather(m.data, all);
    linalg::SoftmaxPoint start = m.point;
    start.weights.conservativeResizeLike(Eigen::MatrixXd::Zero(joined.count(), m.data.outputs()));
    const Eigen::MatrixXd slope = linalg::gradient(m.data, joined, start);
    const Eigen::MatrixXd step =
        linalg::FactoredCurvature(linalg::curvature<double>(m.data, joined, start, nullptr))
            .times(slope);
    linalg::ScreenedColumns candidates(std::span(&j, 1), m.data.outputs());
    auto& candidate = candidates[0];
    candidate.slope = slope.bottomRows(1).transpose();
    candidate.step = step.bottomRows(1).transpose();
    linalg::ScreenedColumn* const only = &candidate;
    bounds.screen({&only, 1});
    const double truth = gain(m, features, j);
    EXPECT_GE(candidate.bound, truth * (1.0 - 1e-9));
    tight += candidate.bound <= 1.25 * truth + 1e-9 ? 1 : 0;
  }
  EXPECT_GE(tight, 4);
}

INSTANTIATE_TEST_SUITE_P(Classification, SparseBounds,
                         testing::Values(Case{"two", Kind::logistic, 2.0, true},
                                         Case{"two_weighted", Kind::logistic, 0.02, true, true},
                                         Case{"two_no_intercept", Kind::logistic, 1e-4, false},
                                         Case{"four", Kind::softmax, 1.0, true},
                                         Case{"four_weighted", Kind::softmax, 0.1, false, true}),
                         [](const auto& c) { return std::string(c.param.label); });

}  // namespace
}  // namespace holdfast
