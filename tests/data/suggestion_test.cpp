#include "holdfast/data/suggestion.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace holdfast {
namespace {

const std::vector<std::string> words = {"oblivious-greedy",  "greedy",  "oblivious",  "osu",
                                        "stochastic-greedy", "DEHE046", "Living area"};

TEST(NearestWord, FindsSlips) {
  EXPECT_EQ(nearest_word("gredy", words), "greedy");
  EXPECT_EQ(nearest_word("rgeedy", words), "greedy");
  EXPECT_EQ(nearest_word("OBLIVIOUS_GREEDY", words), "oblivious-greedy");
  EXPECT_EQ(nearest_word("obliviousgreedy", words), "oblivious-greedy");
  EXPECT_EQ(nearest_word("stochastic", words), "stochastic-greedy");
  EXPECT_EQ(nearest_word("osu2", words), "osu");
}

TEST(NearestWord, LookPastCapitalsAndSpacesOfBoth) {
  EXPECT_EQ(nearest_word("DEHE46", words), "DEHE046");
  EXPECT_EQ(nearest_word("dehe046", words), "DEHE046");
  EXPECT_EQ(nearest_word("living_area", words), "Living area");
  EXPECT_EQ(nearest_word("LIVING", words), "Living area");
}

TEST(NearestWord, KeepsQuietWhereNothingIsNear) {
  EXPECT_EQ(nearest_word("simplex", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(nearest_word("x", words), "");
  EXPECT_EQ(nearest_word("greedy", {}), "");
  EXPECT_EQ(nearest_word("z", std::vector<std::string>{"a", "b"}), "") << "nothing in common";
}

TEST(DidYouMean, IsTheEndOfASentenceOrNothing) {
  EXPECT_EQ(did_you_mean("gredy", words), "; did you mean greedy?");
  EXPECT_EQ(did_you_mean("simplex", words), "");
}

}  // namespace
}  // namespace holdfast
