#pragma once

#include "holdfast/core/algorithm.hpp"
#include "holdfast/registry/option_values.hpp"
#include "paper/decisions.hpp"

/// The paper's experiments: descriptions of its figures, one driver for all of them, and the
/// tables, charts and verdicts made from the results.
namespace holdfast::paper {

enum class DataKind { linear, logistic, mnist, variance_reduction };

/// One point of a curve: k items chosen, tau of them deleted.
struct Cell {
  Item tau = 0;
  Item k = 0;
  bool extended = false;  ///< beyond the primary grid, judged separately

  bool operator==(const Cell&) const = default;
};

/// An algorithm as a figure uses it.
struct Method {
  std::string id;                ///< unique within an experiment: "oblivious-greedy beta=0.5"
  std::string algorithm;         ///< the registry's name
  double beta = -1.0;            ///< of oblivious-greedy; below 0: the algorithm has none
  bool bucket_is_tau = false;    ///< osu as the figures use it
  std::int64_t budget = 0;       ///< of robust-swap, in attacks; 0: the algorithm has none
  std::int64_t proof_nodes = 0;  ///< of robust-swap
  /// Only for comparing values of beta: not drawn, and attacked with one repeat of the random
  /// adversaries.
  bool sweep_only = false;
  /// Whether the choice depends on tau. If not, one run serves all taus.
  bool follows_tau = false;
  /// Under another reading: the reading leaves this method as it is, and its results are those of
  /// the headline.
  bool as_in_headline = false;

  /// The algorithm's options for this tau.
  registry::OptionValues options(Item tau) const;
  /// The algorithm with these options.
  std::unique_ptr<Algorithm> make(Item tau) const;
};

/// One data set of a figure with everything that is run on it.
struct Experiment {
  std::string id;      ///< "fig2", "fig5-alpha0.1"
  std::string figure;  ///< "2"
  std::string title;   ///< "linear regression"
  DataKind data = DataKind::linear;
  double stated = 0.0;     ///< figure 5: alpha as the caption states it
  bool squared = false;    ///< figure 5: what the caption states is read as alpha^2
  std::string score = {};  ///< "test R^2", "test accuracy", or empty
  int repeats = 10;        ///< of the random adversaries
  std::vector<Method> methods;
  std::vector<Cell> cells;
  std::vector<Item> appendix_taus = {};     ///< taus whose panels are in the paper's appendix
  bool tau_varies = false;                  ///< the horizontal axis is tau, not k
  std::vector<Method> robust_methods = {};  ///< methods that the paper does not have
  std::vector<Cell> judged_cells = {};  ///< those of `cells` where they are run and all are judged
  std::int64_t proof_nodes = 0;         ///< of branch and bound after the judge; 0: none
  /// The paper's taus and ks are multiples of 5. Tests of the driver use 1 instead, and small data.
  Item unit = 5;
  Decisions decisions = {};
  std::string reading = {};  ///< its name; empty for the headline
  double pace = 1.0;         ///< how much longer a unit takes than under the headline, roughly

  /// Unique among the experiments of all readings: "fig3", "fig3 @ noise=literal".
  std::string key() const { return reading.empty() ? id : id + " @ " + reading; }
  const Method& method(const std::string& method_id) const;
  std::vector<Item> taus() const;  ///< distinct, ascending
};

/// How much is run.
enum class Scale {
  full,   ///< the grid of the paper's figures: k = tau + 5, then multiples of 5
  quick,  ///< every fourth point of it
  tiny    ///< small data, sizes divided by 5: for tests of the driver
};

const char* to_string(Scale scale);

/// Oblivious-greedy with this beta.
Method oblivious_greedy(double beta);

/// All experiments of the figures in `figures` ("2", ..., "5"; "1" has none).
std::vector<Experiment> describe_experiments(Scale scale, const std::vector<std::string>& figures);

}  // namespace holdfast::paper
