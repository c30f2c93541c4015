#include "tests/support/expectations.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace holdfast::support {

Run::Options run_options(std::uint64_t seed, int threads) {
  Run::Options options;
  options.seed = seed;
  options.threads = threads;
  return options;
}

void expect_selection(const Selection& got, const Steps& wanted, const TestProblem& problem,
                      bool compare_parts) {
  ASSERT_EQ(got.steps.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "step " << i);
    EXPECT_EQ(got.steps[i].item, wanted[i].item);
    EXPECT_NEAR(got.steps[i].gain, wanted[i].gain, problem.allowed_error());
    if (!compare_parts) continue;
    EXPECT_EQ(got.steps[i].part, wanted[i].part);
    EXPECT_EQ(got.steps[i].bucket, wanted[i].bucket);
  }
  EXPECT_NEAR(got.value, problem.definition(got.items()), problem.allowed_error());
}

void expect_identical(const Selection& a, const Selection& b) {
  EXPECT_EQ(a.items(), b.items());
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.stopped, b.stopped);
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(a.steps[i].gain, b.steps[i].gain) << "step " << i;
    EXPECT_EQ(a.steps[i].part, b.steps[i].part) << "step " << i;
    EXPECT_EQ(a.steps[i].bucket, b.steps[i].bucket) << "step " << i;
  }
}

void expect_identical(const Deletion& a, const Deletion& b) {
  EXPECT_EQ(a.adversary, b.adversary);
  EXPECT_EQ(a.items, b.items);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.proven, b.proven);
  EXPECT_EQ(a.evaluations, b.evaluations);
}

void expect_refusal(const std::function<void()>& request, const std::vector<std::string>& words) {
  try {
    request();
    ADD_FAILURE() << "the request was accepted";
  } catch (const std::invalid_argument& refusal) {
    const std::string message = refusal.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    for (const std::string& word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
    }
  }
}

}  // namespace holdfast::support
