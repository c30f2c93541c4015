#include "paper/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "paper/sqlite.hpp"
#include "tests/data/files.hpp"

namespace holdfast::paper {
namespace {

using ::testing::HasSubstr;

/// Every number but the seconds, which are the last column.
std::string without_seconds(const std::string& csv) {
  std::istringstream lines(csv);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += line.substr(0, line.rfind(',')) + "\n";
  return out;
}

/// Overwrites the worst cases in the store, to see which of them are used again.
void spoil(const ReproductionOptions& options) {
  sqlite::Database database(options.out + "/results.sqlite");
  database.execute("UPDATE cells SET worst = -1");
  database.execute("UPDATE judgements SET worst = -1");
}

/// The methods with a spoiled number in a column of the CSV.
std::set<std::string> spoiled_methods(const ReproductionOptions& options,
                                      const std::string& column) {
  std::istringstream lines(export_csv(options));
  std::set<std::string> methods;
  std::vector<std::string> header;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> fields;
    for (std::string field; std::getline(words, field, ',');) fields.push_back(field);
    if (header.empty()) header = fields;
    const auto at = std::ranges::find(header, column) - header.begin();
    if (fields.at(static_cast<std::size_t>(at)) == "-1") methods.insert(fields.at(2));
  }
  return methods;
}

class ReproductionTest : public ::testing::Test {
 protected:
  ReproductionOptions options(const std::string& folder) const {
    ReproductionOptions options;
    options.scale = Scale::tiny;
    options.figures = {"1", "5"};
    options.trials = 2;
    options.out = folder_.path(folder);
    options.threads = 2;
    options.command = "holdfast reproduce --tiny";
    return options;
  }

  testing::ScratchFolder folder_;
};

TEST_F(ReproductionTest, WritesEveryFile) {
  auto asked = options("out");
  asked.page_template = folder_.file(
      "page.html", R"(<p></p><script id="holdfast-data" type="application/json">null</script>)");
  const Reproduction made = reproduce(asked);
  for (const char* name :
       {"results.sqlite", "report.html", "claims.json", "figures/fig1.svg",
        "figures/fig5-alpha0.1-tau10-objective.svg", "figures/fig5-alpha2-0.1-k100-objective.svg",
        "figures/numbers.csv", "figures/numbers.tex"}) {
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(asked.out) / name)) << name;
  }
  const std::string page = read_file_whole(asked.out + "/report.html");
  const auto begin = page.find("json\">") + 6;
  const auto json = nlohmann::json::parse(page.substr(begin, page.find("</script>") - begin));
  EXPECT_EQ(json.at("schema"), "holdfast.report/1");
  EXPECT_EQ(json.at("panels").size(), 8U);
  EXPECT_EQ(json.at("claims").size(), made.claims.size());
  EXPECT_EQ(json.at("heatmap").at("values").size(), 51U);
  for (const auto& panel : json.at("panels")) {
    EXPECT_EQ(panel.at("series").size(), 3U);
    for (const auto& point : panel.at("series").at(0).at("points")) EXPECT_EQ(point.at("n"), 2);
  }
}

TEST_F(ReproductionTest, DoesNotDependOnTheNumberOfThreads) {
  auto one = options("one");
  one.threads = 1;
  reproduce(one);
  reproduce(options("two"));
  EXPECT_EQ(without_seconds(export_csv(one)), without_seconds(export_csv(options("two"))));
}

TEST_F(ReproductionTest, ResumesWhereItWasStopped) {
  reproduce(options("whole"));
  const std::string expected = without_seconds(export_csv(options("whole")));
  std::size_t resumed = 0;
  for (int stops = 0; stops < 3; ++stops) {
    std::atomic<bool> stop = false;
    std::atomic<int> finished = 0;
    const ReproductionHooks hooks{.on_progress =
                                      [&](const ReproductionProgress& progress) {
                                        if (progress.finished_unit && ++finished == 7) stop = true;
                                      },
                                  .stop_requested = &stop};
    EXPECT_THROW(reproduce(options("parts"), hooks), Interrupted);
  }
  resumed = reproduce(options("parts")).units_resumed;
  EXPECT_GE(resumed, 21U);
  EXPECT_EQ(without_seconds(export_csv(options("parts"))), expected);
}

