#include "cli/table.hpp"

#include <gmock/gmock.h>

namespace holdfast::cli {
namespace {

Table reasons() {
  Table table({{"name"}, {"value", Align::right}, {"why", Align::left, true}});
  table.add_row({{"a"}, {"1.5"}, {"because nothing else is left to say"}});
  table.add_row({{"b"}, {"22"}, {"short"}});
  return table;
}

TEST(Table, KeepsARowInOneLineWhereLinesHaveNoEnd) {
  const Style pipe{.width = 20};
  EXPECT_EQ(reasons().rendered(pipe),
            "  name  value  why\n"
            "  a       1.5  because nothing else is left to say\n"
            "  b        22  short\n");
}

TEST(Table, FoldsInsteadOfCutting) {
  const Style terminal{.width = 32, .narrow = true};
  EXPECT_EQ(reasons().rendered(terminal),
            "  name  value  why\n"
            "  a       1.5  because nothing\n"
            "               else is left to\n"
            "               say\n"
            "  b        22  short\n");
}

TEST(Folded, BreaksAtSpacesAndElseAnywhere) {
  const Style style;
  EXPECT_THAT(folded("one two three", 7, style), testing::ElementsAre("one two", "three"));
  EXPECT_THAT(folded("abcdefgh", 3, style), testing::ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(folded("a bcdefgh", 3, style), testing::ElementsAre("a", "bcd", "efg", "h"));
  EXPECT_THAT(folded("", 3, style), testing::ElementsAre(""));
  EXPECT_THAT(folded("tab\there", 80, style), testing::ElementsAre("tab?here"));
}

}  // namespace
}  // namespace holdfast::cli
