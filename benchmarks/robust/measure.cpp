// Measures attacks and robust search on the data of figures 2 to 5; prints Markdown tables.
//   holdfast_robust speed|attacks|search|variance|classes [first seed] [seeds] [seconds]
// `classes` reads data/mnist: run it from the top folder of the repository.
// One thread. Every set of a comparison is judged by the same judge: `exact` where it ends with a
// proof, `strong` elsewhere.

#include <fmt/format.h>

#include <Eigen/Dense>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "holdfast/attacks/state_game.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/holdfast.hpp"
#include "paper/trial.hpp"

namespace {

using namespace holdfast;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Data {
  std::unique_ptr<const paper::Trial> trial;
  std::unique_ptr<Objective> objective;
};

Data draw(paper::DataKind kind, double alpha, std::uint64_t seed,
          std::shared_ptr<const paper::Mnist> mnist = nullptr) {
  paper::Experiment experiment;
  experiment.data = kind;
  experiment.stated = alpha;
  Data data{paper::draw_trial(experiment, {seed, paper::Scale::full, std::move(mnist)}, 0),
            nullptr};
  data.objective = data.trial->objective();
  return data;
}

Data linear(std::uint64_t seed) { return draw(paper::DataKind::linear, 0.0, seed); }

Run::Options one_thread(std::uint64_t seed) {
  Run::Options options;
  options.seed = seed;
  options.threads = 1;
  return options;
}

/// What greedy-min on a swapped set costs with a new inverse and full downdates.
double plain_greedy_min(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, Item tau) {
  Eigen::MatrixXd p = a.llt().solve(Eigen::MatrixXd::Identity(a.rows(), a.cols()));
  Eigen::VectorXd w = p * b;
  double value = b.dot(w);
  for (Item step = 0; step < tau; ++step) {
    Eigen::Index worst = 0;
    const double loss = (w.array().square() / p.diagonal().array().max(1e-300)).maxCoeff(&worst);
    value -= loss;
    const Eigen::VectorXd column = p.col(worst);
    const double pivot = column[worst];
    w -= column * (w[worst] / pivot);
    p.noalias() -= column * (column.transpose() / pivot);
    p.row(worst).setZero();
    p.col(worst).setZero();
    p(worst, worst) = 1.0;
    w[worst] = 0.0;
  }
  return value;
}

void speed(std::uint64_t first, int seeds) {
  fmt::print(
      "| k, tau | greedy-min of swapped sets per second | with a new inverse | ratio "
      "|\n|---|---:|---:|---:|\n");
  for (const auto& [k, tau] : {std::pair<Item, Item>{40, 10}, {60, 30}}) {
    double fast = 0.0;
    double plain = 0.0;
    for (int s = 0; s < seeds; ++s) {
      const Data data = linear(first + static_cast<std::uint64_t>(s));
      const Run run(one_thread(0));
      const Items set = ObliviousGreedy(1.0).select(*data.objective, {k, tau}, run).items();
      const auto game = make_game(*data.objective, run, data.objective->all_items());
      game->move_to(set);
      const Deletion strike = greedy_min(*game, tau);
      const auto swaps = game->swaps(strike.items, data.objective->all_items(), no_threshold);
      const std::size_t count = std::min<std::size_t>(swaps.size(), 20000);
      double sum = 0.0;
      const double time = seconds_of([&] {
        for (std::size_t i = 0; i < count; ++i)
          sum += greedy_min(*game, tau, {}, no_threshold, &swaps[i]).value;
      });
      fast += static_cast<double>(count) / time / seeds;
      const std::size_t few = 500;
      const auto* form = data.objective->structure().as<TraceOracle>();
      const double plain_time = seconds_of([&] {
        for (std::size_t i = 0; i < few; ++i) {
          Items swapped = set;
          *std::ranges::find(swapped, swaps[i].out) = swaps[i].in;
          Eigen::MatrixXd a(k, k);
          Eigen::VectorXd b(k);
          form->block(swapped, swapped, {a.data(), static_cast<std::size_t>(a.size())});
          for (Item i = 0; i < k; ++i)
            b[i] = form->response(swapped[static_cast<std::size_t>(i)])[0];
          sum += plain_greedy_min(a, b, tau);
        }
      });
      // Times only the inversion and the attack, not the inner products of the columns.
      Eigen::MatrixXd a(k, k);
      Eigen::VectorXd b(k);
      form->block(set, set, {a.data(), static_cast<std::size_t>(a.size())});
      for (Item i = 0; i < k; ++i) b[i] = form->response(set[static_cast<std::size_t>(i)])[0];
      const double inversion = seconds_of([&] {
        for (std::size_t i = 0; i < few; ++i) sum += plain_greedy_min(a, b, tau);
      });
      plain += static_cast<double>(few) / inversion / seeds;
      if (sum == 0.0 || plain_time == 0.0) std::abort();
    }
    fmt::print("| {}, {} | {:.0f} | {:.0f} | {:.1f} |\n", k, tau, fast, plain, fast / plain);
  }
}

void attacks(std::uint64_t first, int seeds, double seconds) {
  fmt::print("Sets of robust-swap ({} s each).\n\n", seconds);
  fmt::print(
      "| k, tau | seed | greedy-min / best known | paper | grow-min | strong | at least | exact: s "
      "| proven | strong: ms |\n|---|---|---:|---:|---:|---:|---:|---:|---|---:|\n");
  for (const auto& [k, tau] : {std::pair<Item, Item>{20, 5}, {40, 10}, {60, 30}}) {
    for (int s = 0; s < seeds; ++s) {
      const std::uint64_t seed = first + static_cast<std::uint64_t>(s);
      const Data data = linear(seed);
      const Run run(one_thread(seed));
      const Items set =
          RobustSwap({1'000'000'000, seconds, 2000}).select(*data.objective, {k, tau}, run).items();
      const auto state = data.objective->start_at(run, set);
      const auto game = make_game(*data.objective, run, set);
      game->move_to(set);
      Deletion strong;
      const double strong_time = seconds_of([&] {
        for (int i = 0; i < 20; ++i) strong = strong_attack(*game, tau);
      });
      Deletion proof;
      const double exact_time =
          seconds_of([&] { proof = game->prove(strong, k <= 40 ? 1'000'000 : 20'000); });
      const double best = proof.value;
      fmt::print(
          "| {}, {} | {} | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.3f} | {} | {:.2f} "
          "|\n",
          k, tau, seed, GreedyMin().attack(*state, tau).value / best,
          PaperAdversaries().attack(*state, tau).value / best,
          GrowMin().attack(*state, tau).value / best, strong.value / best, proof.at_least / best,
          exact_time, proof.proven ? "yes" : "no", 50.0 * strong_time);
      std::fflush(stdout);
    }
  }
}

void search_linear(std::uint64_t first, int seeds, double seconds) {
  fmt::print(
      "| k, tau | seed | judge | oblivious-greedy | beta-path | robust-swap | ratio | its claim / "
      "judge | "
      "test R^2 of survivors: oblivious-greedy, robust-swap "
      "|\n|---|---|---|---:|---:|---:|---:|---:|---|\n");
  for (const auto& [k, tau] : {std::pair<Item, Item>{20, 5}, {40, 10}, {100, 10}, {60, 30}}) {
    double mean = 0.0;
    for (int s = 0; s < seeds; ++s) {
      const std::uint64_t seed = first + static_cast<std::uint64_t>(s);
      const Data data = linear(seed);
      const Run run(one_thread(seed));
      const double scale = *data.objective->largest_value();
      std::vector<Items> sets = {
          ObliviousGreedy(1.0).select(*data.objective, {k, tau}, run).items(),
          BetaPath().select(*data.objective, {k, tau}, run).items(),
          RobustSwap({1'000'000'000, seconds, 2000})
              .select(*data.objective, {k, tau}, run)
              .items()};
      std::vector<double> values;
      std::vector<Items> survivors;
      double claim = 0.0;
      bool proven = true;
      for (const Items& set : sets) {
        const auto game = make_game(*data.objective, run, set);
        game->move_to(set);
        const Deletion strong = strong_attack(*game, tau);
        const bool provable = k <= 40;
        const Deletion proof = game->prove(strong, provable ? 1'000'000 : 5'000);
        proven = proven && proof.proven;
        claim = strong.value;
        values.push_back(proof.value);
        survivors.push_back(difference(set, proof.items));
      }
      const double ratio = values[2] / values[0];
      mean += ratio / seeds;
      fmt::print(
          "| {}, {} | {} | {} | {:.4f} | {:.4f} | {:.4f} | {:.3f} | {:.4f} | {:.3f}, {:.3f} |\n", k,
          tau, seed, proven ? "exact" : "strong and search", values[0] / scale, values[1] / scale,
          values[2] / scale, ratio, claim / values[2],
          *data.trial->score(*data.objective, survivors[0], survivors[0]),
          *data.trial->score(*data.objective, survivors[2], survivors[2]));
      std::fflush(stdout);
    }
    fmt::print("| {}, {} | mean | | | | | {:.3f} | | |\n", k, tau, mean);
  }
}

void search_variance(std::uint64_t first, int seeds, double seconds) {
  fmt::print(
      "\n| alpha | seed | best of greedy, oblivious, oblivious-greedy | beta-path | robust-swap | "
      "ratio |\n"
      "|---|---|---:|---:|---:|---:|\n");
  double mean = 0.0;
  const std::vector<double> alphas = {0.05, 0.1, 0.2};
  for (const double alpha : alphas) {
    for (int s = 0; s < seeds; ++s) {
      const std::uint64_t seed = first + static_cast<std::uint64_t>(s);
      const Data data = draw(paper::DataKind::variance_reduction, alpha, seed);
      const auto& objective = data.objective;
      const Problem problem{80, 50};
      const Run run(one_thread(seed));
      const auto judged = [&](const Algorithm& algorithm) {
        const auto state =
            objective->start_at(run, algorithm.select(*objective, problem, run).items());
        return Strong().attack(*state, problem.tau).value;
      };
      const double paper = std::max({judged(Greedy()), judged(Oblivious()),
                                     judged(ObliviousGreedy(0.5)), judged(ObliviousGreedy(1.0))});
      const double path = judged(BetaPath());
      const double swap = judged(RobustSwap({1'000'000'000, seconds, 0}));
      mean += swap / paper / (static_cast<double>(seeds) * 3.0);
      fmt::print("| {} | {} | {:.4f} | {:.4f} | {:.4f} | {:.3f} |\n", alpha, seed, paper, path,
                 swap, swap / paper);
      std::fflush(stdout);
    }
  }
  fmt::print("| all | mean | | | | {:.3f} |\n", mean);
}

/// `strong` on class models, by quadratic models and by States, on sets of greedy and of
/// oblivious-greedy.
void attack_classes(const std::string& name, const Data& data, Item k, Item tau,
                    std::uint64_t seed) {
  const Run run(one_thread(0));
  for (const auto& set : {Greedy().select(*data.objective, {k, tau}, run).items(),
                          ObliviousGreedy(0.5).select(*data.objective, {k, tau}, run).items()}) {
    const auto game = make_game(*data.objective, run, set);
    StateGame plain(*data.objective, run);
    game->move_to(set);
    plain.move_to(set);
    const double greedy = greedy_min(*game, tau).value;
    double by_model = 0.0;
    double by_states = 0.0;
    const double fast = seconds_of([&] { by_model = strong_attack(*game, tau).value; });
    const double slow = seconds_of([&] { by_states = strong_attack(plain, tau).value; });
    const double worst = std::min(by_model, by_states);
    fmt::print("| {} | {}, {} | {} | {:.4f} | {:.4f} | {:.4f} | {:.2f} | {:.2f} | {:.0f} |\n", name,
               k, tau, seed, greedy / worst, by_states / worst, by_model / worst, slow, fast,
               slow / fast);
    std::fflush(stdout);
  }
}

void classes(std::uint64_t first, int seeds) {
  const auto mnist = std::make_shared<paper::Mnist>("data/mnist");
  fmt::print(
      "| data | k, tau | seed | greedy-min / best known | strong by States | strong by models | by "
      "States: s | by models: s | ratio |\n|---|---|---|---:|---:|---:|---:|---:|---:|\n");
  for (int s = 0; s < seeds; ++s) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(s);
    const Data logistic = draw(paper::DataKind::logistic, 0.0, seed);
    attack_classes("logistic", logistic, 40, 10, seed);
    attack_classes("logistic", logistic, 60, 30, seed);
    const Data digits = draw(paper::DataKind::mnist, 0.0, seed, mnist);
    attack_classes("MNIST", digits, 40, 15, seed);
    attack_classes("MNIST", digits, 60, 25, seed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "speed";
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
  const int seeds = argc > 3 ? std::atoi(argv[3]) : 3;
  const double seconds = argc > 4 ? std::strtod(argv[4], nullptr) : 10.0;
  if (what == "speed") speed(first, seeds);
  if (what == "attacks") attacks(first, seeds, seconds);
  if (what == "search") search_linear(first, seeds, seconds);
  if (what == "variance") search_variance(first, seeds, seconds);
  if (what == "classes") classes(first, seeds);
  return 0;
}
