#pragma once

#include <functional>

#include "paper/experiment.hpp"

/// The paper's text is silent or contradicts itself in places. The headline takes one decision in
/// each; a reading takes one or two of them otherwise. The claims of figures 2 to 5 are judged
/// under every reading, by the same rules.
namespace holdfast::paper {

/// A decision that the text leaves open, taken otherwise than in the headline.
struct Change {
  std::string axis;   ///< "noise"
  std::string value;  ///< "literal"
  // The same in plain words, what the headline does instead, and why the text allows it.
  std::string axis_label;
  std::string label;
  std::string headline;
  std::string why;
  std::vector<std::string> figures;  ///< those that it touches
  std::function<void(Experiment&)> apply;
  bool literal = false;  ///< whether it follows the letter of the text
  double pace = 1.0;     ///< how much longer figures 3 and 4 take, roughly
  /// Figures that are left out unless they are asked for by name, and why.
  std::vector<std::string> slow_figures = {};
  std::string slow_because = {};

  std::string name() const { return axis + "=" + value; }
};

/// Every single change that is a reading of its own.
std::vector<Change> single_changes();
/// With the noise of the headline it changes nothing, so it is a reading only beside another
/// change.
Change stationary_start();

enum class ReadingKind { headline, single, pair, profile };

const char* to_string(ReadingKind kind);

struct Reading {
  std::string name;  ///< "headline", "noise=literal", "noise=literal + start=zero"
  ReadingKind kind = ReadingKind::headline;
  std::vector<Change> changes = {};
  std::vector<std::string> figures = {"2", "3", "4", "5"};

  /// Whether all changes follow the letter of the text; the headline has none.
  bool is_literal() const;
};

/// What scikit-learn's defaults were when the paper was written: one-vs-rest, C = 1, intercept.
Reading scikit_learn_profile();

/// The headline, then single changes, the pairs that are cheap, and the named profile.
const std::vector<Reading>& all_readings();

/// Throws std::invalid_argument, naming all, if there is none of that name.
const Reading& find_reading(const std::string& name);

/// Part of a reading that is not run, and why.
struct LeftOut {
  std::string reading;
  std::string figure;
  std::string why;
};

/// Which readings are run, on what.
struct ReadingRequest {
  Scale scale = Scale::full;
  std::vector<std::string> figures;  ///< of the whole run
  bool all = false;                  ///< all readings, but for what is slow
  std::vector<std::string> named;    ///< these completely, what is slow included
};

/// A reading with its experiments. They have the ids of the headline's, but only some of the cells
/// and no methods that are not drawn.
struct ReadingPlan {
  Reading reading;
  std::vector<Experiment> experiments;
};

/// The headline comes first. Readings without an experiment are not there.
std::vector<ReadingPlan> plan_readings(const ReadingRequest& request);

/// What the request leaves out of the readings it asks for.
std::vector<LeftOut> left_out(const ReadingRequest& request);

/// Which cells, in one sentence.
std::string describe_grid(Scale scale);

}  // namespace holdfast::paper
