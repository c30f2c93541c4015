#include "holdfast/registry/suggestion.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

TEST(NearestWord, FindsSlips) {
  const auto names = names_of(algorithms());
  EXPECT_EQ(nearest_word("gredy", names), "greedy");
  EXPECT_EQ(nearest_word("rgeedy", names), "greedy");
  EXPECT_EQ(nearest_word("OBLIVIOUS_GREEDY", names), "oblivious-greedy");
  EXPECT_EQ(nearest_word("obliviousgreedy", names), "oblivious-greedy");
  EXPECT_EQ(nearest_word("stochastic", names), "stochastic-greedy");
  EXPECT_EQ(nearest_word("osu2", names), "osu");
}

TEST(NearestWord, KeepsQuietWhereNothingIsNear) {
  const auto names = names_of(algorithms());
  EXPECT_EQ(nearest_word("simplex", names), "");
  EXPECT_EQ(nearest_word("", names), "");
  EXPECT_EQ(nearest_word("x", names), "");
  EXPECT_EQ(nearest_word("greedy", {}), "");
}

template <class Find>
std::string message_of(const Find& find) {
  try {
    find();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(FindByName, UnknownNamesAreAnsweredWithKnownOnes) {
  EXPECT_EQ(message_of([] { find_algorithm("gredy"); }),
            "unknown algorithm \"gredy\"; did you mean greedy?");
  EXPECT_EQ(message_of([] { find_objective("liner"); }),
            "unknown objective \"liner\"; did you mean linear?");
  EXPECT_EQ(message_of([] { find_adversary("exakt"); }),
            "unknown adversary \"exakt\"; did you mean exact?");
  EXPECT_EQ(message_of([] { find_generator("images"); }),
            "unknown data set \"images\"; known are linear, logistic, variance-reduction");
}

}  // namespace
}  // namespace holdfast::registry
