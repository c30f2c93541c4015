#include "holdfast/data/coordinates.hpp"

#include <gmock/gmock.h>

#include "holdfast/core/errors.hpp"
#include "tests/data/files.hpp"

namespace holdfast {
namespace {

class CoordinatesTest : public ::testing::Test {
 protected:
  Places read(std::string_view text) const {
    return read_coordinates(folder_.file("places.csv", text), {"a", "b", "c"});
  }
  /// What is wrong with the text.
  std::string fault(std::string_view text) const {
    try {
      read(text);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  }

 private:
  testing::ScratchFolder folder_;
};

TEST_F(CoordinatesTest, FindsItsColumnsInAnyOrderAndSkipsWhatIsNoItem) {
  const Places places =
      read("height,latitude,name,longitude\n5,51.5,c,-0.1\n9,1,elsewhere,2\n7,48.8,a,2.35\n");
  EXPECT_TRUE(places.geographic);
  ASSERT_EQ(places.of_item.size(), 3U);
  EXPECT_THAT(*places.of_item[0], ::testing::ElementsAre(2.35, 48.8));
  EXPECT_FALSE(places.of_item[1]);
  EXPECT_THAT(*places.of_item[2], ::testing::ElementsAre(-0.1, 51.5));
}

TEST_F(CoordinatesTest, TakesTheFirstOtherColumnForNamesAndAnyTwoNumbers) {
  const Places places = read("x,station,y\n-1e6,b,400\n");
  EXPECT_FALSE(places.geographic);
  EXPECT_THAT(*places.of_item[1], ::testing::ElementsAre(-1e6, 400.0));
}

TEST_F(CoordinatesTest, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(fault("name,lat,lon\na,1,2\n"), ::testing::HasSubstr("name,latitude,longitude"));
  EXPECT_THAT(fault(""), ::testing::HasSubstr("name,latitude,longitude"));
  EXPECT_THAT(fault("name,x,y\na,1,north\n"), ::testing::HasSubstr("line 2: \"north\""));
  EXPECT_THAT(fault("name,latitude,longitude\na,91,0\n"), ::testing::HasSubstr("from -90 to 90"));
  EXPECT_THAT(fault("name,x,y\na,1,2\na,1,2\n"), ::testing::HasSubstr("line 3: a comes twice"));
  EXPECT_THAT(fault("name,x,y\na,1\n"), ::testing::HasSubstr("2 fields"));
  EXPECT_THAT(fault("name,x,y\nz,1,2\n"), ::testing::HasSubstr("no name in it is that of an item"));
}

}  // namespace
}  // namespace holdfast
