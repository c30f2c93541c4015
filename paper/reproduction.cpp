#include "paper/reproduction.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <mutex>
#include <numeric>
#include <utility>

#include "holdfast/algorithms/guard_sets.hpp"
#include "holdfast/core/require.hpp"
#include "paper/output.hpp"

namespace holdfast::paper {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A trial, and what sweeps on its data for several tau share.
struct SharedTrial {
  std::shared_ptr<const Trial> trial;
  std::shared_ptr<GuardSets> sets;
};

Item largest_k(const Experiment& experiment) {
  Item k = 0;
  for (const auto& cell : experiment.judged_cells) k = std::max(k, cell.k);
  return k;
}

/// Trials that several units of work share; keeps only the last few.
class TrialCache {
 public:
  explicit TrialCache(TrialSource source) : source_(std::move(source)) {}

  SharedTrial get(const Experiment& experiment, std::uint64_t trial) {
    const std::lock_guard guard(access_);
    const auto found = std::ranges::find_if(kept_, [&](const Kept& kept) {
      return kept.experiment == &experiment && kept.number == trial;
    });
    if (found != kept_.end()) return found->shared;
    constexpr std::size_t most = 4;
    if (kept_.size() == most) kept_.erase(kept_.begin());
    kept_.push_back({&experiment,
                     trial,
                     {draw_trial(experiment, source_, trial),
                      std::make_shared<GuardSets>(largest_k(experiment))}});
    return kept_.back().shared;
  }

 private:
  struct Kept {
    const Experiment* experiment;
    std::uint64_t number;
    SharedTrial shared;
  };

  TrialSource source_;
  std::mutex access_;
  std::vector<Kept> kept_;
};

/// A unit that is to be performed, or whose choices are to be judged.
struct Job {
  Unit unit;
  bool judging = false;

  std::string describe() const {
    return judging ? unit.describe() + ", judged by strong" : unit.describe();
  }
  double weight() const { return judging ? unit.weight_of_judging() : unit.weight(); }
};

double weight_of(const std::vector<Job>& jobs) {
  return std::transform_reduce(jobs.begin(), jobs.end(), 0.0, std::plus<>(),
                               [](const Job& job) { return job.weight(); });
}

/// Calls the hooks, one thread at a time.
class Announcer {
 public:
  Announcer(const ReproductionHooks& hooks, std::size_t jobs, double weight) : hooks_(hooks) {
    progress_.units_total = jobs;
    progress_.weight_total = weight;
  }

  void started(const Job& job) { tell(job, false, 0.0); }
  void finished(const Job& job, double seconds) { tell(job, true, seconds); }

 private:
  void tell(const Job& job, bool finished, double seconds) {
    const std::lock_guard guard(access_);
    progress_.unit = job.describe();
    progress_.finished_unit = finished;
    progress_.unit_seconds = seconds;
    if (finished) {
      progress_.weight_done += job.weight();
      ++progress_.units_done;
    }
    if (hooks_.on_progress) hooks_.on_progress(progress_);
  }

  const ReproductionHooks& hooks_;
  std::mutex access_;
  ReproductionProgress progress_;
};

bool uses_mnist(const std::vector<Experiment>& experiments) {
  return std::ranges::any_of(
      experiments, [](const Experiment& experiment) { return experiment.data == DataKind::mnist; });
}

StoreSettings settings_of(const ReproductionOptions& options, const Mnist* mnist) {
  return {options.seed, to_string(options.scale),
          mnist == nullptr ? "" : fmt::format("{:016x}", mnist->fingerprint())};
}

std::string store_path(const ReproductionOptions& options) {
  return (fs::path(options.out) / "results.sqlite").string();
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  require<IoFailure>(!error && fs::is_directory(path), "cannot make the folder {}: {}", path,
                     error ? error.message() : "a file has that name");
}

std::vector<Job> jobs_of(const std::vector<Experiment>& experiments, std::uint64_t trials,
                         Share share) {
  std::vector<Job> jobs;
  for (const auto& experiment : experiments) {
    for (auto& unit : units_of_trials(experiment, trials, share)) {
      jobs.push_back({std::move(unit), share == Share::judged});
    }
  }
  return jobs;
}

/// All jobs of a reproduction. What is chosen first is judged afterwards.
struct Plan {
  std::vector<Job> choices;
  std::vector<Job> judgements;

  std::size_t size() const { return choices.size() + judgements.size(); }
};

ReadingSchedule schedule_of(const ReproductionOptions& options) {
  return {{options.scale, options.figures, options.readings, options.named_readings},
          options.reading_trials};
}

/// What is not in the store yet.
Plan missing_from(const Store& store, Plan plan) {
  std::erase_if(plan.choices, [&](const Job& job) { return store.has(job.unit); });
  std::erase_if(plan.judgements, [&](const Job& job) { return store.has_judged(job.unit); });
  return plan;
}

Plan plan_of(const std::vector<Experiment>& experiments, const ReproductionOptions& options) {
  const std::uint64_t judged_trials = std::min(options.judged_trials, options.trials);
  Plan plan{jobs_of(experiments, options.trials, Share::paper),
            jobs_of(experiments, judged_trials, Share::judged)};
  std::ranges::move(jobs_of(experiments, judged_trials, Share::robust),
                    std::back_inserter(plan.choices));
  return plan;
}

Plan plan_of(const ReadingSchedule& readings) {
  Plan plan;
  for (auto& unit : readings.units()) plan.choices.push_back({std::move(unit)});
  return plan;
}

/// Runs jobs and puts their results into the store.
class UnitRunner {
 public:
  UnitRunner(const TrialSource& source, Store& store, const ReproductionOptions& options,
             const ReproductionHooks& hooks, const Plan& plan)
      : trials_(source),
        store_(store),
        options_(options),
        stop_(hooks.stop_requested),
        announcer_(hooks, plan.size(), weight_of(plan.choices) + weight_of(plan.judgements)),
        workers_(options.threads) {}