TEST_F(ReproductionTest, AddsTrialsToWhatIsThere) {
  auto few = options("grown");
  few.trials = 1;
  reproduce(few);
  const Reproduction grown = reproduce(options("grown"));
  EXPECT_GT(grown.units_resumed, 0U);
  reproduce(options("whole"));
  EXPECT_EQ(without_seconds(export_csv(options("grown"))),
            without_seconds(export_csv(options("whole"))));
}

TEST_F(ReproductionTest, ComparesByStrongIfAsked) {
  auto asked = options("out");
  asked.figures = {"2", "5"};
  asked.judged_trials = 1;
  asked.page_template = folder_.file(
      "page.html", R"(<script id="holdfast-data" type="application/json">null</script>)");
  const Reproduction made = reproduce(asked);
  for (const auto& experiment : made.results.experiments()) {
    for (const auto& cell : experiment.judged_cells) {
      std::vector<double> worst;
      for (const auto& method : experiment.robust_methods) {
        const auto values =
            made.results.values(experiment, method.id, cell, Metric::judged_objective);
        ASSERT_EQ(values.size(), 1U) << experiment.id << ", " << method.id << ", k = " << cell.k;
        worst.push_back(values.front());
      }
      EXPECT_GE(worst[1], worst[0] * (1.0 - 1e-9)) << "robust-swap begins with beta-path's set";
      for (const char* covered : {"greedy", "oblivious"}) {
        const auto values =
            made.results.values(experiment, covered, cell, Metric::judged_objective);
        EXPECT_GE(worst[0], values.front() * (1.0 - 1e-9)) << covered << " is on the path";
      }
    }
  }
  const std::string page = read_file_whole(asked.out + "/report.html");
  EXPECT_THAT(page, HasSubstr("\"id\":\"fig2-tau4-objective-beyond\""));
  EXPECT_THAT(page, HasSubstr("\"beyond_trials\":1"));
  for (const char* name : {"beyond.md", "beyond.csv", "figures/fig2-tau4-score-beyond.svg"}) {
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(asked.out) / name)) << name;
  }
}

