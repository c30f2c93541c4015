
#include <algorithm>

#include "holdfast/core/require.hpp"
#include "holdfast/registry/registry.hpp"
#include "paper/experiment.hpp"

namespace holdfast::paper {
namespace {

const std::vector<Item> regression_taus{2, 4, 6, 8};
const std::vector<Item> mnist_taus{3, 5, 7, 9};
constexpr double sweep_of_beta[] = {0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0};

Method plain(const std::string& algorithm) { return {.id = algorithm, .algorithm = algorithm}; }

Method pro_greedy() { return {.id = "pro-greedy", .algorithm = "pro-greedy", .follows_tau = true}; }

Method osu() {
  return {.id = "osu", .algorithm = "osu", .bucket_is_tau = true, .follows_tau = true};
}

/// The methods of a figure, then the other values of beta (0 is greedy itself).
std::vector<Method> with_sweep(std::vector<Method> methods) {
  const double drawn = methods.front().beta;
  for (const double beta : sweep_of_beta) {
    if (beta == drawn) continue;
    methods.push_back(oblivious_greedy(beta));
    methods.back().sweep_only = true;
  }
  return methods;
}

/// How much work a comparison with the library's own methods may take.
struct Effort {
  std::int64_t attacks;  ///< of robust-swap
  std::int64_t nodes;    ///< of branch and bound on a set, by robust-swap and by the judge
};

std::vector<Method> robust_methods(const Effort& effort) {
  return {{.id = "beta-path", .algorithm = "beta-path", .follows_tau = true},
          {.id = "robust-swap",
           .algorithm = "robust-swap",
           .budget = effort.attacks,
           .proof_nodes = effort.nodes,
           .follows_tau = true}};
}

Item unit_of(Scale scale) { return scale == Scale::tiny ? 1 : 5; }

std::vector<Item> times(Item unit, std::vector<Item> multiples) {
  for (Item& multiple : multiples) multiple *= unit;
  return multiples;
}

/// k = tau + 5, then multiples of 5 (quick: 20) up to 100, then the extension; all in units.
std::vector<Cell> grid(const std::vector<Item>& taus, Scale scale,
                       const std::vector<Item>& extension = {}) {
  const Item unit = unit_of(scale);
  const Item step = scale == Scale::full ? 1 : 4;
  constexpr Item last = 20;
  std::vector<Cell> cells;
  for (const Item tau : taus) {
    cells.push_back({tau * unit, (tau + 1) * unit});
    for (Item k = (tau + 1) / step * step + step; k <= last; k += step) {
      cells.push_back({tau * unit, k * unit});
    }
    for (const Item k : extension) cells.push_back({tau * unit, k * unit, true});
  }
  return cells;
}

/// Where attacks take milliseconds, a quick run takes only the smaller sets.
std::vector<Cell> affordable(std::vector<Cell> cells, Scale scale) {
  if (scale == Scale::quick) std::erase_if(cells, [](const Cell& cell) { return cell.k > 40; });
  return cells;
}

/// Where attacks take tenths of a second: every fourth point of the full grid, none in a quick run.
std::vector<Cell> thinned(const std::vector<Item>& taus, Scale scale) {
  if (scale == Scale::quick) return {};
  return grid(taus, scale == Scale::full ? Scale::quick : scale);
}

/// Adds a comparison with the library's own methods in these cells.
Experiment compared(Experiment experiment, const Effort& effort, std::vector<Cell> cells) {
  experiment.robust_methods = robust_methods(effort);
  experiment.judged_cells = std::move(cells);
  experiment.proof_nodes = effort.nodes;
  return experiment;
}

/// Likewise, in every cell.
Experiment compared(const Experiment& experiment, const Effort& effort) {
  return compared(experiment, effort, experiment.cells);
}

Experiment linear_regression(Scale scale) {
  return {.id = "fig2",
          .figure = "2",
          .title = "linear regression",
          .data = DataKind::linear,
          .score = "test R^2",
          .methods = with_sweep({oblivious_greedy(1.0), plain("oblivious"), pro_greedy(), osu(),
                                 plain("greedy"), plain("stochastic-greedy"),
                                 plain("random-greedy"), plain("omp")}),
          .cells = grid(regression_taus, scale, {24, 30, 40}),
          .appendix_taus = times(unit_of(scale), {4, 8}),
          .unit = unit_of(scale)};
}

Experiment logistic_regression(Scale scale) {
  return {.id = "fig3",
          .figure = "3",
          .title = "logistic regression",
          .data = DataKind::logistic,
          .score = "test accuracy",
          .methods = with_sweep({oblivious_greedy(1.0), plain("greedy"), plain("oblivious")}),
          .cells = grid(regression_taus, scale),
          .appendix_taus = times(unit_of(scale), {4, 8}),
          .unit = unit_of(scale)};
}

Experiment mnist(Scale scale) {
  return {.id = "fig4",
          .figure = "4",
          .title = "MNIST",
          .data = DataKind::mnist,
          .score = "test accuracy",
          .repeats = 1,
          .methods = {oblivious_greedy(0.5), plain("greedy"), plain("oblivious")},
          .cells = grid(mnist_taus, scale),
          .appendix_taus = times(unit_of(scale), {5, 7}),
          .unit = unit_of(scale)};
}

/// tau = 0, 5, ..., 95 at k = 100; fewer of them unless the scale is full.
std::vector<Cell> deletions(Scale scale) {
  const Item unit = unit_of(scale);
  std::vector<Cell> cells;
  for (Item tau = 0; tau < 20; ++tau) {
    const bool anchors = tau <= 2 || tau == 16;
    if (scale == Scale::full || anchors || tau % 4 == 2) cells.push_back({tau * unit, 20 * unit});
  }
  return cells;
}

Experiment variance_reduction(Scale scale, double stated, bool squared) {
  return {
      .id = fmt::format("fig5-{}{}", squared ? "alpha2-" : "alpha", stated),
      .figure = "5",
      .title = fmt::format("variance reduction, {} = {}", squared ? "alpha^2" : "alpha", stated),
      .data = DataKind::variance_reduction,
      .stated = stated,
      .squared = squared,
      .methods = with_sweep({oblivious_greedy(0.5), plain("greedy"), plain("oblivious")}),
      .cells = grid({10}, scale),
      .unit = unit_of(scale)};
}

Experiment growing_deletion(Scale scale, bool squared) {
  Experiment experiment = variance_reduction(scale, 0.1, squared);
  experiment.id += "-k100";
  experiment.title += fmt::format(", k = {}", 20 * experiment.unit);
  experiment.methods.resize(3);
  experiment.cells = deletions(scale);
  experiment.tau_varies = true;
  return experiment;
}

}  // namespace

const char* to_string(Scale scale) {
  switch (scale) {
    case Scale::full: return "full";
    case Scale::quick: return "quick";
    case Scale::tiny: return "tiny";
  }
  return "";
}

Method oblivious_greedy(double beta) {
  return {.id = fmt::format("oblivious-greedy beta={}", beta),
          .algorithm = "oblivious-greedy",
          .beta = beta,
          .follows_tau = true};
}

registry::OptionValues Method::options(Item tau) const {
  const auto& entry = registry::find_algorithm(algorithm);
  registry::OptionValues options(entry.name, entry.options);
  if (beta >= 0.0) options.set("beta", beta);
  if (budget > 0) {
    options.set("budget", budget);
    options.set("proof-nodes", proof_nodes);
  }
  if (bucket_is_tau) options.set("bucket-size", static_cast<std::int64_t>(tau));
  return options;
}

std::unique_ptr<Algorithm> Method::make(Item tau) const {
  return registry::find_algorithm(algorithm).make(options(tau));
}

const Method& Experiment::method(const std::string& method_id) const {
  const auto found = std::ranges::find(methods, method_id, &Method::id);
  require(found != methods.end(), "{} has no method '{}'", id, method_id);
  return *found;
}

std::vector<Item> Experiment::taus() const {
  std::vector<Item> taus;
  taus.reserve(cells.size());
  for (const auto& cell : cells) taus.push_back(cell.tau);
  std::ranges::sort(taus);
  taus.erase(std::unique(taus.begin(), taus.end()), taus.end());
  return taus;
}

std::vector<Experiment> describe_experiments(Scale scale, const std::vector<std::string>& figures) {
  // Attacks on linear regression and variance reduction take microseconds, others milliseconds.
  const bool full = scale == Scale::full;
  const Effort fast = full                    ? Effort{20'000, 200}
                      : scale == Scale::quick ? Effort{2'000, 20}
                                              : Effort{200, 10};
  // The comparison of beta-path's sets alone takes up to 1,100 of them on logistic regression.
  const Effort slow = full                    ? Effort{2'000, 0}
                      : scale == Scale::quick ? Effort{1'000, 0}
                                              : Effort{100, 0};
  const Experiment logistic = logistic_regression(scale);
  std::vector<Experiment> all{compared(mnist(scale), slow, thinned(mnist_taus, scale)),
                              compared(linear_regression(scale), fast),
                              compared(logistic, slow, affordable(logistic.cells, scale))};
  for (const bool squared : {false, true}) {
    for (const double stated : {0.05, 0.1, 0.2}) {
      all.push_back(compared(variance_reduction(scale, stated, squared), fast));
    }
    all.push_back(compared(growing_deletion(scale, squared), fast));
  }
  std::erase_if(all, [&](const Experiment& experiment) {
    return std::ranges::count(figures, experiment.figure) == 0;
  });
  return all;
}

}  // namespace holdfast::paper
