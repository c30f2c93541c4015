#include "paper/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/read.hpp"
#include "paper/report_page.hpp"
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

TEST_F(ReproductionTest, LeavesEveryFile) {
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

TEST_F(ReproductionTest, GoesOnWhereItWasStopped) {
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

TEST_F(ReproductionTest, GoesBeyondThePaperIfAsked) {
  auto asked = options("out");
  asked.figures = {"2", "5"};
  asked.beyond_trials = 1;
  asked.page_template = folder_.file(
      "page.html", R"(<script id="holdfast-data" type="application/json">null</script>)");
  const Reproduction made = reproduce(asked);
  for (const auto& experiment : made.results.experiments()) {
    for (const auto& cell : experiment.beyond_cells) {
      std::vector<double> worst;
      for (const auto& method : experiment.beyond) {
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

TEST_F(ReproductionTest, GoesOnBeyondThePaperWhereItWasStopped) {
  auto whole = options("whole");
  whole.beyond_trials = 1;
  whole.trials = 1;
  auto parts = whole;
  parts.out = folder_.path("parts");
  reproduce(whole);
  auto paper_only = parts;
  paper_only.beyond_trials = 0;
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

TEST(FillPage, KeepsTheDataInsideItsElement) {
  const testing::ScratchFolder folder;
  const auto page = folder.file(
      "page.html", R"(a<script id="holdfast-data" type="application/json">null</script>b)");
  EXPECT_EQ(fill_page(page, R"({"a": "</script>"})"),
            R"(a<script id="holdfast-data" type="application/json">{"a": "\u003c/script>"})"
            R"(</script>b)");
  const auto other = folder.file("other.html", "<html></html>");
  EXPECT_THROW(fill_page(other, "{}"), InvalidInput);
}

}  // namespace
}  // namespace holdfast::paper