TEST_F(ReproductionTest, ResumesTheStrongComparisonWhereItWasStopped) {
  auto whole = options("whole");
  whole.judged_trials = 1;
  whole.trials = 1;
  auto parts = whole;
  parts.out = folder_.path("parts");
  reproduce(whole);
  auto paper_only = parts;
  paper_only.judged_trials = 0;
  reproduce(paper_only);
  int stops = 0;
  for (bool done = false; !done;) {
    std::atomic<bool> stop = false;
    // The flag is up while a search is under way: what it has then must not be kept.
    const ReproductionHooks hooks{
        .on_progress =
            [&](const ReproductionProgress& progress) {
              if (!progress.finished_unit && progress.units_done % 5 == 4) {
                stop = true;
              }
            },
        .stop_requested = &stop};
    try {
      reproduce(parts, hooks);
      done = true;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  EXPECT_GE(stops, 5);
  EXPECT_EQ(without_seconds(export_csv(parts)), without_seconds(export_csv(whole)));
}

TEST_F(ReproductionTest, ComputesAgainWhatAnOlderAlgorithmChose) {
  auto asked = options("out");
  asked.trials = 1;
  const Reproduction first = reproduce(asked);
  spoil(asked);
  const std::size_t all = reproduce(asked).units_resumed;
  EXPECT_TRUE(spoiled_methods(asked, "worst").contains("greedy")) << "same revision: used again";
  ++asked.revisions.at("greedy");
  EXPECT_TRUE(spoiled_methods(asked, "worst").contains("oblivious"));
  EXPECT_FALSE(spoiled_methods(asked, "worst").contains("greedy")) << "never read as today's";
  const Reproduction again = reproduce(asked);
  EXPECT_EQ(again.units_outdated, first.results.experiments().size()) << "greedy of each";
  EXPECT_EQ(again.units_resumed + again.units_outdated, all);
  EXPECT_TRUE(spoiled_methods(asked, "worst").contains("oblivious"));
  EXPECT_FALSE(spoiled_methods(asked, "worst").contains("greedy"));
}

TEST_F(ReproductionTest, JudgesAgainWhatAnOlderJudgeSaid) {
  auto asked = options("out");
  asked.trials = asked.judged_trials = 1;
  reproduce(asked);
  spoil(asked);
  reproduce(asked);
  EXPECT_TRUE(spoiled_methods(asked, "strong").contains("greedy")) << "same revision: used again";
  ++asked.revisions.at("strong");
  reproduce(asked);
  EXPECT_TRUE(spoiled_methods(asked, "strong").empty());
  const auto kept = spoiled_methods(asked, "worst");
  EXPECT_TRUE(kept.contains("greedy")) << "its choices do not depend on the judge";
  EXPECT_FALSE(kept.contains("beta-path"));
  EXPECT_FALSE(kept.contains("robust-swap"));
}

TEST_F(ReproductionTest, MixesNoRevisionsWhenItIsStopped) {
  const auto whole = options("whole");
  auto parts = options("parts");
  reproduce(whole);
  reproduce(parts);
  spoil(parts);
  for (auto& [name, revision] : parts.revisions) ++revision;
  for (int stops = 0; stops < 3; ++stops) {
    std::atomic<bool> stop = false;
    std::atomic<int> finished = 0;
    const ReproductionHooks hooks{.on_progress =
                                      [&](const ReproductionProgress& progress) {
                                        if (progress.finished_unit && ++finished == 7) stop = true;
                                      },
                                  .stop_requested = &stop};
    EXPECT_THROW(reproduce(parts, hooks), Interrupted);
    EXPECT_TRUE(spoiled_methods(parts, "worst").empty());
  }
  EXPECT_GE(reproduce(parts).units_resumed, 21U);
  EXPECT_EQ(without_seconds(export_csv(parts)), without_seconds(export_csv(whole)));
}

class ReadingsTest : public ReproductionTest {
 protected:
  ReproductionOptions readings(const std::string& folder) const {
    auto asked = options(folder);
    asked.figures = {"5"};
    asked.named_readings = {"noise=literal", "beta=1", "start=zero + alpha=squared"};
    asked.reading_trials = {2, 2};
    return asked;
  }
};

std::string files_of_readings(const ReproductionOptions& options) {
  return read_file_whole(options.out + "/readings.md") +
         read_file_whole(options.out + "/readings.csv");
}

TEST_F(ReadingsTest, LeaveTheHeadlineAsItIs) {
  auto plain = readings("plain");
  plain.named_readings.clear();
  const auto with = readings("with");
  EXPECT_FALSE(reproduce(plain).readings.has_value());
  const auto made = reproduce(with);
  ASSERT_TRUE(made.readings.has_value());
  EXPECT_EQ(made.readings->readings.size(), 4U) << "the headline and three others";
  EXPECT_EQ(read_file_whole(plain.out + "/claims.json"),
            read_file_whole(with.out + "/claims.json"));
  EXPECT_FALSE(std::filesystem::exists(plain.out + "/readings.md"));
}

TEST_F(ReadingsTest, ResumeWhereTheyWereStopped) {
  const auto whole = readings("whole");
  const auto parts = readings("parts");
  reproduce(whole);
  int stops = 0;
  for (bool done = false; !done;) {
    std::atomic<bool> stop = false;
    std::atomic<int> finished = 0;
    const ReproductionHooks hooks{.on_progress =
                                      [&](const ReproductionProgress& progress) {
                                        if (progress.finished_unit && ++finished == 40) stop = true;
                                      },
                                  .stop_requested = &stop};
    try {
      reproduce(parts, hooks);
      done = true;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  EXPECT_GE(stops, 2);
  EXPECT_EQ(without_seconds(export_csv(parts)), without_seconds(export_csv(whole)));
  EXPECT_EQ(files_of_readings(parts), files_of_readings(whole));
}

/// What a stopped run left is told without running anything: whole trials, at least two of them.
TEST_F(ReadingsTest, AreToldOfAsFarAsTheyWereRun) {
  auto asked = readings("out");
  std::atomic<bool> stop = false;
  const ReproductionHooks hooks{.on_progress =
                                    [&](const ReproductionProgress& progress) {
                                      if (progress.unit.starts_with("beta=1: figure 5") &&
                                          progress.unit.find("trial 2") != std::string::npos) {
                                        stop = true;
                                      }
                                    },
                                .stop_requested = &stop};
  asked.threads = 1;
  asked.reading_trials = {3, 3};
  EXPECT_THROW(reproduce(asked, hooks), Interrupted);
  asked.stored_only = true;
  int performed = 0;
  const auto made =
      reproduce(asked, {.on_progress = [&](const ReproductionProgress&) { ++performed; }});
  EXPECT_EQ(performed, 0);
  std::vector<std::string> told;
  for (const auto& one : made.readings->readings) told.push_back(one.plan.reading.name);
  EXPECT_THAT(told, ::testing::ElementsAre("headline", "noise=literal"));
  for (const auto& claim : made.readings->claims) EXPECT_EQ(claim.rows.back().trials, 3U);
  std::vector<std::string> left;
  for (const auto& one : made.readings->left_out) left.push_back(one.reading);
  EXPECT_THAT(left, ::testing::ElementsAre("beta=1", "start=zero + alpha=squared"));
  EXPECT_THAT(made.readings->note, HasSubstr("stopped early"));
}

/// A verdict follows what the store says, without computing anything again.
TEST_F(ReadingsTest, AreJudgedFromStoredResultsOnly) {
  const auto asked = readings("out");
  const auto verdict_of_claim_9 = [](const Reproduction& made, const std::string& reading) {
    for (const auto& claim : made.readings->claims) {
      if (claim.number != 9) continue;
      for (const auto& row : claim.rows) {
        if (row.reading.name == reading) return row.judgement.verdict;
      }
    }
    throw std::out_of_range("claim 9 under " + reading);
  };
  const auto before = reproduce(asked);
  {
    sqlite::Database database(asked.out + "/results.sqlite");
    database.execute(
        "UPDATE cells SET worst = (SELECT CASE WHEN method LIKE 'oblivious-greedy%' THEN 2 ELSE 1 "
        "END FROM units WHERE id = unit) WHERE unit IN "
        "(SELECT id FROM units WHERE experiment LIKE '% @ noise=literal')");
  }
  int performed = 0;
  const auto after =
      reproduce(asked, {.on_progress = [&](const ReproductionProgress&) { ++performed; }});
  EXPECT_EQ(performed, 0);
  EXPECT_NE(verdict_of_claim_9(before, "noise=literal"), Verdict::holds);
  EXPECT_EQ(verdict_of_claim_9(after, "noise=literal"), Verdict::holds);
  for (const char* other : {"headline", "beta=1", "start=zero + alpha=squared"}) {
    EXPECT_EQ(verdict_of_claim_9(after, other), verdict_of_claim_9(before, other));
  }
}

/// What only readings use has a revision of its own: the headline's results stay.
TEST_F(ReadingsTest, AreComputedAgainWhenTheyWereRevised) {
  auto asked = readings("out");
  reproduce(asked);
  ++asked.revisions.at("readings");
  std::set<std::string> performed;
  reproduce(asked, {.on_progress = [&](const ReproductionProgress& progress) {
              if (progress.finished_unit) {
                performed.insert(progress.unit.substr(0, progress.unit.find(": figure")));
              }
            }});
  EXPECT_THAT(performed, ::testing::ElementsAre("noise=literal", "start=zero + alpha=squared"));
}

TEST_F(ReproductionTest, RefusesAFolderWithAnotherSeed) {
  auto first = options("out");
  first.figures = {"1"};
  reproduce(first);
  first.seed = 1;
  EXPECT_THROW(reproduce(first), InvalidInput);
}

TEST_F(ReproductionTest, NeedsImagesForFigure4Only) {
  auto asked = options("out");
  asked.figures = {"4"};
  asked.mnist_folder = folder_.path("nowhere");
  const auto message = testing::error_of<IoFailure>([&] { reproduce(asked); });
  EXPECT_THAT(message, HasSubstr("--mnist"));
}

}  // namespace
}  // namespace holdfast::paper
