// Labels of items, and batches of them.

#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

const std::vector<std::string> names = {"a", "b", "c", "d,e", "1"};

class ItemLabelsTest : public testing::DataTest {
 protected:
  ItemLabels read(const std::string& text) const {
    return read_item_labels(folder_.file("labels.csv", text), "group", names);
  }

  void expect_error(const std::string& text, const std::vector<std::string>& words) const {
    const std::string message = error_of<InvalidInput>([&] { read(text); });
    EXPECT_THAT(message, HasSubstr("labels.csv"));
    for (const auto& word : words) EXPECT_THAT(message, HasSubstr(word));
  }
};

TEST_F(ItemLabelsTest, NamesIndicesAndRanges) {
  const auto labels = read("item,group\nc,north\n0-1,south\n\"d,e\",north\n");
  EXPECT_THAT(labels.labels, ElementsAre("north", "south"));
  EXPECT_THAT(labels.label_of, ElementsAre(1, 1, 0, 0, -1));
}

TEST_F(ItemLabelsTest, ANameWinsOverAnIndex) {
  EXPECT_THAT(read("item,group\n1,x\n").label_of, ElementsAre(-1, -1, -1, -1, 0));
}

TEST_F(ItemLabelsTest, ColumnsInAnyOrderBesideOthers) {
  const auto labels = read("\xEF\xBB\xBFnote;group;item\nold;x;a\n\nnew;y;b\n");
  EXPECT_THAT(labels.labels, ElementsAre("x", "y"));
  EXPECT_THAT(labels.label_of, ElementsAre(0, 1, -1, -1, -1));
}

TEST_F(ItemLabelsTest, ErrorsNameTheLine) {
  expect_error("", {});
  expect_error("\n\n", {"item,group"});
  expect_error("item,kind\na,x\n", {"line 1", "no column group", "item,group"});
  expect_error("name,group\na,x\n", {"no column item"});
  expect_error("item,group\n", {"no items"});
  expect_error("item,group\na,x\nz,x\n", {"line 3", "\"z\""});
  expect_error("item,group\n9,x\n", {"line 2", "0-4"});
  expect_error("item,group\na,x\n0,y\n", {"line 3", "twice"});
  expect_error("item,group\na,\n", {"line 2", "group is empty"});
  expect_error("item,group\na,x,y\n", {"line 2", "3 fields"});
}

TEST_F(ItemLabelsTest, BatchesAreLines) {
  const auto path = folder_.file("losses.txt", "a,c\n\n\"d,e\"\n0\n");
  EXPECT_THAT(read_item_batches(path, names),
              ElementsAre(ElementsAre(0, 2), ElementsAre(3), ElementsAre(0)));
  const auto wrong = folder_.file("wrong.txt", "a\nz\n");
  EXPECT_THAT(error_of<InvalidInput>([&] { read_item_batches(wrong, names); }),
              HasSubstr("wrong.txt: line 2"));
  const auto empty = folder_.file("empty.txt", "\n");
  EXPECT_THAT(error_of<InvalidInput>([&] { read_item_batches(empty, names); }),
              HasSubstr("no items"));
}

}  // namespace
}  // namespace holdfast
