// Summaries that survive deletions: against their definition, item by item, and what they promise.

#include "holdfast/algorithms/deletion_summary.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "holdfast/objectives/combined/given.hpp"
#include "tests/support/expectations.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sets.hpp"

namespace holdfast {
namespace {

using support::SetFunction;
using support::TestProblem;

Summary whole(const Objective& objective, const SummaryOptions& options, std::uint64_t seed,
              const Constraints& constraints = {}) {
  const holdfast::Run run;
  std::int64_t evaluations = 0;
  return summarize_whole(objective, objective.all_items(), options, constraints, Random(seed), run,
                         evaluations);
}

Summary streamed(const Objective& objective, const SummaryOptions& options, std::uint64_t seed) {
  const holdfast::Run run;
  StreamSummary stream(options, seed);
  stream.update(objective, objective.all_items(), 0, run);
  return stream.summary();
}

// ---- The definitions, from values of sets alone.

double gain(const SetFunction& f, const Items& set, Item item) {
  return f.value(support::plus(set, item)) - f.value(set);
}

/// Exponents i with largest / (2 (1 + epsilon) k) <= (1 + epsilon)^i <= largest, descending.
std::vector<int> exponents(double largest, const SummaryOptions& options) {
  std::vector<int> found;
  for (int i = 200; i >= -200; --i) {
    const double power = std::pow(1.0 + options.epsilon, i);
    if (power <= largest && power >= largest / (2.0 * (1.0 + options.epsilon) * options.k))
      found.push_back(i);
  }
  return found;
}

std::size_t capacity(const SummaryOptions& options) {
  return static_cast<std::size_t>(std::max(1.0, std::ceil(options.deletions / options.epsilon)));
}

/// All items by f({v}), the largest first.
Items by_value(const SetFunction& f) {
  Items items = support::ground_set(f.size);
  std::ranges::stable_sort(items,
                           [&](Item a, Item b) { return f.value(Items{a}) > f.value(Items{b}); });
  return items;
}

Summary slow_whole(const SetFunction& f, const SummaryOptions& options, std::uint64_t seed) {
  Random random(seed);
  Summary summary;
  Items left = by_value(f);
  const auto d = std::min(left.size(), support::at(options.deletions));
  summary.largest.assign(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(d));
  left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(d));
  if (left.empty()) return summary;
  const double largest = f.value(Items{left.front()});
  std::ranges::sort(left);
  Items drawn;
  for (const int i : exponents(largest, options)) {
    const double threshold = std::pow(1.0 + options.epsilon, i);
    const auto bucket = [&](const Items& from) {
      Items members;
      for (const Item item : from) {
        if (gain(f, drawn, item) >= threshold) members.push_back(item);
      }
      return members;
    };
    Items members = bucket(left);
    while (members.size() >= capacity(options) && std::ssize(drawn) < options.k) {
      const Item item = members[random.below(members.size())];
      drawn.push_back(item);
      left = support::minus(left, item);
      members = bucket(support::minus(members, item));
    }
    if (members.size() >= capacity(options))
      members = support::sorted(random.sample(members, capacity(options)));
    left = difference(left, members);
    summary.levels.push_back({threshold, drawn, members});
    if (std::ssize(drawn) == options.k) break;
  }
  return summary;
}

/// One threshold of the stream, item after item. `arrivals` have passed the d largest.
Summary::Level slow_level(const SetFunction& f, const SummaryOptions& options, int exponent,
                          const Items& arrivals, std::uint64_t seed) {
  Random random(seed, 9000 + static_cast<std::uint64_t>(static_cast<std::int64_t>(exponent)));
  const double threshold = std::pow(1.0 + options.epsilon, exponent);
  Summary::Level level{threshold, {}, {}};
  const auto bucket_of = [&](double value) {
    int i = exponent;
    while (std::pow(1.0 + options.epsilon, i + 1) <= value) ++i;
    return i;
  };
  const auto full_bucket = [&] {
    std::map<int, Items> buckets;
    for (const Item item : level.waiting)
      buckets[bucket_of(gain(f, level.chosen, item))].push_back(item);
    for (const auto& [place, members] : buckets) {
      if (members.size() >= capacity(options)) return members;
    }
    return Items{};
  };
  for (const Item item : arrivals) {
    if (std::ssize(level.chosen) == options.k) break;
    if (f.value(Items{item}) < threshold || gain(f, level.chosen, item) < threshold) continue;
    level.waiting.push_back(item);
    for (Items members = full_bucket(); !members.empty() && std::ssize(level.chosen) < options.k;
         members = full_bucket()) {
      const Item drawn = members[random.below(members.size())];
      level.waiting = support::minus(level.waiting, drawn);
      level.chosen.push_back(drawn);
      std::erase_if(level.waiting,
                    [&](Item other) { return gain(f, level.chosen, other) < threshold; });
    }
  }
  if (std::ssize(level.chosen) == options.k) {
    std::ranges::stable_sort(level.waiting, [&](Item a, Item b) {
      return gain(f, level.chosen, a) > gain(f, level.chosen, b);
    });
    level.waiting.resize(std::min(level.waiting.size(), capacity(options)));
  }
  return level;
}

Summary slow_stream(const SetFunction& f, const SummaryOptions& options, std::uint64_t seed) {
  Summary summary;
  Items largest;
  Items arrivals;
  for (Item item = 0; item < f.size; ++item) {
    largest.push_back(item);
    std::ranges::stable_sort(largest,
                             [&](Item a, Item b) { return f.value(Items{a}) > f.value(Items{b}); });
    if (std::ssize(largest) <= options.deletions) continue;
    arrivals.push_back(largest.back());
    largest.pop_back();
  }
  summary.largest = largest;
  double next = 0.0;
  for (const Item item : arrivals) next = std::max(next, f.value(Items{item}));
  for (const int i : exponents(next, options))
    summary.levels.push_back(slow_level(f, options, i, arrivals, seed));
  return summary;
}

void expect_equal(const Summary& found, const Summary& wanted) {
  EXPECT_EQ(found.largest, wanted.largest);
  ASSERT_EQ(found.levels.size(), wanted.levels.size());
  for (std::size_t i = 0; i < wanted.levels.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "level " << i);
    EXPECT_DOUBLE_EQ(found.levels[i].threshold, wanted.levels[i].threshold);
    EXPECT_EQ(found.levels[i].chosen, wanted.levels[i].chosen);
    EXPECT_EQ(found.levels[i].waiting, wanted.levels[i].waiting);
  }
}

