#include "tests/support/contract.hpp"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

class Contract : public testing::TestWithParam<support::ProblemMaker> {};

TEST_P(Contract, Holds) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    support::check_contract(GetParam().make(seed), seed);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryObjective, Contract,
                         testing::ValuesIn(support::problems_of_every_kind()),
                         [](const auto& maker) { return maker.param.label; });

}  // namespace
}  // namespace holdfast
