#include <gtest/gtest.h>

#include <stdexcept>

#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "tests/support/contract.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

template <class Request>
void expect_refused(const Request& request, const std::string& what) {
  try {
    request();
    ADD_FAILURE() << what << " was accepted";
  } catch (const std::invalid_argument& refusal) {
    EXPECT_STRNE(refusal.what(), "") << what;
  } catch (const std::exception& other) {
    ADD_FAILURE() << what << " threw something else: " << other.what();
  }
}

}  // namespace

void check_refusals(const TestProblem& problem) {
  SCOPED_TRACE("broken contracts");
  const Run run;
  const Objective& objective = *problem.objective;
  const Item size = problem.size();
  for (const Item stranger : {Item{-1}, size, static_cast<Item>(size + 5)}) {
    const Items one{stranger};
    const std::string name = "item " + std::to_string(stranger);
    expect_refused([&] { objective.value(one); }, "value of " + name);
    expect_refused([&] { objective.start_at(run, one); }, "start at " + name);
    expect_refused([&] { objective.start(run)->add(stranger); }, "adding " + name);
    expect_refused([&] { objective.start(run)->remove(stranger); }, "removing " + name);
    expect_refused([&] { objective.start(run)->gains(one); }, "gain of " + name);
    expect_refused([&] { objective.start(run)->largest_gains(one, 1); }, "largest gain of " + name);
    expect_refused([&] { objective.start(run)->largest_losses(one, 1); }, "loss of " + name);
  }

  const Items twice{0, 1, 0};
  expect_refused([&] { objective.value(twice); }, "value with a repeated item");
  expect_refused([&] { objective.start_at(run, twice); }, "start with a repeated item");

  const auto state = objective.start_at(run, Items{0, 1});
  const double before = state->value();
  expect_refused([&] { state->add(1); }, "adding a member");
  expect_refused([&] { state->remove(2); }, "removing an outsider");
  expect_refused([&] { state->gains(Items{2, 1}); }, "gain of a member");
  expect_refused([&] { state->largest_losses(Items{0, 2}, 1); }, "loss of an outsider");
  EXPECT_EQ(state->items(), (Items{0, 1}));
  EXPECT_EQ(state->value(), before);
  EXPECT_TRUE(state->contains(0));
  EXPECT_FALSE(state->contains(2));
  EXPECT_FALSE(state->contains(-1));
  EXPECT_FALSE(state->contains(size));
}

}  // namespace holdfast::support
