#include <fmt/format.h>

#include "paper/readings.hpp"

namespace holdfast::paper {
namespace {

using Figures = std::vector<std::string>;

const Figures autoregressive{"2", "3", "5"};
const Figures class_models{"3", "4"};

Change noise() {
  return {.axis = "noise",
          .value = "literal",
          .axis_label = "noise of the autoregressive process",
          .label = "alpha N(0, alpha^2)",
          .headline = "alpha N(0, 1)",
          .why =
              "the text calls it \"standard Gaussian with variance alpha^2\", and multiplies it "
              "by alpha",
          .figures = autoregressive,
          .apply = [](Experiment& one) { one.decisions.process.noise = ArNoise::literal; },
          .literal = true};
}

Change start(const char* value, const char* label, ArStart start, Figures figures) {
  return {.axis = "start",
          .value = value,
          .axis_label = "start of the autoregressive process",
          .label = label,
          .headline = "N(0, 1)",
          .why = "the text does not say how the process starts",
          .figures = std::move(figures),
          .apply = [start](Experiment& one) { one.decisions.process.start = start; }};
}

Change start_at_zero() {
  return start("zero", "0, as in an array of zeros filled column by column", ArStart::zero,
               autoregressive);
}

Change alpha() {
  return {.axis = "alpha",
          .value = "squared",
          .axis_label = "alpha in figure 5",
          .label = "the stated number is alpha^2",
          .headline = "the stated number is alpha",
          .why = "for figures 2 and 3 the text states alpha^2",
          .figures = {"5"},
          .apply = [](Experiment& one) { one.squared = true; }};
}

Change response() {
  return {.axis = "response",
          .value = "deviation",
          .axis_label = "noise of the response",
          .label = "standard deviation 5",
          .headline = "variance 5",
          .why = "N(0, 5) may name either",
          .figures = {"2"},
          .apply = [](Experiment& one) { one.decisions.response_variance = 25.0; }};
}

Change ridge(const char* value, std::optional<double> ridge, double pace) {
  Change change{.axis = "ridge",
                .value = value,
                .axis_label = "ridge of the class models",
                .label = ridge ? fmt::format("{}", *ridge)
                               : "the number of rows: a mean log-likelihood with penalty 1",
                .headline = "1",
                .why = "the text does not state it",
                .figures = class_models,
                .apply = [ridge](Experiment& one) { one.decisions.ridge = ridge; },
                .pace = pace};
  return change;
}

std::vector<Change> ridges() {
  Change least = ridge("0.01", 0.01, 10.0);
  least.slow_figures = {"4"};
  least.slow_because = "a fit with so small a ridge takes ten times as long as in the headline";
  return {least, ridge("0.1", 0.1, 3.0), ridge("10", 10.0, 1.0), ridge("100", 100.0, 1.0),
          ridge("n", std::nullopt, 1.0)};
}

Change intercept() {
  return {.axis = "intercept",
          .value = "yes",
          .axis_label = "intercept of the class models",
          .label = "unpenalized",
          .headline = "none",
          .why = "the text does not mention one, and every package fits one by default",
          .figures = class_models,
          .apply = [](Experiment& one) { one.decisions.intercept = true; }};
}

Change pixels(const char* value, const char* label, Pixels pixels, double pace) {
  return {.axis = "pixels",
          .value = value,
          .axis_label = "values of the pixels",
          .label = label,
          .headline = "0 to 1",
          .why = "the text does not state them",
          .figures = {"4"},
          .apply = [pixels](Experiment& one) { one.decisions.pixels = pixels; },
          .pace = pace};
}

Change raw_pixels() {
  Change change = pixels("0..255", "0 to 255", Pixels::bytes, 100.0);
  change.slow_figures = {"4"};
  change.slow_because =
      "it equals pixels in [0,1] with a ridge of 1/65025, whose fits take very long";
  return change;
}

Change one_vs_rest() {
  return {
      .axis = "classes",
      .value = "one-vs-rest",
      .axis_label = "model of ten classes",
      .label = "one class against the rest, ten times",
      .headline = "softmax",
      .why = "the text says \"logistic regression\" of ten classes, which packages fit either way",
      .figures = {"4"},
      .apply = [](Experiment& one) { one.decisions.one_vs_rest = true; }};
}

Change zeroed() {
  return {.axis = "deletion",
          .value = "zeroed",
          .axis_label = "value after a deletion",
          .label = "the weights of S, those of E set to zero",
          .headline = "fitted again on what is left",
          .why = "f(S \\ E) fits again, but a deployed model would keep its weights",
          .figures = {"2", "3", "4"},
          .apply = [](Experiment& one) { one.decisions.remains = Remains::zeroed; }};
}

Change labels() {
  return {.axis = "labels",
          .value = "drawn",
          .axis_label = "labels of figure 3",
          .label = "drawn with the probability that the model gives",
          .headline = "the likelier class",
          .why = "the text thresholds the probability; data of a logistic model are drawn from it",
          .figures = {"3"},
          .apply = [](Experiment& one) { one.decisions.labels = Labels::drawn; }};
}

Change adversary(const char* value, const char* label, Attackers attackers, double pace) {
  return {.axis = "adversary",
          .value = value,
          .axis_label = "adversary",
          .label = label,
          .headline = "the paper's four",
          .why =
              "the text says that greedy-min is mostly the strongest of its four; none of them "
              "is exact",
          .figures = {"2", "3", "4", "5"},
          .apply = [attackers](Experiment& one) { one.decisions.attackers = attackers; },
          .pace = pace};
}

/// The other methods stay as they are.
Change beta(double beta, Figures figures) {
  return {.axis = "beta",
          .value = fmt::format("{}", beta),
          .axis_label = "beta of oblivious-greedy",
          .label = fmt::format("{}", beta),
          .headline = "as stated: 1 in figures 2 and 3, 0.5 in figures 4 and 5",
          .why = "the text says that \"beta <= 1 usually gives the best performance\"",
          .figures = std::move(figures),
          .apply = [beta](Experiment& one) {
            for (Method& method : one.methods) method.as_in_headline = true;
            one.methods.front() = oblivious_greedy(beta);
          }};
}

}  // namespace

Change stationary_start() {
  return start("stationary", "the variance that the process tends to", ArStart::stationary,
               autoregressive);
}

std::vector<Change> single_changes() {
  std::vector<Change> all{noise(), start_at_zero(), alpha(), response()};
  for (auto& one : ridges()) all.push_back(std::move(one));
  all.push_back(intercept());
  all.push_back(raw_pixels());
  all.push_back(pixels("standardized", "mean 0 and variance 1", Pixels::standardized, 1.0));
  all.push_back(one_vs_rest());
  all.push_back(labels());
  all.push_back(zeroed());
  all.push_back(adversary("greedy-min", "greedy-min alone", Attackers::greedy_min, 0.4));
  all.push_back(adversary("strong", "strong, which is not in the paper", Attackers::strong, 1.0));
  all.push_back(beta(0.25, {"2", "3", "4", "5"}));
  all.push_back(beta(0.5, {"2", "3"}));
  all.push_back(beta(1.0, {"4", "5"}));
  all.push_back(beta(2.0, {"2", "3", "4", "5"}));
  return all;
}

// C = 1 is the headline's ridge. On figure 3, with two classes, this is intercept=yes.
Reading scikit_learn_profile() {
  return {"scikit-learn 2017", ReadingKind::profile, {one_vs_rest(), intercept()}, {"4"}};
}

}  // namespace holdfast::paper
