#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "paper/panel.hpp"
#include "paper/svg.hpp"
#include "paper/tables.hpp"
#include "paper/work_units.hpp"
#include "tests/paper/made_up_results.hpp"

namespace holdfast::paper {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> all_figures{"1", "2", "3", "4", "5"};

std::vector<Item> ks_of(const Experiment& experiment, Item tau, bool extended) {
  std::vector<Item> ks;
  for (const auto& cell : experiment.cells) {
    if (cell.tau == tau && cell.extended == extended) ks.push_back(cell.k);
  }
  return ks;
}

const Experiment& find(const std::vector<Experiment>& experiments, const std::string& id) {
  return *std::ranges::find(experiments, id, &Experiment::id);
}

TEST(Grid, IsThePrimaryOneAndItsExtension) {
  const auto experiments = describe_experiments(Scale::full, all_figures);
  const auto& linear = find(experiments, "fig2");
  EXPECT_THAT(linear.taus(), ElementsAre(10, 20, 30, 40));
  EXPECT_THAT(ks_of(linear, 40, false),
              ElementsAre(45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100));
  EXPECT_THAT(ks_of(linear, 40, true), ElementsAre(120, 150, 200));
  EXPECT_THAT(find(experiments, "fig4").taus(), ElementsAre(15, 25, 35, 45));
  EXPECT_THAT(ks_of(find(experiments, "fig4"), 45, false),
              ElementsAre(50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100));
  EXPECT_EQ(find(experiments, "fig5-alpha0.1-k100").taus().size(), 20U);
}

TEST(Grid, QuickIsAPartOfTheFullOneWithAllItsAnchors) {
  const auto full = describe_experiments(Scale::full, all_figures);
  const auto quick = describe_experiments(Scale::quick, all_figures);
  ASSERT_EQ(full.size(), quick.size());
  for (std::size_t i = 0; i < full.size(); ++i) {
    EXPECT_LT(quick[i].cells.size(), full[i].cells.size());
    for (const auto& cell : quick[i].cells) {
      EXPECT_THAT(full[i].cells, ::testing::Contains(cell)) << quick[i].id << " k = " << cell.k;
    }
    if (quick[i].tau_varies) continue;
    for (const Item tau : quick[i].taus()) {
      for (const Item k : {60, 80, 100}) {
        EXPECT_THAT(ks_of(quick[i], tau, false), ::testing::Contains(k));
      }
    }
  }
}

TEST(Units, CoverEveryFeasibleCellOnce) {
  for (const auto& experiment : describe_experiments(Scale::full, all_figures)) {
    std::set<std::tuple<std::string, Item, Item>> covered;
    for (const auto& unit : units_of(experiment, 0)) {
      for (const auto& cell : unit.cells) {
        EXPECT_TRUE(covered.insert({unit.method->id, cell.tau, cell.k}).second);
      }
    }
    for (const auto& method : experiment.methods) {
      for (const auto& cell : experiment.cells) {
        const bool feasible = method.make(cell.tau)->feasible({cell.k, cell.tau});
        EXPECT_EQ(covered.contains({method.id, cell.tau, cell.k}), feasible);
      }
    }
  }
}

TEST(Units, BeyondThePaperLieInTheGridOfThePaper) {
  for (const Scale scale : {Scale::full, Scale::quick, Scale::tiny}) {
    for (const auto& experiment : describe_experiments(scale, all_figures)) {
      for (const auto& cell : experiment.judged_cells) {
        EXPECT_THAT(experiment.cells, ::testing::Contains(cell)) << experiment.id;
      }
      if (experiment.figure == "2" || experiment.figure == "5") {
        EXPECT_EQ(experiment.judged_cells, experiment.cells) << experiment.id;
      }
      const auto robust = units_of(experiment, 0, Share::robust);
      const auto judged = units_of(experiment, 0, Share::judged);
      for (const auto& unit : robust) {
        EXPECT_TRUE(std::ranges::any_of(judged, [&](const Unit& other) {
          return other.method == unit.method && other.tau == unit.tau && other.cells == unit.cells;
        }));
      }
    }
  }
}

TEST(Panels, AreTwentyNineAndThoseOfTheOtherReading) {
  // No numbers are needed to count them.
  const Results results(describe_experiments(Scale::full, all_figures), {}, 1, 1);
  const auto panels = make_panels(results);
  std::set<std::string> ids;
  int of_paper = 1;  // the heat map
  for (const auto& panel : panels) {
    ids.insert(panel.id);
    of_paper += panel.group.find("alpha^2") == std::string::npos;
  }
  EXPECT_EQ(of_paper, 29);
  EXPECT_EQ(panels.size(), 32U);
  EXPECT_EQ(ids.size(), panels.size());
}

TEST(Panels, SayWhyACurveHasAGap) {
  const Results results(describe_experiments(Scale::full, {"2"}), {}, 1, 1);
  for (const auto& panel : make_panels(results)) {
    if (panel.id != "fig2-tau10-objective" && panel.id != "fig2-tau40-objective") continue;
    for (const auto& series : panel.series) {
      if (series.name == "pro-greedy") {
        EXPECT_EQ(series.gap, panel.title == "tau = 10" ? "infeasible below k = 64"
                                                        : "infeasible: its guard needs k = 336");
      }
      if (series.name == "greedy") {
        EXPECT_EQ(series.gap, "");
      }
    }
  }
}

TEST(HeatMap, ShowsRemark2) {
  const HeatMap map = guarantee_map();
  const auto remark = [](double gamma, double theta) {
    return theta * (1.0 - std::exp(-gamma)) / (2.0 - std::exp(-gamma));
  };
  ASSERT_EQ(map.values.size(), map.ys.size());
  for (std::size_t j = 0; j < map.ys.size(); ++j) {
    ASSERT_EQ(map.values[j].size(), map.xs.size());
    for (std::size_t i = 0; i < map.xs.size(); ++i) {
      EXPECT_NEAR(map.values[j][i], remark(map.xs[i], map.ys[j]), 1e-12);
    }
  }
  EXPECT_EQ(map.mark, "submodular: 0.3873");
}

TEST(NiceTicks, AreRoundAndFew) {
  EXPECT_THAT(nice_ticks(0.0, 10.0, 6), ElementsAre(0.0, 2.0, 4.0, 6.0, 8.0, 10.0));
  EXPECT_THAT(nice_ticks(15.0, 100.0, 8), ElementsAre(20.0, 40.0, 60.0, 80.0, 100.0));
  for (const double high : {0.3, 7.0, 123.4, 9.9e6}) {
    EXPECT_LE(nice_ticks(0.0, high, 6).size(), 7U);
    EXPECT_GE(nice_ticks(0.0, high, 6).size(), 3U);
  }
}

Panel small_panel() {
  Panel panel;
  panel.id = "p";
  panel.group = "A & B";
  panel.title = "tau < 3";
  panel.x_label = "k";
  panel.y_label = "f";
  panel.series.push_back(
      {"greedy", "greedy, beta = 1", {{5, {1.0, 0.5, 1.5, 3}}, {10, {2.0, 1.5, 2.5, 3}}}, ""});
  panel.series.push_back({"osu", "osu", {}, "infeasible: its guard needs k = 400"});
  return panel;
}

TEST(PanelSvg, HasCurvesLegendAndNoLooseMarkup) {
  const std::string svg = panel_svg(small_panel());
  EXPECT_THAT(svg, HasSubstr("A &amp; B, tau &lt; 3"));
  EXPECT_THAT(svg, HasSubstr("greedy, beta = 1"));
  EXPECT_THAT(svg, HasSubstr("infeasible: its guard needs k = 400"));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf "), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(PanelSvg, WideIntervalsDoNotPressTheLinesFlat) {
  Panel panel = small_panel();
  const auto height_of_line = [&] {
    const std::string svg = panel_svg(panel);
    const auto line = svg.find("fill=\"none\" stroke=");
    const auto begin = svg.rfind("d=\"M", line) + 4;
    std::istringstream path(svg.substr(begin, line - begin));
    double x = 0.0;
    double first = 0.0;
    double second = 0.0;
    char letter = ' ';
    path >> x >> first >> letter >> x >> second;
    return std::abs(first - second);
  };
  const double before = height_of_line();
  ASSERT_GT(before, 20.0);
  panel.series.front().points.front().y = {1.0, -1000.0, 1002.0, 3};
  EXPECT_GT(height_of_line(), 0.5 * before);
}

TEST(NumbersCsv, HasALineForEachPoint) {
  EXPECT_EQ(numbers_csv({small_panel()}),
            "panel,algorithm,label,x,mean,low,high,n\n"
            "p,greedy,\"greedy, beta = 1\",5,1,0.5,1.5,3\n"
            "p,greedy,\"greedy, beta = 1\",10,2,1.5,2.5,3\n");
}

TEST(NumbersLatex, EscapesTextAndMarksGaps) {
  const std::string latex = numbers_latex({small_panel()});
  EXPECT_THAT(latex, HasSubstr("A \\& B"));
  EXPECT_THAT(latex, HasSubstr("5 & $1.00 \\pm 0.50$ & -- \\\\\n"));
}

}  // namespace
}  // namespace holdfast::paper
