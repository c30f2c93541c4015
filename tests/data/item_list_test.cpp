#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> names = {"a", "b", "c-d", "1", "e,f", "same", "same", "2-4"};

using ItemList = testing::DataTest;

std::string list_error(const std::string& text) {
  return error_of<InvalidInput>([&] { read_item_list(text, names); });
}

TEST_F(ItemList, NamesIndicesAndRanges) {
  EXPECT_THAT(read_item_list("b,a", names), ElementsAre(1, 0));
  EXPECT_THAT(read_item_list(" c-d , 0", names), ElementsAre(2, 0));
  EXPECT_THAT(read_item_list("4-6", names), ElementsAre(4, 5, 6));
  EXPECT_THAT(read_item_list("5-5,0", names), ElementsAre(5, 0));
}

TEST_F(ItemList, NamesWinOverIndicesAndRanges) {
  EXPECT_THAT(read_item_list("1", names), ElementsAre(3));
  EXPECT_THAT(read_item_list("2-4", names), ElementsAre(7));
  EXPECT_THAT(read_item_list("0-1", names), ElementsAre(0, 1));
}

TEST_F(ItemList, NamesMayHoldCommas) {
  EXPECT_THAT(read_item_list("e,f", names), ElementsAre(4));
  EXPECT_THAT(read_item_list("a,\"e,f\"", names), ElementsAre(0, 4));
}

TEST_F(ItemList, MayBeAFile) {
  const auto path = folder_.file("items.txt", "b\r\n\n  e,f \n5-6\n0\n");
  EXPECT_THAT(read_item_list(path, names), ElementsAre(1, 4, 5, 6, 0));
  EXPECT_THAT(read_item_list(folder_.file("line", "a,b"), names), ElementsAre(0, 1));
  EXPECT_THAT(read_item_list(folder_.file("packed", testing::gzipped("a\nb\n")), names),
              ElementsAre(0, 1));
}

TEST_F(ItemList, WrongEntriesAreNamed) {
  EXPECT_THAT(list_error("a,zebra"), AllOf(HasSubstr("\"zebra\" is no item"), HasSubstr("0-7"),
                                           Not(HasSubstr("no such file"))));
  EXPECT_THAT(list_error("zebra"), HasSubstr("there is no such file either"));
  EXPECT_THAT(list_error("a,8"), HasSubstr("no item \"8\""));
  EXPECT_THAT(list_error("0-8"), HasSubstr("no item \"0-8\""));
  EXPECT_THAT(list_error("0-99999999999999"), HasSubstr("no item"));
  EXPECT_THAT(list_error("5-4"), HasSubstr("runs backwards"));
  EXPECT_THAT(list_error("a,,b"), HasSubstr("\"\" is no item"));
  EXPECT_THAT(list_error("-1"), HasSubstr("\"-1\" is no item"));
  EXPECT_THAT(list_error("same"), HasSubstr("several items are called \"same\""));
  EXPECT_THAT(list_error("a,0"), HasSubstr("item 0 (a) is given twice"));
  EXPECT_THAT(list_error("0-2,b"), HasSubstr("item 1 (b) is given twice"));
  EXPECT_THAT(list_error(" "), HasSubstr("empty"));
  EXPECT_THAT(list_error("a,\"b"), HasSubstr("never closed"));
  EXPECT_THAT(error_of<InvalidInput>([] { read_item_list("0", {}); }),
              HasSubstr("there are no items"));
}

TEST_F(ItemList, IndicesCountAsPeopleDo) {
  ItemNames some(std::vector<std::string>{"p", "q", "r"});
  some.indices = {4, 7, 5};
  EXPECT_THAT(read_item_list("7,4", some), ElementsAre(1, 0));
  EXPECT_THAT(read_item_list("4-5,q", some), ElementsAre(0, 2, 1));
  const auto refusal = [&](const std::string& text) {
    return error_of<InvalidInput>([&] { read_item_list(text, some); });
  };
  EXPECT_THAT(refusal("0"), AllOf(HasSubstr("no item \"0\""), HasSubstr("within 4-7")));
  EXPECT_THAT(refusal("4-7"), HasSubstr("no item 6 of the range \"4-7\""));
  EXPECT_THAT(refusal("p,4"), HasSubstr("item 4 (p) is given twice"));
}

TEST_F(ItemList, SlipsAreCorrected) {
  const std::vector<std::string> stations{"DEHE046", "DENW068"};
  EXPECT_THAT(error_of<InvalidInput>([&] { read_item_list("DENW68,DEHE046", stations); }),
              HasSubstr("\"DENW68\" is no item; did you mean DENW068?"));
}

TEST_F(ItemList, ASlipIsNotTakenForAFile) {
  EXPECT_THAT(error_of<InvalidInput>(
                  [&] { read_item_list("DENW68", std::vector<std::string>{"DENW068"}); }),
              ::testing::EndsWith("did you mean DENW068?"));
}

TEST_F(ItemList, AMemberOfAGroupNamesTheGroup) {
  ItemNames groups(std::vector<std::string>{"pump", "valve"});
  groups.group_of = {{"flow", "pump"}, {"heat", "pump"}};
  EXPECT_THAT(error_of<InvalidInput>([&] { read_item_list("valve,heat", groups); }),
              HasSubstr("\"heat\" is in the group pump and no item by itself; give the group"));
}

TEST_F(ItemList, WrongLinesOfAFileAreNamed) {
  const auto path = folder_.file("items.txt", "a\nzebra\n");
  EXPECT_THAT(list_error(path), AllOf(HasSubstr(path + ": line 2"), HasSubstr("zebra")));
  EXPECT_THAT(list_error(folder_.file("twice", "a\nb\na\n")), HasSubstr("line 3: item 0 (a)"));
  EXPECT_THAT(list_error(folder_.file("blank", "\n \n")), HasSubstr("no items in it"));
}

}  // namespace
}  // namespace holdfast
