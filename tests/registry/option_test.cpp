#include "holdfast/registry/option.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <stdexcept>

#include "holdfast/registry/option_values.hpp"

namespace holdfast::registry {
namespace {

using ::testing::HasSubstr;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

const Option beta{.name = "beta",
                  .kind = OptionKind::number,
                  .help = "how much",
                  .default_value = 1.0,
                  .range = {.least = 0.0}};
const Option share{
    .name = "share",
    .kind = OptionKind::number,
    .range = {.least = 0.0, .most = 1.0, .excludes_least = true, .excludes_most = true}};
const Option bucket_size{.name = "bucket-size",
                         .kind = OptionKind::integer,
                         .default_value = std::int64_t{2},
                         .range = {.least = 1, .most = 9}};
const Option missing{.name = "missing",
                     .kind = OptionKind::text,
                     .default_value = std::string("error"),
                     .choices = {"error", "drop"}};
const Option intercept{.name = "intercept", .kind = OptionKind::flag, .default_value = true};
const Option columns{.name = "columns", .kind = OptionKind::list};
const Option data{.name = "data", .kind = OptionKind::file, .help = "a table"};

OptionValue parsed(const Option& option, std::string_view text) {
  return parse(option, text, Spelling::command_line);
}

std::string refusal(const Option& option, std::string_view text) {
  return message_of([&] { parsed(option, text); });
}

TEST(ParseOption, ReadsEachKind) {
  EXPECT_EQ(parsed(beta, "1.5e-3"), OptionValue(1.5e-3));
  EXPECT_EQ(parsed(beta, "+2"), OptionValue(2.0));
  EXPECT_EQ(parsed(bucket_size, "3"), OptionValue(std::int64_t{3}));
  EXPECT_EQ(parsed(bucket_size, "3.0"), OptionValue(std::int64_t{3}));
  EXPECT_EQ(parsed(missing, "drop"), OptionValue(std::string("drop")));
  EXPECT_EQ(parsed(intercept, "off"), OptionValue(false));
  EXPECT_EQ(parsed(columns, "a,b c"), OptionValue(std::vector<std::string>{"a", "b c"}));
}

TEST(ParseOption, RefusalsNameOptionValueAndWhatIsValid) {
  EXPECT_EQ(refusal(beta, "-1"), "--beta must be a number of at least 0, got -1");
  EXPECT_EQ(refusal(beta, "much"), "--beta must be a number of at least 0, got \"much\"");
  EXPECT_EQ(refusal(share, "1"), "--share must be a number above 0 and below 1, got 1");
  EXPECT_EQ(refusal(bucket_size, "10"), "--bucket-size must be a whole number from 1 to 9, got 10");
  EXPECT_EQ(refusal(bucket_size, "2.5"),
            "--bucket-size must be a whole number from 1 to 9, got 2.5");
  EXPECT_EQ(refusal(missing, "dorp"),
            "--missing must be one of error, drop, got \"dorp\"; did you mean drop?");
  EXPECT_EQ(refusal(intercept, "maybe"), "--no-intercept must be true or false, got \"maybe\"");
  EXPECT_EQ(refusal(data, ""), "--data must be the name of a file, got \"\"");
}

TEST(ParseOption, NoNumberThatIsNone) {
  for (const auto* text : {"nan", "inf", "-inf", "", " ", "1x", "0x10", "1,5", "--1"}) {
    EXPECT_THAT(refusal(beta, text), HasSubstr("--beta must be a number")) << text;
    EXPECT_THAT(refusal(bucket_size, text), HasSubstr("must be a whole number")) << text;
  }
}

TEST(ParseOption, IntegersThatNoDoubleHolds) {
  const Option any{.name = "any", .kind = OptionKind::integer};
  EXPECT_EQ(parsed(any, "9007199254740993"), OptionValue(std::int64_t{9007199254740993}));
  EXPECT_THAT(refusal(any, "99999999999999999999"), HasSubstr("must be a whole number"));
  EXPECT_THAT(refusal(any, "1e300"), HasSubstr("must be a whole number"));
}

TEST(SplitList, QuotesProtectCommas) {
  EXPECT_EQ(split_list("a,\"b, c\",d"), (std::vector<std::string>{"a", "b, c", "d"}));
  EXPECT_EQ(split_list("a,,b"), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_TRUE(split_list("").empty());
}

TEST(SpelledOption, DependsOnWhoAsks) {
  EXPECT_EQ(spelled(bucket_size, Spelling::command_line), "--bucket-size");
  EXPECT_EQ(spelled(bucket_size, Spelling::python), "bucket_size");
  EXPECT_EQ(spelled(intercept, Spelling::command_line), "--no-intercept");
  EXPECT_EQ(spelled(intercept, Spelling::python), "intercept");
}

class OptionValuesTest : public testing::Test {
 protected:
  OptionValues values_{"linear", {beta, bucket_size, missing, intercept, columns, data}};
};

TEST_F(OptionValuesTest, GivenValuesGoBeforeDefaults) {
  EXPECT_EQ(values_.number("beta"), 1.0);
  EXPECT_FALSE(values_.is_given("beta"));
  values_.set("beta", std::int64_t{2});
  EXPECT_EQ(values_.number("beta"), 2.0);
  EXPECT_TRUE(values_.is_given("beta"));
  values_.set("bucket-size", 4.0);
  EXPECT_EQ(values_.integer("bucket-size"), 4);
}

TEST_F(OptionValuesTest, WrongTypesAreRefused) {
  EXPECT_EQ(message_of([&] { values_.set("beta", std::string("1")); }),
            "beta must be a number of at least 0, got \"1\"");
  EXPECT_EQ(message_of([&] { values_.set("beta", true); }),
            "beta must be a number of at least 0, got on");
  EXPECT_EQ(message_of([&] { values_.set("intercept", 1.0); }),
            "intercept must be true or false, got 1");
  EXPECT_EQ(message_of([&] { values_.set("columns", std::string("a")); }),
            "columns must be a comma-separated list, got \"a\"");
  EXPECT_EQ(message_of([&] { values_.set("missing", {}); }),
            "missing must be one of error, drop, got nothing");
}

TEST_F(OptionValuesTest, UnknownNamesGetTheNearest) {
  EXPECT_EQ(message_of([&] { values_.set_text("bucketsize", "1"); }),
            "linear has no option bucketsize; did you mean bucket-size?");
  EXPECT_EQ(
      message_of([&] { values_.set_text("zzz", "1"); }),
      "linear has no option zzz; it takes beta, bucket-size, missing, intercept, columns, data");
  EXPECT_EQ(message_of([] { OptionValues("greedy", {}).set_text("beta", "1"); }),
            "greedy has no option beta; it takes none");
}

TEST_F(OptionValuesTest, WhatIsNeededIsNamed) {
  EXPECT_FALSE(values_.has("data"));
  EXPECT_EQ(message_of([&] { static_cast<void>(values_.text("data")); }),
            "linear needs data: a table");
}

TEST(OptionValuesExclusion, TwoThatExcludeEachOtherAreRefused) {
  Option points = data;
  points.name = "points";
  points.excluded_by = "data";
  OptionValues values("logdet", {data, points}, Spelling::command_line);
  values.set_text("points", "p.csv");
  EXPECT_TRUE(values.matters("points"));
  EXPECT_NO_THROW(values.require_consistent());
  values.set_text("data", "d.csv");
  EXPECT_FALSE(values.matters("points"));
  EXPECT_EQ(message_of([&] { values.require_consistent(); }),
            "--points and --data exclude each other; give one of them");
}

}  // namespace
}  // namespace holdfast::registry
