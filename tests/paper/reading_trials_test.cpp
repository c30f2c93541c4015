#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "holdfast/attacks/game_adversaries.hpp"
#include "holdfast/attacks/paper_adversaries.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "paper/readings.hpp"
#include "paper/work_units.hpp"
#include "tests/paper/image_files.hpp"

/// What is drawn, fitted and attacked under each reading, against the same made by hand.
namespace holdfast::paper {
namespace {

constexpr std::uint64_t some_seed = 3;
constexpr std::uint64_t some_trial = 1;

Experiment experiment_under(const std::string& reading, const std::string& figure) {
  const auto plans = plan_readings({Scale::tiny, {figure}, false, {reading}});
  const auto plan = std::ranges::find_if(
      plans, [&](const ReadingPlan& one) { return one.reading.name == reading; });
  if (plan == plans.end()) throw std::out_of_range(reading + " does not touch figure " + figure);
  return plan->experiments.front();
}

std::unique_ptr<const Trial> trial_under(const Experiment& experiment,
                                         std::shared_ptr<const Mnist> mnist = nullptr) {
  return draw_trial(experiment, {some_seed, Scale::tiny, std::move(mnist)}, some_trial);
}

void expect_same_values(const Objective& one, const Objective& other) {
  EXPECT_EQ(one.name(), other.name());
  ASSERT_EQ(one.size(), other.size());
  for (const Items& set : {Items{0}, Items{1, 3, 4}, Items{7, 2, 9, 5, 0}}) {
    EXPECT_NEAR(one.value(set), other.value(set), 1e-9 * *other.largest_value());
  }
}

using Change1 = std::function<void(LogisticDataOptions&, ClassificationOptions&)>;

TEST(ReadingTrials, OfFigure3FollowEveryDecision) {
  const std::vector<std::pair<std::string, Change1>> table{
      {"headline", [](auto&, auto&) {}},
      {"noise=literal", [](auto& data, auto&) { data.process.noise = ArNoise::literal; }},
      {"start=zero", [](auto& data, auto&) { data.process.start = ArStart::zero; }},
      {"noise=literal + start=stationary",
       [](auto& data, auto&) {
         data.process = {ArNoise::literal, ArStart::stationary};
       }},
      {"labels=drawn", [](auto& data, auto&) { data.labels = Labels::drawn; }},
      {"intercept=yes", [](auto&, auto& model) { model.intercept = true; }},
      {"ridge=0.01", [](auto&, auto& model) { model.ridge = 0.01; }},
      {"ridge=100", [](auto&, auto& model) { model.ridge = 100.0; }},
      {"ridge=n", [](auto& data, auto& model) { model.ridge = double(data.train_rows); }},
      {"start=zero + ridge=0.1", [](auto& data, auto& model) {
         data.process.start = ArStart::zero;
         model.ridge = 0.1;
       }}};
  std::vector<double> values;
  for (const auto& [reading, change] : table) {
    SCOPED_TRACE(reading);
    LogisticDataOptions drawn{.train_rows = 40,
                              .test_rows = 40,
                              .columns = 30,
                              .nonzeros = 15,
                              .draw = {some_seed, some_trial}};
    ClassificationOptions model{.ridge = 1.0, .intercept = false};
    change(drawn, model);
    const auto data = generate_logistic(drawn);
    const LogisticObjective by_hand(data.train,
                                    {data.train_target.begin(), data.train_target.end()}, model);
    const auto objective = trial_under(experiment_under(reading, "3"))->objective();
    expect_same_values(*objective, by_hand);
    values.push_back(objective->value(Items{1, 3, 4}));
  }
  std::ranges::sort(values);
  EXPECT_EQ(std::ranges::adjacent_find(values), values.end()) << "every reading changes something";
}

TEST(ReadingTrials, OfFigure2FollowEveryDecision) {
  using Change2 = std::function<void(LinearDataOptions&)>;
  const std::vector<std::pair<std::string, Change2>> table{
      {"headline", [](auto&) {}},
      {"response=deviation", [](auto& data) { data.noise_variance = 5.0 * 5.0; }},
      {"noise=literal", [](auto& data) { data.process.noise = ArNoise::literal; }},
      {"start=zero", [](auto& data) { data.process.start = ArStart::zero; }}};
  for (const auto& [reading, change] : table) {
    SCOPED_TRACE(reading);
    LinearDataOptions drawn{.train_rows = 60,
                            .test_rows = 60,
                            .columns = 60,
                            .nonzeros = 10,
                            .draw = {some_seed, some_trial}};
    change(drawn);
    const auto data = generate_linear(drawn);
    const LinearObjective by_hand(data.train, data.train_target, {.intercept = false});
    expect_same_values(*trial_under(experiment_under(reading, "2"))->objective(), by_hand);
  }
}

/// F({v}) is the sum over targets x of k(x,v)^2 / (1 + 1), with k of Matern 3/2.
TEST(ReadingTrials, OfFigure5FollowEveryDecision) {
  using Change5 = std::function<void(VarianceReductionDataOptions&)>;
  const std::vector<std::pair<std::string, Change5>> table{
      {"headline", [](auto&) {}},
      {"alpha=squared", [](auto& data) { data.alpha = std::sqrt(0.05); }},
      {"start=zero", [](auto& data) { data.process.start = ArStart::zero; }},
      {"noise=literal + alpha=squared", [](auto& data) {
         data.process.noise = ArNoise::literal;
         data.alpha = std::sqrt(0.05);
       }}};
  for (const auto& [reading, change] : table) {
    SCOPED_TRACE(reading);
    VarianceReductionDataOptions drawn{
        .points = 60, .dimensions = 4, .alpha = 0.05, .draw = {some_seed, some_trial}};
    change(drawn);
    const auto data = generate_variance_reduction(drawn);
    const auto objective = trial_under(experiment_under(reading, "5"))->objective();
    for (const Item item : {0, 11}) {
      const auto own = static_cast<std::size_t>(data.candidates[static_cast<std::size_t>(item)]);
      double value = 0.0;
      for (const Item target : data.targets) {
        double square = 0.0;
        for (std::size_t j = 0; j < 4; ++j) {
          const double step =
              data.points(static_cast<std::size_t>(target), j) - data.points(own, j);
          square += step * step;
        }
        const double r = std::sqrt(3.0 * square);
        value += std::pow((1.0 + r) * std::exp(-r), 2.0) / 2.0;
      }
      EXPECT_NEAR(objective->value(Items{item}), value, 1e-9);
    }
  }
}

class ReadingImages : public ::testing::Test {
 protected:
  ReadingImages() {
    Random random(1, 0);
    for (const char* prefix : {"train", "t10k"}) {
      write_image_files(folder_, prefix, 12, 4, [&](std::uint32_t image, std::uint32_t pixel) {
        return (40 * (image % 10) * (pixel % 3) + random.bits() % 120) % 256;
      });
    }
    mnist_ = std::make_shared<const Mnist>(folder_.path(""));
  }

