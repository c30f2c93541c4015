#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "holdfast/core/random.hpp"
#include "holdfast/linalg/gain_certificates.hpp"
#include "holdfast/linalg/softmax_gain_bounds.hpp"
#include "holdfast/linalg/softmax_single_precision.hpp"
#include "tests/objectives/classes/optimum.hpp"
#include "tests/support/class_definition.hpp"

namespace holdfast {
namespace {

using linalg::Index;
using support::optimum;

struct Setting {
  int classes;
  double ridge;
  bool intercept;
  bool weighted = false;
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.classes << " classes, ridge " << s.ridge << (s.intercept ? ", intercept" : "")
       << (s.weighted ? ", weighted rows" : "");
}

/// The proven bounds are never below the maximum, which is found by a fit down to rounding error.
class Bounds : public testing::TestWithParam<Setting> {
 protected:
  /// `spread` says how unequal the weights of the rows are, if there are weights.
  linalg::SoftmaxData make_data(std::uint64_t seed, double signal, std::size_t rows = 70,
                                double spread = 2.0) const {
    const support::ClassShape shape{
        .rows = rows, .cols = 12, .classes = GetParam().classes, .signal = signal};
    const auto data = support::random_class_data(shape, seed);
    std::vector<double> weights;
    Random random(seed, 9);
    while (GetParam().weighted && weights.size() < rows)
      weights.push_back(std::exp(spread * random.normal()));
    return {std::make_shared<const linalg::SoftmaxDesign>(data.design, GetParam().ridge,
                                                          GetParam().intercept, weights),
            data.labels, data.classes};
  }
};

TEST_P(Bounds, OnProgressHoldAtAnyPointAndForAnyDirection) {
  Random random(1);
  int finite = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto data = make_data(seed, 1.0);
    const std::vector<Index> features{0, 3, 4, 8};
    const auto columns = linalg::SoftmaxColumns::gather(data, features);
    const auto top = optimum(data, columns);
    const double best = top.objective;
    for (int trial = 0; trial < 60; ++trial) {
      Eigen::MatrixXd weights(columns.count(), data.outputs()), direction = weights;
      weights = top.weights;
      for (double& w : weights.reshaped()) w += 0.01 * (trial % 10) * random.normal();
      const auto point = linalg::evaluate(data, columns, weights);
      const auto slope = linalg::gradient(data, columns, point);
      const auto bend = linalg::curvature<double>(data, columns, point, nullptr);
      direction = linalg::FactoredCurvature(bend).times(slope);
      // From the Newton step itself to something that has little to do with it.
      for (double& d : direction.reshaped()) d += 0.005 * (trial % 6) * random.normal();
      const double bound =
          linalg::bound_on_progress(data, columns, point, slope, columns.values * direction);
      EXPECT_GE(point.objective + bound, best - 1e-9 * std::abs(best));
      finite += std::isfinite(bound) ? 1 : 0;
    }
  }
  EXPECT_GT(finite, 20) << "a bound that is always infinite proves nothing";
}

/// Long steps leave the simplex: the bound clips them, or is infinite.
TEST_P(Bounds, OnProgressHoldForLongStepsAndWithoutAColumn) {
  Random random(3);
  const auto data = make_data(6, 2.0);
  const std::vector<Index> features{0, 3, 4, 8};
  const std::vector<Index> fewer{0, 4, 8};
  const auto columns = linalg::SoftmaxColumns::gather(data, features);
  const Index left_out = columns.count() - 3;
  const double best = optimum(data, linalg::SoftmaxColumns::gather(data, fewer)).objective;
  int finite = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Eigen::MatrixXd weights(columns.count(), data.outputs()), direction = weights;
    for (double& w : weights.reshaped()) w = 0.3 * random.normal();
    if (trial % 2 == 0) weights.row(left_out).setZero();
    const auto point = linalg::evaluate(data, columns, weights);
    const auto slope = linalg::gradient(data, columns, point);
    for (double& d : direction.reshaped()) d = 0.5 * (trial % 8) * random.normal();
    const double bound = linalg::bound_on_progress(data, columns, point, slope,
                                                   columns.values * direction, left_out);
    EXPECT_GE(point.objective + bound, best - 1e-9 * std::abs(best));
    finite += std::isfinite(bound) ? 1 : 0;
  }
  EXPECT_GE(finite, data.intercept ? 0 : 60);
}