std::vector<TestProblem> some_problems(std::uint64_t seed) {
  return {support::coverage_problem(60, 18, true, seed),
          support::facility_location_problem(25, 16, seed),
          support::linear_problem({.cols = 12, .correlation = 0.3}, 0.0, true, false, seed)};
}

TEST(DeletionSummary, EqualsItsDefinition) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const TestProblem& problem : some_problems(seed)) {
      SCOPED_TRACE(problem.label);
      const auto f = support::memoized(problem.size(), problem.definition);
      for (const SummaryOptions& options : {SummaryOptions{4, 0, 0.3}, {3, 1, 0.5}, {4, 2, 1.0}}) {
        SCOPED_TRACE(testing::Message() << "k " << options.k << ", d " << options.deletions);
        expect_equal(whole(*problem.objective, options, seed), slow_whole(f, options, seed));
        expect_equal(streamed(*problem.objective, options, seed), slow_stream(f, options, seed));
      }
    }
  }
}

/// Only what is kept and what arrives is at hand in each update.
TEST(DeletionSummary, AStreamDoesNotDependOnHowItIsCut) {
  for (const TestProblem& problem : some_problems(4)) {
    SCOPED_TRACE(problem.label);
    const holdfast::Run run;
    const SummaryOptions options{4, 1, 0.5};
    for (const Item batch : {1, 3, 7}) {
      StreamSummary stream(options, 9);
      for (Item first = 0; first < problem.size(); first += batch) {
        Items numbers = stream.kept();
        const std::size_t kept = numbers.size();
        for (Item item = first; item < std::min(first + batch, problem.size()); ++item)
          numbers.push_back(item);
        const GivenObjective at_hand(*problem.objective, {}, numbers, run);
        stream.update(at_hand, numbers, kept, run);
      }
      expect_equal(stream.summary(), streamed(*problem.objective, options, 9));
    }
  }
}

