#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"
#include "holdfast/core/matrix.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/data/write.hpp"
#include "holdfast/registry/common_options.hpp"
#include "holdfast/registry/option_values.hpp"

namespace holdfast::registry {

/// What people are told about anything that has a name.
struct NamedEntry {
  std::string name;
  std::string summary;    ///< one line, a phrase without a full stop
  std::string reference;  ///< who and when; empty where nobody can claim it
  std::vector<Option> options = {};
  std::vector<std::string> old_names = {};  ///< still accepted, no longer shown
};

struct AlgorithmEntry : NamedEntry {
  std::function<std::unique_ptr<Algorithm>(const OptionValues&)> make;
  bool needs_gradient = false;
  /// Whether it looks for a set as a whole: the order, parts and gains of its items mean little.
  bool searches = false;
};

struct AdversaryEntry : NamedEntry {
  std::function<std::unique_ptr<Adversary>(const OptionValues&)> make;
};

/// Something worth telling about the data: ("rows", 365).
struct Fact {
  std::string name;
  OptionValue value;
};

/// What an objective is made of, whoever brought it: the files of the command line or the arrays of
/// Python. The keys are the names of the options that would name the files.
struct ObjectiveInputs {
  std::map<std::string, std::variant<Matrix, SparseMatrix>, std::less<>> matrices;
  std::map<std::string, std::vector<double>, std::less<>> vectors;
  std::map<std::string, Items, std::less<>> subsets;
  std::vector<std::string> labels;  ///< the class of each row
  std::vector<std::string> names;   ///< of columns or points; none: they are numbered
  std::vector<Fact> facts;
  std::vector<std::string> warnings = {};  ///< what may be a misunderstanding, a sentence each
  /// Whether the data are those of Moments::compressed: centered and scaled already.
  bool compressed = false;
};

struct ObjectiveEntry : NamedEntry {
  /// Options that say where the numbers come from. `options` are those of the objective itself.
  std::vector<Option> sources = {};
  /// The numbers that the sources name. Needs a bag of all_options().
  std::function<ObjectiveInputs(const OptionValues&)> read;
  /// For data that should not be read whole; nothing if they may be. Optional.
  std::function<std::optional<ObjectiveInputs>(const OptionValues&, const Run&)> read_in_blocks =
      {};
  std::function<std::unique_ptr<Objective>(ObjectiveInputs, const OptionValues&, const Run&)> make;

  /// With those that are the same for all: --groups, and what may be lost.
  std::vector<Option> all_options() const {
    std::vector<Option> all = sources;
    all.insert(all.end(), options.begin(), options.end());
    all.push_back(groups_option());
    const auto failures = failure_options();
    all.insert(all.end(), failures.begin(), failures.end());
    return all;
  }
};

/// One file of a generated data set: columns of a CSV file, or a text.
struct GeneratedFile {
  std::string name;
  std::vector<CsvColumn> columns;
  std::string text;
  std::shared_ptr<const void> keeper;  ///< owns what the columns borrow
};

struct GeneratorEntry : NamedEntry {
  std::function<std::vector<GeneratedFile>(const OptionValues&, std::uint64_t seed)> generate;
};

}  // namespace holdfast::registry