/// The error of single precision stays within its bound, and the bound is small where scores are
/// moderate.
TEST_P(Bounds, OnTheErrorOfSinglePrecisionHold) {
  Random random(5);
  const auto data = make_data(8, 1.0);
  const std::vector<Index> features{0, 1, 3, 4, 8};
  const auto columns = linalg::SoftmaxColumns::gather(data, features);
  const Index q = columns.count();
  const Index m = data.outputs();
  for (const double size : {0.0, 0.1, 3.0, 300.0}) {
    Eigen::MatrixXd weights(q, m), changes(q, 4 * m);
    for (double& w : weights.reshaped()) w = size * random.normal();
    for (double& d : changes.reshaped()) d = size * random.normal();
    const auto point = linalg::evaluate(data, columns, weights);
    std::vector<linalg::SinglePrecisionObjective::Value> rough(4);
    linalg::SinglePrecisionObjective(data, columns, point).at(changes, rough);
    for (Index k = 0; k < 4; ++k) {
      const auto exact = linalg::evaluate(data, columns, weights + changes.middleCols(k * m, m));
      const auto& [value, error] = rough[static_cast<std::size_t>(k)];
      EXPECT_LE(std::abs(value - exact.objective), error) << size;
      EXPECT_LE(error, 1e-4 * (1.0 + size) * data.design->total_weight);
    }
  }
}

TEST_P(Bounds, OnGainsHoldForAnyProposedStep) {
  Random random(2);
  for (const double signal : {0.5, 3.0}) {
    const auto data = make_data(4, signal);
    for (const std::size_t size : {0U, 2U, 5U}) {
      std::vector<Index> features(size);
      std::iota(features.begin(), features.end(), Index{0});
      const auto columns = linalg::SoftmaxColumns::gather(data, features);
      const auto point = optimum(data, columns);
      const auto inverse =
          linalg::FactoredCurvature(linalg::curvature<double>(data, columns, point, nullptr))
              .inverse(nullptr);
      const linalg::SoftmaxGainBounds screen(data, columns, point, inverse);
      for (const double size_of_step : {0.0, 0.01, 0.1, 1.0, 10.0}) {
        std::vector<Index> others(static_cast<std::size_t>(data.features()) - 5);
        std::iota(others.begin(), others.end(), Index{5});
        linalg::ScreenedColumns candidates(others, data.outputs());
        linalg::ScreenedColumns alone(others, data.outputs());
        std::vector<linalg::ScreenedColumn*> all;
        for (std::size_t k = 0; k < others.size(); ++k) {
          auto& candidate = candidates[k];
          candidate.slope =
              linalg::score_gradient(data, point).transpose() * data.columns.col(others[k]);
          candidate.step = candidate.slope / 20.0;
          for (double& d : candidate.step) d += size_of_step * random.normal();
          alone[k] = candidate;
          all.push_back(&candidate);
        }
        screen.screen(all);
        for (std::size_t k = 0; k < others.size(); ++k) {
          auto more = features;
          more.push_back(others[k]);
          const auto joined = linalg::SoftmaxColumns::gather(data, more);
          const double gain = optimum(data, joined).objective - point.objective;
          EXPECT_GE(candidates[k].bound, gain * (1.0 - 1e-9)) << "feature " << others[k];
          // Whatever is screened with it, so that threads may share the work in any way.
          linalg::ScreenedColumn* const one = &alone[k];
          screen.screen({&one, 1});
          EXPECT_EQ(one->bound, candidates[k].bound);
          EXPECT_EQ(one->estimate, candidates[k].estimate);
          EXPECT_EQ(Eigen::VectorXd(one->image), Eigen::VectorXd(candidates[k].image));
        }
      }
    }
  }
}

