#include <gtest/gtest.h>

#include <stdexcept>

#include "holdfast/registry/registry.hpp"

namespace holdfast::registry {
namespace {

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
