#include "holdfast/documents/selection_file.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "holdfast/core/errors.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"

namespace holdfast::documents {
namespace {

using registry::OptionValue;

class SelectionFileTest : public testing::Test {
 protected:
  SelectionFileTest()
      : path_((std::filesystem::temp_directory_path() /
               ("holdfast-selection-" + std::to_string(getpid()) + ".json"))
                  .string()) {}
  ~SelectionFileTest() override { std::filesystem::remove(path_); }

  SelectionFile read(const std::string& text) const {
    std::ofstream(path_) << text;
    return read_selection(path_);
  }

  std::string refusal(const std::string& text) const {
    try {
      read(text);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  std::string path_;
};

std::unique_ptr<Objective> counting(std::vector<std::string> names) {
  const auto size = static_cast<Item>(names.size());
  return std::make_unique<FunctionObjective>(
      size, [](std::span<const Item> set) { return static_cast<double>(set.size()); },
      FunctionObjective::GainsFunction(), true, std::move(names));
}

constexpr const char* good = R"({"schema": "holdfast.selection/1", "tau": 2,
  "objective": {"name": "linear", "items": 3, "data": "x.csv", "ridge": 0.5, "intercept": false,
                "ignore": ["a", "b"], "odd": {"deep": 1}},
  "items": [{"index": 2, "name": "c"}, {"index": 0, "name": "a"}]})";

TEST_F(SelectionFileTest, TellsTheSetAndItsObjective) {
  const auto file = read(good);
  EXPECT_EQ(file.tau, 2);
  EXPECT_EQ(file.objective, "linear");
  EXPECT_EQ(file.objective_options.at("ridge"), OptionValue(0.5));
  EXPECT_EQ(file.objective_options.at("intercept"), OptionValue(false));
  EXPECT_EQ(file.objective_options.at("ignore"), OptionValue(std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(items_for(file, *counting({"a", "b", "c"})), (Items{2, 0}));
}

TEST_F(SelectionFileTest, TellsTheWorstDeletion) {
  const auto worst_of = [&](const std::string& worst) {
    return read(R"({"schema": "holdfast.selection/1", "items": [], "worst_case": )" + worst + "}")
        .worst;
  };
  const auto worst = worst_of(R"({"adversary": "exact", "value": 1.5, "deleted": [2, 0]})");
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->adversary, "exact");
  EXPECT_EQ(worst->items, (Items{2, 0}));
  EXPECT_FALSE(worst->proven) << "a file proves nothing";
  for (const auto* incomplete :
       {"7", "{}", R"({"deleted": [1]})", R"({"adversary": "exact", "deleted": [-1]})"}) {
    EXPECT_FALSE(worst_of(incomplete)) << incomplete;
  }
  EXPECT_FALSE(read(good).worst);
}

TEST_F(SelectionFileTest, ASelectionFromOtherDataIsRefused) {
  const auto file = read(good);
  EXPECT_THROW(items_for(file, *counting({"a", "c", "b"})), InvalidInput);
  EXPECT_THROW(items_for(file, *counting({"a", "b"})), InvalidInput);
}

TEST_F(SelectionFileTest, RefusalsNameTheFileAndWhatIsWrong) {
  using testing::AllOf;
  using ::testing::HasSubstr;
  const auto names_file = HasSubstr(path_);
  EXPECT_THAT(refusal("{"), AllOf(names_file, HasSubstr("is not JSON")));
  EXPECT_THAT(refusal("[1]"), AllOf(names_file, HasSubstr("\"schema\"")));
  EXPECT_THAT(refusal(R"({"schema": "holdfast.deletion/1"})"), HasSubstr("holdfast.selection/1"));
  EXPECT_THAT(refusal(R"({"schema": "holdfast.selection/1"})"), HasSubstr("no list \"items\""));
  for (const auto* entry :
       {"7", "{}", R"({"index": -1})", R"({"index": 1.5})", R"({"index": 9999999999})"}) {
    const std::string text =
        std::string(R"({"schema": "holdfast.selection/1", "items": [)") + entry + "]}";
    EXPECT_THAT(refusal(text), AllOf(names_file, HasSubstr("items[0]"))) << entry;
  }
}

TEST_F(SelectionFileTest, AnUnreadableFileIsAnIoFailure) {
  EXPECT_THROW(read_selection(path_ + ".nowhere"), IoFailure);
}

TEST_F(SelectionFileTest, IndicesCountInWhatTheUserGave) {
  const Matrix kernel(3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  const VarianceReductionObjective objective(kernel, kernel, {1, 1, 1}, 1.0, {"p", "q", "r"},
                                             {4, 7, 9});
  const auto file = read(R"({"schema": "holdfast.selection/1", "tau": 1,
    "items": [{"index": 9, "name": "r"}, {"index": 4, "name": "p"}],
    "worst_case": {"adversary": "strong", "deleted": [9]}})");
  EXPECT_EQ(items_for(file, objective), (Items{2, 0}));
  EXPECT_EQ(worst_for(file, objective)->items, (Items{2}));
  const auto stranger = read(R"({"schema": "holdfast.selection/1", "items": [{"index": 2}]})");
  EXPECT_THROW(items_for(stranger, objective), InvalidInput) << "2 is the row of another point";
}

TEST_F(SelectionFileTest, OptionsMayBeWrittenEitherWay) {
  const auto file = read(R"({"schema": "holdfast.selection/1", "items": [],
    "objective": {"name": "logdet", "kernel_matrix": "k.csv", "output-variance": 2.5}})");
  EXPECT_EQ(file.objective_options.at("kernel-matrix"), OptionValue(std::string("k.csv")));
  EXPECT_EQ(file.objective_options.at("output-variance"), OptionValue(2.5));
}

}  // namespace
}  // namespace holdfast::documents
