#include "paper/report_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <thread>

#include "holdfast/documents/report_parts.hpp"
#include "paper/adversary_wins.hpp"
#include "paper/claims_parts.hpp"
#include "paper/strong_comparison.hpp"

namespace holdfast::paper {
namespace {

using Json = nlohmann::ordered_json;

Json heat_map_json(const HeatMap& map) {
  return {{"id", "fig1"},
          {"title", map.title},
          {"x", {{"label", "gamma"}, {"values", map.xs}}},
          {"y", {{"label", "theta"}, {"values", map.ys}}},
          {"values", map.values},
          {"data", "None: the bound is a formula in two ratios of f, which the axes show."},
          {"look_for", "How quickly the guarantee falls as f is further from submodular."},
          {"claims", {13}},
          {"mark", {{"x", map.marked_x}, {"y", map.marked_y}, {"label", map.mark}}}};
}

std::vector<double> mean_image(const Images& images) {
  std::vector<double> mean(images.pixels.cols(), 0.0);
  for (std::size_t j = 0; j < mean.size(); ++j) {
    for (const double pixel : images.pixels.column(j)) mean[j] += pixel;
    // Three digits are plenty for a shade of grey.
    mean[j] = std::round(1000.0 * mean[j] / static_cast<double>(images.pixels.rows())) / 1000.0;
  }
  return mean;
}

/// What each method chose in the first trial of figure 4, at k = 60 and at k = 100, for the
/// smallest and the largest tau.
Json pixels_json(const ReproductionOptions& options, const Results& results, const Mnist* mnist) {
  Json list = Json::array();
  const Experiment* experiment = results.find("fig4");
  if (experiment == nullptr || mnist == nullptr) return list;
  const auto [train, test, digits] = image_counts(options.scale);
  const auto images = mnist->draw(options.seed, 0, train, test, digits);
  const auto side = static_cast<int>(std::lround(std::sqrt(images.train.pixels.cols())));
  const auto background = mean_image(images.train);
  const auto taus = experiment->taus();
  for (const Item tau : {taus.front(), taus.back()}) {
    for (const auto& method : experiment->methods) {
      const Cell cell{tau, 12 * experiment->unit};
      const auto& trials = results.trials_of(*experiment, method.id, cell);
      if (trials.empty()) continue;
      const CellResult& first = trials.front();
      list.push_back(
          {{"title", fmt::format("{}, k = {}, tau = {}", method.algorithm, cell.k, cell.tau)},
           {"algorithm", method.algorithm},
           {"rows", side},
           {"cols", side},
           {"background", background},
           {"chosen", first.selected},
           {"deleted", first.deleted},
           {"objective", first.worst},
           {"score", first.score ? Json(*first.score) : Json(nullptr)}});
    }
  }
  return list;
}

Json adversaries_json(const Results& results) {
  Json list = Json::array();
  for (const auto& wins : count_adversary_wins(results)) {
    if (!wins.all_repeats) continue;
    list.push_back(
        {{"figure", wins.figure},
         {"algorithm", wins.algorithm},
         {"runs", wins.runs},
         {"wins", wins.wins},
         {"note", fmt::format("greedy-min no worse than any other in {:.1f} % of the runs",
                              100.0 * static_cast<double>(wins.greedy_min_no_worse) /
                                  static_cast<double>(wins.runs))}});
  }
  return list;
}

/// Mean objective at the largest k of the primary grid, for every beta.
Json beta_table(const Results& results) {
  Json columns = Json::array({"data", "tau", "k"});
  Json rows = Json::array();
  for (const auto& experiment : results.experiments()) {
    if (!std::ranges::any_of(experiment.methods, &Method::sweep_only)) continue;
    std::vector<const Method*> sweep{&experiment.method("greedy")};
    for (const auto& method : experiment.methods) {
      if (method.beta >= 0.0) sweep.push_back(&method);
    }
    std::ranges::sort(sweep, {}, [](const Method* method) { return std::max(method->beta, 0.0); });
    for (const Item tau : experiment.taus()) {
      const Cell cell{tau, 20 * experiment.unit};
      Json row{experiment.title, std::to_string(tau), std::to_string(cell.k)};
      for (const Method* method : sweep) {
        const auto values = results.values(experiment, method->id, cell, Metric::objective);
        row.push_back(values.empty() ? "" : fmt::format("{:.5g}", mean_interval(values).mean));
      }
      rows.push_back(std::move(row));
    }
    if (columns.size() > 3) continue;
    for (const Method* method : sweep) {
      columns.push_back(fmt::format("beta = {}", std::max(method->beta, 0.0)));
    }
  }
  if (rows.empty()) return nullptr;
  return {
      {"title", "Mean worst-case objective of oblivious-greedy for different beta (0 is greedy)"},
      {"columns", columns},
      {"rows", rows}};
}

Json strong_tables_json(const Results& results) {
  Json tables = Json::array();
  for (const auto& [title, columns, rows] : strong_tables(results)) {
    tables.push_back({{"title", title}, {"columns", columns}, {"rows", rows}});
  }
  return tables;
}

Json tables_json(const Results& results) {
  Json tables = Json::array();
  if (Json betas = beta_table(results); !betas.is_null()) tables.push_back(std::move(betas));
  return tables;
}

}  // namespace

std::string reproduction_report_json(const ReproductionOptions& options, const Reproduction& made,
                                     const std::vector<Panel>& panels,
                                     const std::vector<Panel>& strong_panels, const Mnist* mnist) {
  const int threads =
      options.threads > 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency());
  Json about = documents::made_json(options.command, options.seed, threads);
  about["trials"] = options.trials;
  about["beyond_trials"] = std::min(options.judged_trials, options.trials);
  about["quick"] = options.scale != Scale::full;
  about["seconds"] = made.seconds;
  Json list = Json::array();
  for (const auto& panel : panels) {
    list.push_back(documents::panel_json(panel));
    const auto other = std::ranges::find(strong_panels, panel.id + "-beyond", &Panel::id);
    if (other != strong_panels.end()) list.back()["beyond"] = documents::panel_json(*other);
  }
  Json claims = Json::array();
  for (const auto& claim : made.claims) {
    claims.push_back(claim_json(claim));
    if (!claim.second) claims.back()["extended"] = nullptr;
  }
  const auto counts = image_counts(options.scale);
  const bool pooled = mnist != nullptr && mnist->pools(counts.train, counts.test);
  const bool map = std::ranges::count(options.figures, "1") > 0;
  Json report{
      {"schema", "holdfast.report/1"},
      {"kind", "reproduction"},
      {"title", "Robust maximization of non-submodular objectives, reproduced"},
      {"subtitle",
       "Every figure of Bogunovic, Zhao and Cevher (AISTATS 2018), made by Holdfast, beside what "
       "the paper says of it"},
      {"made", std::move(about)},
      {"panels", std::move(list)},
      {"heatmap", map ? heat_map_json(guarantee_map()) : Json(nullptr)},
      {"claims", std::move(claims)},
      {"pixels", pixels_json(options, made.results, mnist)},
      {"adversaries", adversaries_json(made.results)},
      {"beyond", strong_tables_json(made.results)},
      {"tables", tables_json(made.results)},
      {"reading", reading_json(pooled, options.scale)}};
  if (made.readings) report["readings"] = readings_json(*made.readings);
  if (auto words = caution(options.trials); !words.empty()) report["caution"] = std::move(words);
  return report.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace holdfast::paper