  testing::ScratchFolder folder_;
  std::shared_ptr<const Mnist> mnist_;
};

TEST_F(ReadingImages, FollowEveryDecision) {
  struct Wanted {
    const char* reading;
    Pixels pixels;
    double ridge;
    bool intercept;
    bool one_vs_rest;
  };
  for (const Wanted& wanted :
       {Wanted{"headline", Pixels::unit, 1.0, false, false},
        Wanted{"pixels=0..255", Pixels::bytes, 1.0, false, false},
        Wanted{"pixels=standardized", Pixels::standardized, 1.0, false, false},
        Wanted{"ridge=n", Pixels::unit, 30.0, false, false},
        Wanted{"intercept=yes", Pixels::unit, 1.0, true, false},
        Wanted{"classes=one-vs-rest", Pixels::unit, 1.0, false, true},
        Wanted{"scikit-learn 2017", Pixels::unit, 1.0, true, true}}) {
    SCOPED_TRACE(wanted.reading);
    ImageSplit images = mnist_->draw(some_seed, some_trial, 10, 5, 3);
    rescale(images, wanted.pixels);
    const auto& [pixels, digits] = images.train;
    const ClassificationOptions options{.ridge = wanted.ridge, .intercept = wanted.intercept};
    std::unique_ptr<ClassificationObjective> by_hand;
    if (wanted.one_vs_rest) {
      by_hand = std::make_unique<OneVsRestObjective>(pixels, digits, 3, options);
    } else {
      by_hand = std::make_unique<SoftmaxObjective>(pixels, digits, 3, options);
    }
    const auto trial = trial_under(experiment_under(wanted.reading, "4"), mnist_);
    const auto objective = trial->objective();
    expect_same_values(*objective, *by_hand);
    const Items set{1, 5, 8, 10};
    const Items left{5, 10};
    EXPECT_EQ(trial->score(*objective, set, left),
              by_hand->fit(left).accuracy(images.test.pixels, images.test.digits));
  }
}

/// A unit of greedy under a reading, on the data of its trial.
UnitResult greedy_under(const Experiment& experiment, const Trial& trial) {
  const auto units = units_of(experiment, some_trial);
  const auto unit =
      std::ranges::find_if(units, [](const Unit& one) { return one.method->id == "greedy"; });
  return perform(*unit, trial, some_seed, nullptr);
}

/// The scores of rows by the weights of S, those of E left out, and the squares of the weights.
struct Remainder {
  std::vector<double> scores;
  double squares = 0.0;
};

Remainder remainder(const Matrix& design, const Items& set, std::span<const double> weights,
                    const Items& left) {
  Remainder found{std::vector<double>(design.rows(), 0.0)};
  for (std::size_t j = 0; j < set.size(); ++j) {
    if (std::ranges::find(left, set[j]) == left.end()) continue;
    found.squares += weights[j] * weights[j];
    for (std::size_t i = 0; i < design.rows(); ++i) {
      found.scores[i] += weights[j] * design(i, static_cast<std::size_t>(set[j]));
    }
  }
  return found;
}

TEST(ZeroedWeights, OfLogisticRegressionAreThoseOfTheWholeSet) {
  const auto experiment = experiment_under("deletion=zeroed", "3");
  const auto trial = trial_under(experiment);
  const auto data = generate_logistic({.train_rows = 40,
                                       .test_rows = 40,
                                       .columns = 30,
                                       .nonzeros = 15,
                                       .draw = {some_seed, some_trial}});
  const std::vector<int> labels(data.train_target.begin(), data.train_target.end());
  const LogisticObjective model(data.train, labels, {.ridge = 1.0, .intercept = false});
  for (const auto& result : greedy_under(experiment, *trial).cells) {
    const Items left = difference(result.selected, result.deleted);
    const auto weights = model.fit(result.selected).weights;
    const auto [scores, squares] = remainder(data.train, result.selected, weights, left);
    double value = 40.0 * std::log(2.0) - 0.5 * squares;
    for (std::size_t i = 0; i < 40; ++i) {
      value -= std::log1p(std::exp(labels[i] == 1 ? -scores[i] : scores[i]));
    }
    EXPECT_NEAR(result.value, model.value(result.selected), 1e-6 * result.value);
    EXPECT_NEAR(result.worst, value, 1e-6 * result.value);
    EXPECT_LE(result.worst, model.value(left) + 1e-6 * result.value) << "a refit is never worse";
    const auto test = remainder(data.test, result.selected, weights, left).scores;
    double right = 0.0;
    for (std::size_t i = 0; i < 40; ++i) right += (test[i] > 0.0) == (data.test_target[i] == 1.0);
    EXPECT_NEAR(result.score.value(), right / 40.0, 1e-12);
  }
}

TEST(ZeroedWeights, OfLinearRegressionAreThoseOfTheWholeSet) {
  const auto experiment = experiment_under("deletion=zeroed", "2");
  const auto trial = trial_under(experiment);
  const auto data = generate_linear({.train_rows = 60,
                                     .test_rows = 60,
                                     .columns = 60,
                                     .nonzeros = 10,
                                     .draw = {some_seed, some_trial}});
  const LinearObjective model(data.train, data.train_target, {.intercept = false});
  const auto error_of_scores = [](const std::vector<double>& y, const std::vector<double>& scores) {
    double sum = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += (y[i] - scores[i]) * (y[i] - scores[i]);
    return sum;
  };
  const std::vector<double> zeros(60, 0.0);
  for (const auto& result : greedy_under(experiment, *trial).cells) {
    const Items left = difference(result.selected, result.deleted);
    const auto weights = model.fit(result.selected);
    const auto train = remainder(data.train, result.selected, weights, left).scores;
    EXPECT_NEAR(
        result.worst,
        error_of_scores(data.train_target, zeros) - error_of_scores(data.train_target, train),
        1e-6 * result.value);
    const auto test = remainder(data.test, result.selected, weights, left).scores;
    EXPECT_NEAR(
        result.score.value(),
        1.0 - error_of_scores(data.test_target, test) / error_of_scores(data.test_target, zeros),
        1e-9);
  }
}

TEST(ZeroedWeights, NeedAModelWithWeights) {
  const auto trial = trial_under(experiment_under("headline", "5"));
  const auto objective = trial->objective();
  EXPECT_THROW(with_fixed_weights(*objective, Items{0, 1}), std::invalid_argument);
}

/// The choices stay, and so do the values before the attack; only who attacks differs.
TEST(ReadingAdversaries, AttackTheSameChoices) {
  const auto headline = experiment_under("headline", "3");
  const auto trial = trial_under(headline);
  const auto objective = trial->objective();
  const auto by_paper = greedy_under(headline, *trial).cells;
  const auto alone = greedy_under(experiment_under("adversary=greedy-min", "3"), *trial).cells;
  const auto strong = greedy_under(experiment_under("adversary=strong", "3"), *trial).cells;
  ASSERT_EQ(alone.size(), by_paper.size());
  ASSERT_EQ(strong.size(), by_paper.size());
  const holdfast::Run run;
  for (std::size_t i = 0; i < by_paper.size(); ++i) {
    const CellResult& paper = by_paper[i];
    EXPECT_EQ(alone[i].selected, paper.selected);
    EXPECT_EQ(strong[i].selected, paper.selected);
    const auto state = objective->start_at(run, paper.selected);
    const double error = 1e-6 * paper.value;
    EXPECT_NEAR(alone[i].worst, GreedyMin().attack(*state, paper.cell.tau).value, error);
    EXPECT_NEAR(alone[i].worst, paper.adversaries.greedy_min, error);
    EXPECT_GE(alone[i].worst, paper.worst - error);
    EXPECT_NEAR(strong[i].worst, Strong(Effort::quick).attack(*state, paper.cell.tau).value, error);
  }
}

}  // namespace
}  // namespace holdfast::paper
