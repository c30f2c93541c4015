#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <sstream>

#include "holdfast/data/read.hpp"
#include "paper/panel.hpp"
#include "paper/svg.hpp"
#include "tests/paper/made_up_results.hpp"

/// The figures in docs/ are what the code draws of the numbers beside them.
namespace holdfast::paper {
namespace {

namespace fs = std::filesystem;

const fs::path figures = fs::path(HOLDFAST_SOURCE_DIR) / "docs/figures";

/// Panel and label to the points of that curve.
using Curves = std::map<std::pair<std::string, std::string>, std::vector<Point>>;

Curves read_curves(const fs::path& csv) {
  std::istringstream lines(read_file_whole(csv.string()));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "panel,algorithm,label,x,mean,low,high,n");
  const auto number = [](const std::string& text) {
    return text.empty() ? std::numeric_limits<double>::infinity() : std::stod(text);
  };
  Curves curves;
  while (std::getline(lines, line)) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char letter : line) {
      if (letter == '"') {
        quoted = !quoted;
      } else if (letter == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += letter;
      }
    }
    curves[{fields.at(0), fields.at(2)}].push_back(
        {number(fields.at(3)),
         {number(fields.at(4)), number(fields.at(5)), number(fields.at(6)),
          static_cast<std::size_t>(std::stoul(fields.at(7)))}});
  }
  return curves;
}

/// Draws every panel that is in the folder with the numbers of the folder. Returns how many.
std::ptrdiff_t compare_with_folder(std::vector<Panel> panels, const fs::path& folder) {
  const Curves curves = read_curves(folder / "numbers.csv");
  std::ptrdiff_t compared = 0;
  for (auto& panel : panels) {
    const fs::path file = folder / (panel.id + ".svg");
    if (!fs::exists(file)) continue;
    for (auto& series : panel.series) {
      const auto found = curves.find({panel.id, series.label});
      series.points = found == curves.end() ? std::vector<Point>{} : found->second;
    }
    EXPECT_EQ(panel_svg(panel), read_file_whole(file.string())) << file;
    ++compared;
  }
  return compared;
}

std::ptrdiff_t panels_in(const fs::path& folder) {
  return std::ranges::count_if(fs::directory_iterator(folder), [](const auto& entry) {
    return entry.path().extension() == ".svg" && entry.path().stem() != "fig1";
  });
}

Results results_of_full_size() {
  return made_up(
      {"2", "3", "4", "5"}, 1,
      [](const Place&, CellResult& result) { result.judged.emplace().score = result.score; },
      Scale::full);
}

TEST(CommittedFigures, ShowTheGuarantee) {
  EXPECT_EQ(heat_map_svg(guarantee_map()),
            read_file_whole((figures / "reproduction/fig1.svg").string()));
}

TEST(CommittedFigures, OfThePaperAreDrawnFromTheirNumbers) {
  const fs::path folder = figures / "reproduction";
  EXPECT_EQ(compare_with_folder(make_panels(results_of_full_size()), folder), panels_in(folder));
}

TEST(CommittedFigures, JudgedByStrongAreDrawnFromTheirNumbers) {
  const fs::path folder = figures / "beyond";
  EXPECT_EQ(compare_with_folder(make_strong_panels(results_of_full_size()), folder),
            panels_in(folder));
}

}  // namespace
}  // namespace holdfast::paper
