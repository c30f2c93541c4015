#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "holdfast/registry/registry.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/registered.hpp"

namespace holdfast::registry {
namespace {

using support::registered_problem;

TEST(ObjectiveEntries, EachMakesAnObjectiveOfItsName) {
  for (const auto& entry : objectives()) {
    SCOPED_TRACE(entry.name);
    const auto objective = registered_problem(entry).objective;
    EXPECT_EQ(objective->name(), entry.name);
    EXPECT_GE(objective->size(), 8);
    EXPECT_GT(objective->value(Items{0, 3}), 0.0);
  }
}

/// Gradients are left to the objective's own test, which knows them.
TEST(ObjectiveEntries, EachKeepsTheContract) {
  for (const auto& entry : objectives()) {
    SCOPED_TRACE(entry.name);
    const support::TestProblem problem = registered_problem(entry);
    support::check_values(problem, 1);
    support::check_differences(problem, 1);
    support::check_paths(problem, 1);
    support::check_clones(problem, 1);
    support::check_long_walk(problem, 100, 1);
    support::check_rankings(problem, 1);
    support::check_refusals(problem);
    support::check_submodularity(problem, 1);
    support::check_counts(problem);
    EXPECT_EQ(support::transcript(problem, 1, 30, 1), support::transcript(problem, 2, 30, 1));
  }
}

TEST(AlgorithmEntries, EachChoosesOnEveryObjectiveThatItIsDefinedFor) {
  const holdfast::Run run;
  for (const auto& objective_entry : objectives()) {
    const auto objective = registered_problem(objective_entry).objective;
    for (const auto& entry : algorithms()) {
      SCOPED_TRACE(entry.name + " on " + objective_entry.name);
      const auto algorithm = entry.make(OptionValues(entry.name, entry.options));
      EXPECT_EQ(algorithm->name(), entry.name);
      if (entry.needs_gradient && !objective->has_gradient()) {
        EXPECT_THROW(algorithm->select(*objective, {3, 1}, run), std::invalid_argument);
      } else {
        EXPECT_EQ(algorithm->select(*objective, {3, 1}, run).steps.size(), 3U);
      }
    }
  }
}

TEST(AdversaryEntries, EachDeletesFromEveryObjective) {
  const holdfast::Run run;
  const std::vector<Item> set{0, 2, 4, 6};
  for (const auto& objective_entry : objectives()) {
    const auto objective = registered_problem(objective_entry).objective;
    const auto state = objective->start_at(run, set);
    for (const auto& entry : adversaries()) {
      SCOPED_TRACE(entry.name + " on " + objective_entry.name);
      const auto adversary = entry.make(OptionValues(entry.name, entry.options));
      EXPECT_EQ(adversary->name(), entry.name);
      const Deletion deletion = adversary->attack(*state, 2);
      EXPECT_EQ(deletion.items.size(), 2U);
      EXPECT_LE(deletion.value, state->value());
    }
  }
}

TEST(GeneratorEntries, EachFillsItsFiles) {
  for (const auto& entry : generators()) {
    SCOPED_TRACE(entry.name);
    OptionValues options(entry.name, entry.options);
    for (const auto& option : entry.options) {
      if (option.kind == OptionKind::integer && option.name != "trial")
        options.set(option.name, std::int64_t{6});
    }
    const auto files = entry.generate(options, 3);
    EXPECT_EQ(files.size(), 3U);
    for (const auto& file : files) EXPECT_NE(file.columns.empty(), file.text.empty()) << file.name;
  }
}

TEST(GeneratorEntries, OptionsReachTheGenerator) {
  const auto& entry = find_generator("linear");
  OptionValues options(entry.name, entry.options);
  options.set("train-rows", std::int64_t{7});
  options.set("test-rows", std::int64_t{5});
  options.set("columns", std::int64_t{4});
  options.set("nonzeros", std::int64_t{2});
  const auto files = entry.generate(options, 0);
  EXPECT_EQ(files[0].name, "train.csv");
  EXPECT_EQ(files[0].columns.size(), 5U);
  EXPECT_EQ(files[0].columns.back().name, "y");
  EXPECT_EQ(files[0].columns.back().numbers.size(), 7U);
  EXPECT_EQ(files[1].columns.back().numbers.size(), 5U);
  EXPECT_EQ(std::ranges::count_if(files[2].columns[1].numbers, [](double w) { return w != 0.0; }),
            2);
}

TEST(AdversaryEntries, OldNamesStillWork) {
  EXPECT_EQ(find_adversary("all").name, "paper");
  EXPECT_EQ(find_adversary("all+ls").name, "paper+ls");
  EXPECT_EQ(make_adversary({"all", find_adversary("all").options})->name(), "paper");
  EXPECT_THAT(names_of(adversaries()), testing::Not(testing::Contains("all")));
}

template <class Entry>
void expect_well_described(const std::vector<Entry>& entries) {
  std::set<std::string> names;
  for (const auto& entry : entries) {
    SCOPED_TRACE(entry.name);
    EXPECT_TRUE(names.insert(entry.name).second) << "two entries of one name";
    EXPECT_FALSE(entry.summary.empty());
    EXPECT_FALSE(entry.summary.ends_with("."));
    auto table = entry.options;
    if constexpr (requires { entry.all_options(); }) table = entry.all_options();
    std::set<std::string> options;
    for (const auto& option : table) {
      SCOPED_TRACE(option.name);
      EXPECT_TRUE(options.insert(option.name).second) << "two options of one name";
      EXPECT_FALSE(option.help.empty());
      if (!std::holds_alternative<std::monostate>(option.default_value)) {
        EXPECT_EQ(checked(option, option.default_value, Spelling::python), option.default_value);
      }
      if (!option.excluded_by.empty()) {
        EXPECT_NE(std::ranges::find(table, option.excluded_by, &Option::name), table.end());
      }
    }
  }
}

TEST(Entries, AreWellDescribedAndTheirDefaultsAreValid) {
  expect_well_described(objectives());
  expect_well_described(algorithms());
  expect_well_described(adversaries());
  expect_well_described(generators());
}

/// The command line has one option of a name, so it must mean one kind of thing everywhere.
TEST(Entries, OneNameIsOfOneKind) {
  std::map<std::string, OptionKind> kinds;
  const auto visit = [&](const std::vector<Option>& table) {
    for (const auto& option : table) {
      EXPECT_EQ(kinds.emplace(option.name, option.kind).first->second, option.kind) << option.name;
    }
  };
  for (const auto& entry : objectives()) visit(entry.all_options());
  for (const auto& entry : algorithms()) visit(entry.options);
  for (const auto& entry : adversaries()) visit(entry.options);
}

}  // namespace
}  // namespace holdfast::registry
