#include "holdfast/data/text.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace holdfast::text {
namespace {

TEST(Text, NumbersAreDecimalAndNothingElse) {
  EXPECT_EQ(parse_number("1.5"), 1.5);
  EXPECT_EQ(parse_number(" \t-2e3 "), -2000.0);
  EXPECT_EQ(parse_number("+7"), 7.0);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("0.1"), 0.1);
  for (const char* wrong : {"", " ", "+", "-", "+-1", "++1", "1,5", "1 2", "0x10", "nan", "inf",
                            "-inf", "Infinity", "1e999", "1e", "abc", "1a", "--1", "TRUE"}) {
    EXPECT_FALSE(parse_number(wrong)) << wrong;
  }
}

TEST(Text, IndicesAreDigitsOnly) {
  EXPECT_EQ(parse_index("0"), 0U);
  EXPECT_EQ(parse_index("007"), 7U);
  for (const char* wrong : {"", "-1", "+1", " 1", "1.0", "99999999999999999999999"}) {
    EXPECT_FALSE(parse_index(wrong)) << wrong;
  }
}

TEST(Text, Utf8IsCheckedByTheRules) {
  EXPECT_TRUE(is_utf8("plain, \xC3\xA4, \xE2\x82\xAC, \xF0\x9F\x98\x80"));
  for (const char* wrong :
       {"\x80", "\xC3", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3(", "\xE2\x82"}) {
    EXPECT_FALSE(is_utf8(wrong));
  }
}

TEST(Text, ExcerptsFitOnALine) {
  EXPECT_EQ(excerpt("abc"), "\"abc\"");
  EXPECT_EQ(excerpt("a\nb\xFF"), "\"a\\x0ab\\xff\"");
  const std::string long_excerpt = excerpt(std::string(1000, 'a'));
  EXPECT_LT(long_excerpt.size(), 60U);
  EXPECT_TRUE(long_excerpt.ends_with("...\""));
  EXPECT_TRUE(is_utf8(excerpt(std::string(39, 'a') + "\xE2\x82\xAC\xE2\x82\xAC")));
}

TEST(Text, LinesEndInThreeWays) {
  std::string_view rest = "a\nb\r\nc\r\rd";
  std::vector<std::string_view> lines;
  while (!rest.empty()) lines.push_back(take_line(rest));
  EXPECT_EQ(lines, (std::vector<std::string_view>{"a", "b", "c", "", "d"}));
}

}  // namespace
}  // namespace holdfast::text