/// However bad the place where the search begins, and whatever the bar.
TEST_P(Bounds, OnGainsHoldForCertificatesFromAnyStart) {
  Random random(4);
  const auto data = make_data(7, 2.0);
  const std::vector<Index> features{0, 2, 5};
  const auto columns = linalg::SoftmaxColumns::gather(data, features);
  const auto point = optimum(data, columns);
  const linalg::FactoredCurvature factor(linalg::curvature<double>(data, columns, point, nullptr));
  const linalg::GainCertificates certificates(data, columns, point, factor.inverse(nullptr));
  for (const Index j : {6, 7, 9}) {
    auto more = features;
    more.push_back(j);
    const auto joined = linalg::SoftmaxColumns::gather(data, more);
    const double gain = optimum(data, joined).objective - point.objective;
    for (const float size : {0.0F, 0.01F, 1.0F, 100.0F}) {
      for (const double bar : {-1.0, 0.5 * gain, 1.2 * gain, 1e9}) {
        linalg::CertifiedStart start;
        start.change.resize(columns.count(), data.outputs());  // as if one column were new
        for (float& w : start.change.reshaped()) w = size * static_cast<float>(random.normal());
        EXPECT_GE(certificates.bound(j, bar, start), gain) << "feature " << j << ", bar " << bar;
        EXPECT_EQ(start.change.rows(), columns.count() + 1);
        EXPECT_LE(start.reached, gain + 1e-5 * data.design->total_weight);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Classification, Bounds,
                         testing::Values(Setting{2, 2.0, false}, Setting{2, 0.02, true},
                                         Setting{2, 1e-5, true}, Setting{4, 1.0, false},
                                         Setting{4, 0.01, true}, Setting{4, 1e-5, false},
                                         Setting{2, 2.0, false, true}, Setting{2, 1e-5, true, true},
                                         Setting{4, 1.0, true, true},
                                         Setting{4, 1e-5, false, true}));

class TightBounds : public Bounds {};

TEST_P(TightBounds, OnSmallGainsAtTheNewtonStep) {
  const auto data = make_data(5, 0.0, 600, 0.3);
  const auto columns = linalg::SoftmaxColumns::gather(data, {});
  const auto point = optimum(data, columns);
  const auto inverse =
      linalg::FactoredCurvature(linalg::curvature<double>(data, columns, point, nullptr))
          .inverse(nullptr);
  const linalg::SoftmaxGainBounds screen(data, columns, point, inverse);
  for (Index j = 0; j < data.features(); ++j) {
    const std::vector<Index> alone{j};
    const auto joined = linalg::SoftmaxColumns::gather(data, alone);
    linalg::SoftmaxPoint start = point;
    start.weights = Eigen::MatrixXd::Zero(joined.count(), data.outputs());
    if (data.intercept) start.weights.row(0) = point.weights.row(0);
    const auto slope = linalg::gradient(data, joined, start);
    const auto step =
        linalg::FactoredCurvature(linalg::curvature<double>(data, joined, start, nullptr))
            .times(slope);
    linalg::ScreenedColumns candidate(alone, data.outputs());
    candidate[0].slope = slope.bottomRows(1).transpose();
    candidate[0].step = step.bottomRows(1).transpose();
    linalg::ScreenedColumn* const only = &candidate[0];
    screen.screen({&only, 1});
    const double gain = optimum(data, joined).objective - point.objective;
    EXPECT_LE(candidate[0].bound, 1.1 * gain + 1e-9) << "feature " << j;
  }
}

INSTANTIATE_TEST_SUITE_P(Classification, TightBounds,
                         testing::Values(Setting{2, 2.0, false}, Setting{2, 2.0, true},
                                         Setting{2, 1e-5, true}, Setting{4, 1.0, false},
                                         Setting{4, 1.0, true}, Setting{4, 1e-5, true},
                                         Setting{2, 2.0, true, true}, Setting{4, 1.0, true, true}));

}  // namespace
}  // namespace holdfast
