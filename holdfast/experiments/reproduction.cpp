#include "holdfast/experiments/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/workers.hpp"
#include "holdfast/experiments/output.hpp"
#include "holdfast/experiments/store.hpp"
#include "holdfast/experiments/trial.hpp"
#include "holdfast/experiments/work.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::experiments {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Trials that several units of work share. Keeps the few that are in use.
class TrialShelf {
 public:
  explicit TrialShelf(TrialSource source) : source_(std::move(source)) {}

  std::shared_ptr<const Trial> get(const Experiment& experiment, std::uint64_t trial) {
    const std::lock_guard guard(access_);
    const auto found = std::ranges::find_if(kept_, [&](const Kept& kept) {
      return kept.experiment == &experiment && kept.number == trial;
    });
    if (found != kept_.end()) return found->trial;
    constexpr std::size_t most = 4;
    if (kept_.size() == most) kept_.erase(kept_.begin());
    kept_.push_back({&experiment, trial, draw_trial(experiment, source_, trial)});
    return kept_.back().trial;
  }

 private:
  struct Kept {
    const Experiment* experiment;
    std::uint64_t number;
    std::shared_ptr<const Trial> trial;
  };

  TrialSource source_;
  std::mutex access_;
  std::vector<Kept> kept_;
};

/// Tells the hooks, one thread at a time.
class Announcer {
 public:
  Announcer(const ReproductionHooks& hooks, const std::vector<Unit>& units) : hooks_(hooks) {
    progress_.units_total = units.size();
    for (const auto& unit : units) progress_.weight_total += unit.weight();
  }

  void started(const Unit& unit) { tell(unit, false, 0.0); }
  void finished(const Unit& unit, double seconds) { tell(unit, true, seconds); }

 private:
  void tell(const Unit& unit, bool finished, double seconds) {
    const std::lock_guard guard(access_);
    progress_.unit = unit.describe();
    progress_.finished_unit = finished;
    progress_.unit_seconds = seconds;
    if (finished) {
      progress_.weight_done += unit.weight();
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
          mnist == nullptr ? "" : fmt::format("{:016x}", mnist->fingerprint()),
          registry::version()};
}

std::string store_path(const ReproductionOptions& options) {
  return (fs::path(options.out) / "results.sqlite").string();
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path)) {
    throw IoFailure(fmt::format("cannot make the folder {}: {}", path,
                                error ? error.message() : "a file has that name"));
  }
}

/// Experiments with the longest work first, so that no long unit is left alone at the end; trial
/// by trial, so that a trial's data are drawn once.
std::vector<Unit> all_units(const std::vector<Experiment>& experiments, std::uint64_t trials) {
  std::vector<Unit> units;
  for (const auto& experiment : experiments) {
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      auto more = units_of(experiment, trial);
      std::ranges::stable_sort(more, std::greater<>(), &Unit::weight);
      std::ranges::move(more, std::back_inserter(units));
    }
  }
  return units;
}

void perform_all(const std::vector<Unit>& units, const TrialSource& source, Store& store,
                 const ReproductionOptions& options, const ReproductionHooks& hooks) {
  TrialShelf shelf(source);
  Announcer announcer(hooks, units);
  std::mutex clock_access;
  auto last = Clock::now();
  Workers workers(options.threads);
  workers.share(units.size(), [&](std::size_t i) {
    const Unit& unit = units[i];
    if (hooks.stop_requested && *hooks.stop_requested) throw Interrupted();
    announcer.started(unit);
    try {
      const auto trial = shelf.get(*unit.experiment, unit.trial);
      const UnitResult result = perform(unit, *trial, options.seed, hooks.stop_requested);
      store.insert(unit, result);
      announcer.finished(unit, result.seconds);
    } catch (const NumericFailure& failure) {
      throw NumericFailure(fmt::format("{}: {}", unit.describe(), failure.what()));
    }
    const std::lock_guard guard(clock_access);
    const auto now = Clock::now();
    store.add_waiting(std::chrono::duration<double>(now - last).count());
    last = now;
  });
}

}  // namespace

Reproduction reproduce(const ReproductionOptions& options, const ReproductionHooks& hooks) {
  const auto experiments = describe_experiments(options.scale, options.figures);
  TrialSource source{options.seed, options.scale, nullptr};
  if (uses_mnist(experiments)) source.mnist = std::make_shared<const Mnist>(options.mnist_folder);
  make_folder(options.out);
  Store store(store_path(options), settings_of(options, source.mnist.get()));

  auto units = all_units(experiments, options.trials);
  const std::size_t all = units.size();
  std::erase_if(units, [&](const Unit& unit) { return store.has(unit); });
  const std::size_t resumed = all - units.size();
  perform_all(units, source, store, options, hooks);

  Reproduction made{
      Results(experiments, store.cells(), options.trials), {}, resumed, store.waited()};
  made.claims = judge_claims(made.results);
  write_outputs(options, made, source.mnist.get());
  return made;
}

std::string export_csv(const ReproductionOptions& options) {
  if (!fs::exists(store_path(options))) {
    throw IoFailure(fmt::format("{} does not exist", store_path(options)));
  }
  return cells_csv(Store(store_path(options), settings_of(options, nullptr)).cells());
}

}  // namespace holdfast::experiments
