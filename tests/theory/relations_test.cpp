#include <gtest/gtest.h>

#include "holdfast/theory/exact_ratios.hpp"
#include "tests/support/small_functions.hpp"

/// Proposition 1, Remark 1 and the characterisations of section 2, on hundreds of random functions.
namespace holdfast {
namespace {

constexpr double rounding = 1e-9;

class Relations : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    functions = new std::vector<small::SmallFunction>(small::of_every_kind(7, 60, 10));
    for (const auto& function : *functions)
      all().push_back(exact_ratios(function.table, small::TestRun(1), function.table.items));
  }
  static void TearDownTestSuite() {
    delete functions;
    all().clear();
  }
  static std::vector<Ratios>& all() {
    static std::vector<Ratios> ratios;
    return ratios;
  }
  template <class Check>
  static void for_each(const Check& check) {
    for (std::size_t i = 0; i < functions->size(); ++i) {
      SCOPED_TRACE((*functions)[i].label + ", number " + std::to_string(i));
      const auto value = [&](Ratio ratio) { return all()[i][ratio].value; };
      check((*functions)[i], value);
    }
  }
  static inline std::vector<small::SmallFunction>* functions = nullptr;
};

TEST_F(Relations, PropositionOne) {
  for_each([](const auto&, const auto& value) {
    EXPECT_GE(value(Ratio::nu), value(Ratio::gamma) - rounding);
    EXPECT_GE(value(Ratio::gamma), 1.0 - value(Ratio::alpha_check) - rounding);
    EXPECT_GE(value(Ratio::nu_check), value(Ratio::gamma_check) - rounding);
    EXPECT_GE(value(Ratio::gamma_check), 1.0 - value(Ratio::alpha) - rounding);
  });
}

TEST_F(Relations, RemarkOne) {
  for_each([](const auto&, const auto& value) {
    EXPECT_GE(value(Ratio::theta), value(Ratio::nu) * value(Ratio::nu_check) - rounding);
  });
}

TEST_F(Relations, SubmodularIffGammaIsOneIffAlphaCheckIsZero) {
  int submodular = 0;
  for_each([&](const auto& function, const auto& value) {
    const bool is = slow::is_submodular(function.table.items, function.value(), rounding);
    submodular += is ? 1 : 0;
    EXPECT_EQ(value(Ratio::gamma) > 1.0 - 1e-7, is) << value(Ratio::gamma);
    EXPECT_EQ(value(Ratio::alpha_check) < 1e-7, is) << value(Ratio::alpha_check);
    if (is) {
      EXPECT_GT(value(Ratio::theta), 1.0 - 1e-7);
    }
    if (is) {
      EXPECT_GT(value(Ratio::nu), 1.0 - 1e-7);
    }
  });
  EXPECT_GT(submodular, 100);
  EXPECT_LT(submodular, static_cast<int>(functions->size()) - 100);
}

TEST_F(Relations, SupermodularIffGammaCheckIsOneIffAlphaIsZero) {
  int supermodular = 0;
  for_each([&](const auto& function, const auto& value) {
    const bool is = slow::is_supermodular(function.table.items, function.value(), rounding);
    supermodular += is ? 1 : 0;
    EXPECT_EQ(value(Ratio::gamma_check) > 1.0 - 1e-7, is) << value(Ratio::gamma_check);
    EXPECT_EQ(value(Ratio::alpha) < 1e-7, is) << value(Ratio::alpha);
    if (is) {
      EXPECT_GT(value(Ratio::nu_check), 1.0 - 1e-7);
    }
  });
  EXPECT_GT(supermodular, 100);
}

TEST_F(Relations, ModularIffBothCurvaturesAreZero) {
  for_each([](const auto& function, const auto& value) {
    const bool modular = slow::is_submodular(function.table.items, function.value(), rounding) &&
                         slow::is_supermodular(function.table.items, function.value(), rounding);
    EXPECT_EQ(value(Ratio::alpha) < 1e-7 && value(Ratio::alpha_check) < 1e-7, modular);
  });
}

TEST_F(Relations, MonotoneFunctionsAreWorthAtLeastTheirBestItem) {
  for_each([](const auto& function, const auto& value) {
    EXPECT_GE(value(Ratio::gamma_check), 1.0 / function.table.items - rounding);
    EXPECT_GE(value(Ratio::nu_check), 1.0 / function.table.items - rounding);
  });
}

TEST(RelationsAlone, NuOrThetaOfOneProveNothing) {
  // f(0) = f(1) = f(2) = 1, every pair 1, all three 2: theta = nu = 1, but the third item's gain
  // jumps from 0 to 1.
  const auto function =
      small::from_values("jump", 3, [](Mask set) { return set == 7 ? 2.0 : 1.0; });
  const Ratios ratios = exact_ratios(function.table, small::TestRun(1), 3);
  EXPECT_EQ(ratios[Ratio::nu].value, 1.0);
  EXPECT_EQ(ratios[Ratio::theta].value, 1.0);
  EXPECT_LT(ratios[Ratio::gamma].value, 1.0);
  EXPECT_FALSE(slow::is_submodular(3, function.value(), rounding));
}

}  // namespace
}  // namespace holdfast