  void run(const std::vector<Job>& jobs) {
    workers_.share(jobs.size(), [&](std::size_t i) {
      const Job& job = jobs[i];
      if (stop_ && *stop_) throw Interrupted();
      announcer_.started(job);
      try {
        announcer_.finished(job, do_job(job));
      } catch (const NumericFailure& failure) {
        throw NumericFailure(fmt::format("{}: {}", job.describe(), failure.what()));
      }
      add_waiting();
    });
  }

 private:
  /// How many seconds it took.
  double do_job(const Job& job) {
    const Unit& unit = job.unit;
    const auto [trial, sets] = trials_.get(*unit.experiment, unit.trial);
    if (!job.judging) {
      const UnitResult result = perform(unit, *trial, options_.seed, stop_, sets);
      store_.insert(unit, result);
      return result.seconds;
    }
    auto cells = store_.cells_of(unit);
    judge(unit, cells, *trial, options_.seed, stop_);
    store_.insert_judgements(unit, cells);
    return std::transform_reduce(
        cells.begin(), cells.end(), 0.0, std::plus<>(),
        [](const CellResult& cell) { return cell.judged.value().seconds; });
  }

  void add_waiting() {
    const std::lock_guard guard(clock_access_);
    const auto now = Clock::now();
    store_.add_waiting(std::chrono::duration<double>(now - last_).count());
    last_ = now;
  }

  TrialCache trials_;
  Store& store_;
  const ReproductionOptions& options_;
  const std::atomic<bool>* stop_;
  Announcer announcer_;
  Workers workers_;
  std::mutex clock_access_;
  Clock::time_point last_ = Clock::now();
};

std::vector<Unit> choices_of(const Plan& plan) {
  std::vector<Unit> units;
  units.reserve(plan.choices.size());
  for (const auto& job : plan.choices) units.push_back(job.unit);
  return units;
}

/// The whole trials of the plan that are stored, and nothing else that may be in the store.
Results stored_results(const Plan& plan, std::vector<Experiment> experiments, const Store& store,
                       const ReproductionOptions& options) {
  const auto units = whole_trials(choices_of(plan), store);
  std::erase_if(experiments, [&](const Experiment& experiment) {
    return std::ranges::none_of(
        units, [&](const Unit& unit) { return unit.experiment->id == experiment.id; });
  });
  return {std::move(experiments), store.cells_of(units), options.trials, options.judged_trials};
}

}  // namespace

Reproduction reproduce(const ReproductionOptions& options, const ReproductionHooks& hooks) {
  const auto experiments = describe_experiments(options.scale, options.figures);
  TrialSource source{options.seed, options.scale, nullptr};
  if (uses_mnist(experiments)) source.mnist = std::make_shared<const Mnist>(options.mnist_folder);
  make_folder(options.out);
  Store store(store_path(options), settings_of(options, source.mnist.get()), options.revisions);

  const Plan whole = plan_of(experiments, options);
  ReadingSchedule readings = schedule_of(options);
  const auto run = [&](const Plan& plan) {
    const Plan missing = missing_from(store, plan);
    if (options.stored_only) return std::pair(plan.size() - missing.size(), std::size_t{0});
    const auto outdated = std::ranges::count_if(
        missing.choices, [&](const Job& job) { return store.is_outdated(job.unit); });
    UnitRunner runner(source, store, options, hooks, missing);
    runner.run(missing.choices);
    runner.run(missing.judgements);
    return std::pair(plan.size() - missing.size(), static_cast<std::size_t>(outdated));
  };
  const auto [resumed, outdated] = run(whole);
  if (!readings.is_empty()) {
    run(plan_of(readings));
    readings.settle_undecided(store);
    run(plan_of(readings));
  }

  Reproduction made{stored_results(whole, experiments, store, options),
                    {},
                    {},
                    resumed,
                    outdated,
                    store.waited()};
  made.claims = judge_claims(made.results);
  if (!readings.is_empty()) made.readings = readings.report(store);
  write_outputs(options, made, source.mnist.get());
  return made;
}

std::string export_csv(const ReproductionOptions& options) {
  require<IoFailure>(fs::exists(store_path(options)), "{} does not exist", store_path(options));
  const Store store(store_path(options), settings_of(options, nullptr), options.revisions);
  const auto experiments = describe_experiments(options.scale, options.figures);
  auto cells = store.cells_of(choices_of(plan_of(experiments, options)));
  const ReadingSchedule readings = schedule_of(options);
  std::ranges::move(readings.cells(store), std::back_inserter(cells));
  return cells_csv(cells);
}

}  // namespace holdfast::paper
