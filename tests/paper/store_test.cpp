#include "paper/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "paper/sqlite.hpp"
#include "tests/data/files.hpp"

namespace holdfast::paper {
namespace {

using ::testing::HasSubstr;

class StoreTest : public ::testing::Test {
 protected:
  std::string file() const { return folder_.path("results.sqlite"); }

  Unit unit_of(const std::string& method) const {
    for (const Share share : {Share::paper, Share::robust}) {
      for (const auto& unit : units_of(experiments_.front(), 0, share)) {
        if (unit.method->id == method) return unit;
      }
    }
    throw std::invalid_argument(method);
  }

  testing::ScratchFolder folder_;
  StoreSettings settings_{7, "quick", ""};
  std::vector<Experiment> experiments_ = describe_experiments(Scale::tiny, {"3"});
};

Revisions raised(const char* name) {
  Revisions revisions = current_revisions();
  ++revisions.at(name);
  return revisions;
}

std::vector<CellResult> judged(std::vector<CellResult> cells) {
  for (auto& cell : cells) cell.judged = StrongAttack{{2, 3}, 0.25, 0.5, {}, {}, 1.5};
  return cells;
}

UnitResult example(const Unit& unit) {
  UnitResult result;
  for (const auto& cell : unit.cells) {
    CellResult one;
    one.cell = cell;
    one.selected = {3, 1, 2};
    one.deleted = {1};
    one.adversary = "greedy-min";
    one.value = 0.1 + 0.2;
    one.worst = 1.0 / 3.0;
    one.score = 2.0 / 3.0;
    one.adversaries = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
    one.evaluations = 123456789012;
    result.cells.push_back(one);
  }
  return result;
}

TEST_F(StoreTest, GivesBackWhatWasPutIn) {
  const auto units = units_of(experiments_.front(), 0);
  {
    Store store(file(), settings_);
    EXPECT_FALSE(store.has(units[0]));
    store.insert(units[0], example(units[0]));
    EXPECT_TRUE(store.has(units[0]));
    EXPECT_FALSE(store.has(units[1]));
  }
  const Store store(file(), settings_);
  EXPECT_TRUE(store.has(units[0]));
  const auto cells = store.cells_of(units);
  ASSERT_EQ(cells.size(), units[0].cells.size());
  EXPECT_EQ(cells[0].experiment, "fig3");
  EXPECT_EQ(cells[0].method, units[0].method->id);
  EXPECT_EQ(cells[0].result.selected, (Items{3, 1, 2}));
  EXPECT_EQ(cells[0].result.value, 0.1 + 0.2) << "every bit";
  EXPECT_EQ(cells[0].result.worst, 1.0 / 3.0);
  EXPECT_EQ(cells[0].result.score, 2.0 / 3.0);
  EXPECT_EQ(cells[0].result.adversaries.stochastic, 6.0);
  EXPECT_EQ(cells[0].result.evaluations, 123456789012);
}

TEST_F(StoreTest, TakesAUnitWholeOrNotAtAll) {
  const auto units = units_of(experiments_.front(), 0);
  UnitResult twice = example(units[0]);
  twice.cells.push_back(twice.cells.front());  // the same cell again is refused, after others
  Store store(file(), settings_);
  EXPECT_THROW(store.insert(units[0], twice), IoFailure);
  EXPECT_FALSE(store.has(units[0]));
  EXPECT_TRUE(store.cells_of(units).empty());
  store.insert(units[0], example(units[0]));
  EXPECT_TRUE(store.has(units[0]));
}

TEST_F(StoreTest, KeepsJudgementsBesideTheirCells) {
  const auto units = units_of(experiments_.front(), 0);
  Store store(file(), settings_);
  store.insert(units[0], example(units[0]));
  EXPECT_FALSE(store.has_judged(units[0]));
  auto cells = store.cells_of(units[0]);
  ASSERT_EQ(cells.size(), units[0].cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cells[i].cell, units[0].cells[i]);
    EXPECT_FALSE(cells[i].judged.has_value());
    cells[i].judged = StrongAttack{{2, 3}, 0.25, 0.5, {}, {}, 1.5};
  }
  cells.front().judged->searched = 1.0 / 7.0;
  cells.front().judged->at_least = 1.0 / 9.0;
  store.insert_judgements(units[0], cells);
  EXPECT_TRUE(store.has_judged(units[0]));
  const auto again = store.cells_of(units[0]);
  const StrongAttack& judged = again.front().judged.value();
  EXPECT_EQ(judged.deleted, (Items{2, 3}));
  EXPECT_EQ(judged.worst, 0.25);
  EXPECT_EQ(judged.score, 0.5);
  EXPECT_EQ(judged.searched, 1.0 / 7.0);
  EXPECT_EQ(judged.at_least, 1.0 / 9.0);
  EXPECT_EQ(judged.seconds, 1.5);
  EXPECT_FALSE(again.back().judged->searched.has_value());
  EXPECT_EQ(store.cells_of(units).front().result.judged->deleted, (Items{2, 3}));
}

TEST_F(StoreTest, CountsAUnitOfAnotherRevisionAsMissing) {
  const auto unit = unit_of("greedy");
  {
    Store store(file(), settings_);
    store.insert(unit, example(unit));
  }
  {
    const Store store(file(), settings_, raised("oblivious"));
    EXPECT_TRUE(store.has(unit)) << "greedy is the same";
  }
  for (const char* name : {"greedy", "greedy-min", "stochastic-greedy-min", "logistic data"}) {
    const Store store(file(), settings_, raised(name));
    EXPECT_FALSE(store.has(unit)) << name;
    EXPECT_TRUE(store.is_outdated(unit)) << name;
    EXPECT_TRUE(store.cells_of(std::vector{unit}).empty()) << name;
  }
  Store store(file(), settings_, raised("greedy"));
  store.insert(unit, example(unit));
  EXPECT_TRUE(store.has(unit));
  EXPECT_FALSE(store.is_outdated(unit));
  EXPECT_EQ(store.cells_of(unit).size(), unit.cells.size()) << "replaced, not added to";
}

TEST_F(StoreTest, KeepsChoicesWhenOnlyTheJudgeHasChanged) {
  const auto unit = unit_of("greedy");
  {
    Store store(file(), settings_);
    store.insert(unit, example(unit));
    store.insert_judgements(unit, judged(store.cells_of(unit)));
  }
  for (const auto& [name, choices_stay] : {std::pair{"strong", true}, std::pair{"greedy", false}}) {
    const Store store(file(), settings_, raised(name));
    EXPECT_EQ(store.has(unit), choices_stay) << name;
    EXPECT_FALSE(store.has_judged(unit)) << name;
    for (const auto& cell : store.cells_of(unit)) EXPECT_FALSE(cell.judged.has_value()) << name;
  }
  const Store store(file(), settings_);
  EXPECT_TRUE(store.has_judged(unit)) << "nothing was lost by asking";
}

TEST_F(StoreTest, DropsTheJudgementsOfAReplacedUnit) {
  const auto unit = unit_of("greedy");
  Store store(file(), settings_);
  store.insert(unit, example(unit));
  store.insert_judgements(unit, judged(store.cells_of(unit)));
  store.insert(unit, example(unit));
  EXPECT_TRUE(store.has(unit));
  EXPECT_FALSE(store.has_judged(unit));
}

TEST_F(StoreTest, JudgesNothingThatIsNotThere) {
  const auto unit = unit_of("greedy");
  std::vector<CellResult> cells;
  {
    Store store(file(), settings_);
    store.insert(unit, example(unit));
    cells = judged(store.cells_of(unit));
  }
  Store store(file(), settings_, raised("greedy"));
  EXPECT_THROW(store.insert_judgements(unit, cells), std::invalid_argument);
}

TEST_F(StoreTest, CountsAUnitWithOtherOptionsAsMissing) {
  auto unit = unit_of("robust-swap");
  Store store(file(), settings_);
  store.insert(unit, example(unit));
  EXPECT_TRUE(store.has(unit));
  Method larger = *unit.method;
  ++larger.budget;
  unit.method = &larger;
  EXPECT_FALSE(store.has(unit));
  EXPECT_TRUE(store.is_outdated(unit));
}

TEST_F(StoreTest, CountsAUnitWithMoreCellsAsMissing) {
  auto unit = unit_of("greedy");
  const auto cells = unit.cells;
  unit.cells.resize(2);
  Store store(file(), settings_);
  store.insert(unit, example(unit));
  EXPECT_TRUE(store.has(unit));
  unit.cells = cells;
  EXPECT_FALSE(store.has(unit));
}

TEST_F(StoreTest, RefusesWhatAnOlderVersionWrote) {
  {
    sqlite::Database database(file());
    database.execute("CREATE TABLE units (experiment TEXT)");
    database.execute("PRAGMA user_version = 2");
  }
  const auto message =
      testing::error_of<InvalidInput>([&] { const Store store(file(), settings_); });
  EXPECT_THAT(message, HasSubstr("an older version"));
  EXPECT_THAT(message, HasSubstr("delete it or give another folder"));
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST_F(StoreTest, RefusesOtherSettings) {
  { const Store store(file(), settings_); }
  StoreSettings other = settings_;
  other.seed = 8;
  const auto message = testing::error_of<InvalidInput>([&] { const Store store(file(), other); });
  EXPECT_THAT(message, HasSubstr("seed 7, not 8"));
  EXPECT_NO_THROW(Store(file(), settings_));
}

TEST_F(StoreTest, TakesTheImagesLaterButNoOthers) {
  { const Store store(file(), settings_); }
  StoreSettings images = settings_;
  images.images = "abc";
  { const Store store(file(), images); }
  { const Store store(file(), settings_); }
  images.images = "abd";
  EXPECT_THROW(Store(file(), images), InvalidInput);
}

TEST_F(StoreTest, AdmitsOneWriterAtATime) {
  const Store store(file(), settings_);
  const auto message = testing::error_of<IoFailure>([&] { const Store second(file(), settings_); });
  EXPECT_THAT(message, HasSubstr("another run"));
}

TEST_F(StoreTest, RefusesAFileThatIsSomethingElse) {
  folder_.file("results.sqlite", std::string(4096, 'x'));
  EXPECT_THROW(Store(file(), settings_), InvalidInput);
}

}  // namespace
}  // namespace holdfast::paper
