#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/classes/classification.hpp"

namespace holdfast {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ClassLabels encode(const std::vector<std::string>& labels) { return encode_classes(labels); }

TEST(ClassLabels, AreNumberedInTheOrderOfNumbersIfAllAreNumbers) {
  const auto encoded = encode({"10", "9", "-1.5", "9.0", "1e1", "+9"});
  EXPECT_THAT(encoded.names, ElementsAre("-1.5", "9", "10"));
  EXPECT_THAT(encoded.labels, ElementsAre(2, 1, 0, 1, 2, 1));
}

TEST(ClassLabels, AreNumberedAsTextOtherwise) {
  const auto encoded = encode({"10", "9", "ten", "Nine", "nan"});
  EXPECT_THAT(encoded.names, ElementsAre("10", "9", "Nine", "nan", "ten"));
  EXPECT_THAT(encoded.labels, ElementsAre(0, 1, 4, 2, 3));
}

TEST(ClassLabels, MayBeNumbers) {
  const auto encoded = encode_classes(std::vector<double>{2.0, -1.0, 0.5, 2.0});
  EXPECT_THAT(encoded.names, ElementsAre("-1", "0.5", "2"));
  EXPECT_THAT(encoded.labels, ElementsAre(2, 0, 1, 2));
}

template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "no InvalidInput";
}

TEST(ClassLabels, OfOneClassOnlyAreRefusedByName) {
  EXPECT_THAT(complaint([] { encode({"cat", "cat"}); }), HasSubstr("every label is 'cat'"));
  EXPECT_THAT(complaint([] { encode_classes(std::vector<double>{3.0, 3.0}); }), HasSubstr("'3'"));
  EXPECT_THAT(complaint([] { encode({}); }), HasSubstr("no labels"));
}

TEST(ClassLabels, MustHaveANameAndBeFinite) {
  EXPECT_THAT(complaint([] { encode({"a", "", "b"}); }), HasSubstr("row 1"));
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THAT(complaint([&] {
                encode_classes(std::vector<double>{1.0, infinite});
              }),
              HasSubstr("inf"));
}

}  // namespace
}  // namespace holdfast
