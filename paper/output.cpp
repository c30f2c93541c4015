#include "paper/output.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "holdfast/core/require.hpp"
#include "holdfast/documents/report_page.hpp"
#include "paper/report_json.hpp"
#include "paper/strong_comparison.hpp"
#include "paper/svg.hpp"
#include "paper/tables.hpp"

namespace holdfast::paper {

namespace fs = std::filesystem;

void write_outputs(const ReproductionOptions& options, const Reproduction& made,
                   const Mnist* mnist) {
  const fs::path out(options.out);
  const fs::path figures = out / "figures";
  std::error_code error;
  fs::create_directories(figures, error);
  require<IoFailure>(!error, "cannot make the folder {}: {}", figures.string(), error.message());
  const auto write = [](const fs::path& path, const std::string& contents) {
    write_file_whole(path.string(), contents);
  };
  const auto panels = make_panels(made.results);
  const auto strong_panels = make_strong_panels(made.results);
  write(out / "claims.json", claims_json(made.claims));
  write(out / "claims.md", claims_markdown(made.claims, options.trials));
  auto all_panels = panels;
  std::ranges::copy(strong_panels, std::back_inserter(all_panels));
  write(figures / "numbers.csv", numbers_csv(all_panels));
  write(figures / "numbers.tex", numbers_latex(all_panels));
  for (const auto& panel : all_panels) write(figures / (panel.id + ".svg"), panel_svg(panel));
  if (!strong_panels.empty()) {
    write(out / "beyond.md", tables_markdown(strong_tables(made.results)));
    write(out / "beyond.csv", comparisons_csv(compare_with_paper(made.results)));
  }
  if (made.readings) {
    write(out / "readings.md", readings_markdown(*made.readings));
    write(out / "readings.csv", readings_csv(*made.readings));
  }
  if (std::ranges::count(options.figures, "1") > 0) {
    write(figures / "fig1.svg", heat_map_svg(guarantee_map()));
  }
  if (options.page_template.empty()) return;
  const std::string json = reproduction_report_json(options, made, panels, strong_panels, mnist);
  write(out / "report.html", documents::fill_page(options.page_template, json));
}

}  // namespace holdfast::paper