/// The papers' promise for submodular f and deletions that know nothing of the draws.
TEST(DeletionSummary, KeepsHalfOfTheBestInTheMean) {
  const SummaryOptions options{4, 3, 0.5};
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto problem = support::coverage_problem(50, 18, true, seed);
    const auto f = support::memoized(problem.size(), problem.definition);
    const holdfast::Run run;
    Random random(seed);
    const Items deleted = support::random_set(random, problem.size(), 3);
    const Items rest = support::complement(problem.size(), deleted);
    double best = 0.0;
    support::for_each_subset(rest, 4,
                             [&](const Items& set) { best = std::max(best, f.value(set)); });
    for (const bool stream : {false, true}) {
      double mean = 0.0;
      constexpr int draws = 40;
      for (std::uint64_t draw = 0; draw < draws; ++draw) {
        const Summary summary = stream ? streamed(*problem.objective, options, draw)
                                       : whole(*problem.objective, options, draw);
        const Items left = difference(summary.items(), deleted);
        const Items chosen = choose_by_thresholds(*problem.objective, summary.levels, left, {4, 0},
                                                  options.epsilon, run);
        EXPECT_LE(chosen.size(), 4U);
        EXPECT_TRUE(difference(chosen, left).empty());
        mean += f.value(chosen) / draws;
      }
      EXPECT_GE(mean, 0.5 * best);
    }
  }
}

TEST(DeletionSummary, IsSmall) {
  const auto problem = support::coverage_problem(200, 3000, true, 1);
  const SummaryOptions options{10, 4, 0.25};
  const double levels = std::floor(std::log(2.0 * 1.25 * 10) / std::log(1.25)) + 1.0;
  const double bound = 10 + 4 + levels * 16;
  const auto kept = static_cast<double>(whole(*problem.objective, options, 1).items().size());
  EXPECT_LE(kept, bound);
  EXPECT_LT(static_cast<double>(streamed(*problem.objective, options, 1).items().size()),
            levels * bound);
}

TEST(DeletionSummary, KeepsCaps) {
  const auto problem = support::coverage_problem(200, 300, true, 2);
  Constraints constraints;
  constraints.kinds = {{"even", 2}, {"odd", 3}};
  for (Item item = 0; item < 300; ++item) constraints.kind_of.push_back(item % 2);
  constraints.must_not = {0, 1, 2};
  const Summary summary = whole(*problem.objective, {5, 2, 0.5}, 3, constraints);
  ASSERT_FALSE(summary.levels.empty());
  for (const auto& level : summary.levels) EXPECT_TRUE(satisfies(constraints, level.chosen));
  EXPECT_TRUE(difference(Items{0, 1, 2}, summary.items()).size() == 3);
  const holdfast::Run run;
  const Items left = summary.items();
  const Items chosen =
      choose_by_thresholds(*problem.objective, summary.levels, left, {5, 0, constraints}, 0.5, run);
  EXPECT_TRUE(satisfies(constraints, chosen));
  EXPECT_EQ(chosen.size(), 5U);
}

TEST(DeletionSummary, SmallCases) {
  const auto problem = support::coverage_problem(30, 6, true, 1);
  EXPECT_EQ(whole(*problem.objective, {2, 9, 0.5}, 1).items(), support::ground_set(6));
  EXPECT_EQ(streamed(*problem.objective, {2, 9, 0.5}, 1).items(), support::ground_set(6));
  EXPECT_TRUE(whole(*problem.objective, {0, 0, 0.5}, 1).items().empty());
  EXPECT_TRUE(streamed(*problem.objective, {0, 0, 0.5}, 1).items().empty());
  for (const auto& [options, word] :
       {std::pair<SummaryOptions, const char*>{{2, -1, 0.5}, "-1"}, {{2, 1, 0.0}, "epsilon"}}) {
    support::expect_refusal([&] { whole(*problem.objective, options, 1); }, {word});
    support::expect_refusal([&] { streamed(*problem.objective, options, 1); }, {word});
  }
  StreamSummary stream({2, 1, 0.5}, 1);
  const holdfast::Run run;
  support::expect_refusal(
      [&] {
        stream.update(*problem.objective, Items{0, 1}, 0, run);
      },
      {"what is kept"});
}

}  // namespace
}  // namespace holdfast
