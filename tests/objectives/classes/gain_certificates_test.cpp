#include "holdfast/linalg/gain_certificates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "holdfast/linalg/softmax_gains.hpp"
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
  double scale = 1.0;  ///< of the columns: pixels go up to 255
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.classes << " classes, ridge " << s.ridge << (s.intercept ? ", intercept" : "")
       << ", scale " << s.scale;
}

/// Columns that are mostly zero, like pixels, so that some classes are separated where they are
/// not.
support::ClassData pixels(const Setting& setting, std::size_t rows, std::size_t cols,
                          std::uint64_t seed) {
  auto data = support::random_class_data(
      {.rows = rows, .cols = cols, .classes = setting.classes, .signal = 1.0}, seed);
  std::vector<double> entries;
  for (std::size_t j = 0; j < cols; ++j) {
    for (const double x : data.design.column(j))
      entries.push_back(setting.scale * std::max(0.0, x - (j % 3 == 0 ? 1.0 : 0.0)));
  }
  data.design = Matrix(rows, cols, std::move(entries));
  return data;
}

class Certificates : public testing::TestWithParam<Setting> {};

/// The bounds hold, and prove what is true with some room, at once or from where the search was
/// left at a model without the last column.
TEST_P(Certificates, HoldAndDecideWhatIsTrue) {
  const auto& [classes, ridge, intercept, scale] = GetParam();
  const auto given = pixels(GetParam(), 60, 10, 3);
  // In the form of softmax the ridge of logistic regression is twice as large.
  const double softmax_ridge = classes == 2 ? 2.0 * ridge : ridge;
  const linalg::SoftmaxData data(given.design, given.labels, classes, softmax_ridge, intercept);
  std::vector<linalg::CertifiedStart> starts(10);
  int decided = 0;
  int asked = 0;
  for (const std::size_t size : {1U, 2U}) {
    std::vector<Index> features{0, 1};
    std::vector<Item> set{0, 1};
    features.resize(size);
    set.resize(size);
    const auto columns = linalg::SoftmaxColumns::gather(data, features);
    const auto point = optimum(data, columns);
    const auto slow = [&](std::span<const Item> items) {
      return support::fit_by_definition(given, items, ridge, intercept, classes == 2).objective;
    };
    const double before = slow(set);
    const linalg::FactoredCurvature factor(
        linalg::curvature<double>(data, columns, point, nullptr));
    const linalg::GainCertificates certificates(data, columns, point, factor.inverse(nullptr));
    for (Item j = 2; j < 10; ++j) {
      auto more = set;
      more.push_back(j);
      const double gain = slow(more) - before;
      const double bar = 1.5 * gain + 0.1;
      const double bound = certificates.bound(j, bar, starts[static_cast<std::size_t>(j)]);
      EXPECT_GE(bound, gain * (1.0 - 1e-9)) << "feature " << j;
      decided += bound < bar ? 1 : 0;
      ++asked;
    }
  }
  EXPECT_GE(decided, asked - 2) << "of " << asked;
}

INSTANTIATE_TEST_SUITE_P(Classification, Certificates,
                         testing::Values(Setting{2, 1.0, false}, Setting{2, 1e-2, true},
                                         Setting{2, 1e-4, false}, Setting{2, 1.0, true, 255.0},
                                         Setting{4, 1.0, true}, Setting{4, 1e-2, false},
                                         Setting{4, 1e-4, true}, Setting{4, 1.0, false, 255.0}));

/// A greedy walk on enough columns that certificates are asked for: the largest gain is that of
/// fitting every column, though few are fitted.
TEST_P(Certificates, LeaveTheLargestGainAsItIs) {
  const auto given = pixels(GetParam(), 80, 300, 5);
  const auto design = std::make_shared<const linalg::SoftmaxDesign>(given.design, GetParam().ridge,
                                                                    GetParam().intercept);
  // One part for all classes and, to share a bar between two, one for the first class alone.
  std::vector<int> first;
  for (const int label : given.labels) first.push_back(label == 0 ? 1 : 0);
  const std::vector<linalg::SoftmaxData> all{{design, given.labels, GetParam().classes},
                                             {design, first, 2}};
  Workers workers(1);
  for (std::size_t parts = 1; parts <= 2; ++parts) {
    linalg::SchurGuesses guesses;
    linalg::GainStarts starts;
    std::vector<Index> chosen;
    for (int step = 0; step < 3; ++step) {
      std::vector<linalg::SoftmaxModel> models;
      std::vector<linalg::NewtonGoal> goals;
      for (std::size_t p = 0; p < parts; ++p) {
        const auto columns = linalg::SoftmaxColumns::gather(all[p], chosen);
        const auto point = optimum(all[p], columns);
        const linalg::FactoredCurvature factor(
            linalg::curvature<double>(all[p], columns, point, nullptr));
        models.push_back({columns, point, factor.inverse(nullptr)});
        goals.push_back(
            {.tolerance = -1e-9 * all[p].base_likelihood, .scale = -all[p].base_likelihood});
      }
      std::vector<linalg::FittedPart> fitted;
      for (std::size_t p = 0; p < parts; ++p) fitted.push_back({all[p], models[p], goals[p]});
      std::vector<Index> features;
      for (Index j = 0; j < 300; ++j) {
        if (std::ranges::find(chosen, j) == chosen.end()) features.push_back(j);
      }
      const auto gains = linalg::GainSearch(fitted, 1.0, workers).all(features);
      linalg::GainSearch search(fitted, 1.0, workers);
      const auto found = search.largest(features, 1, guesses, starts);
      const auto best = std::ranges::max_element(found, {}, &linalg::SolvedColumn::gain);
      const auto expected = std::ranges::max_element(gains);
      EXPECT_NEAR(best->gain, *expected, 1e-9 * *expected);
      EXPECT_EQ(best->feature, features[static_cast<std::size_t>(expected - gains.begin())]);
      EXPECT_LT(search.solved(), 150);
      chosen.push_back(best->feature);
    }
    if (GetParam().classes > 2 && GetParam().ridge * GetParam().scale != 1.0) {
      EXPECT_FALSE(starts.of_parts.empty()) << "nothing was asked for a certificate";
    }
  }
}

}  // namespace
}  // namespace holdfast
