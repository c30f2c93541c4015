#include "holdfast/tasks/select_protected.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/best_so_far.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/objectives/combined/given.hpp"
#include "holdfast/registry/registry.hpp"

namespace holdfast::tasks {
namespace {

constexpr int most_choices = 8;
constexpr int most_slow_choices = 3;
/// A small problem gets more choices, until they have taken so many evaluations.
constexpr int most_small_choices = 40;
constexpr std::int64_t small_evaluations = 500'000;
/// Attacks of a protection while sets are compared; the best set gets protect()'s own budget.
constexpr std::int64_t comparing_budget = 300;

Items in_order(Items items) {
  std::ranges::sort(items);
  return items;
}

class ProtectedSearch {
 public:
  ProtectedSearch(const Objective& objective, const Problem& problem, Item most,
                  const registry::OptionValues& algorithm, const Run& run)
      : objective_(objective),
        problem_(problem),
        most_(most),
        algorithm_(algorithm),
        run_(run),
        slow_(objective.attack_cost() == AttackCost::refits) {
    if (algorithm.knows("seconds")) seconds_ = algorithm.number("seconds");
  }

  /// The set of the best pair with everything that choosing it took, and its protection.
  std::pair<Selection, Protection> run() {
    first_ = chooser(0.5)->select(objective_, problem_, run_);
    evaluations_ = first_.evaluations;
    ++choices_;
    stopped_ = first_.interrupted();
    do_unless_stopped([&] { consider(first_.items()); });
    if (!best_) consider(first_.items());
    do_unless_stopped([&] {
      improve(best_->protected_items);
      improve(start_of_greedy());
      exchange();
    });
    do_unless_stopped([&] { protect_thoroughly(); });
    return {selection(), *best_};
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <class Work>
  void do_unless_stopped(const Work& work) {
    if (!stopped_ && !done_unless_stopped(run_, work)) stopped_ = true;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  bool has_time() const { return seconds_ <= 0.0 || elapsed() < 0.9 * seconds_; }

  /// The algorithm with `share` of the time that is left, if time is limited.
  std::unique_ptr<Algorithm> chooser(double share) const {
    registry::OptionValues options = algorithm_;
    constexpr double least = 1e-3;
    if (seconds_ > 0.0) options.set("seconds", std::max(least, share * (seconds_ - elapsed())));
    return registry::make_algorithm(options);
  }

  /// Protects the set as well as it can be, and remembers the best pair.
  const Protection& consider(const Items& set) {
    const std::int64_t dive = 1 + std::int64_t{most_} * std::max<Item>(1, problem_.tau);
    const std::int64_t budget = stopped_ ? dive : std::max(dive, comparing_budget);
    found_ = protect(objective_, set, problem_.tau, most_, budget, run_);
    const auto is_above = [](double value, double other) {
      return value > other + TieRule::width(other, other);
    };
    if (!best_ || is_above(found_.worst.value, best_->worst.value)) best_ = found_;
    return found_;
  }

  /// The best set that holds `kept`, if the others may be lost. Nothing if the algorithm is not
  /// defined for so few others.
  std::optional<Items> chosen_beside(const Items& kept) {
    const GivenObjective given(objective_, kept, difference(objective_.all_items(), kept), run_);
    const Problem rest{problem_.k - static_cast<Item>(kept.size()), problem_.tau,
                       given.remaining(problem_.constraints)};
    const auto algorithm = chooser(0.5);
    if (!algorithm->feasible(rest)) return std::nullopt;
    ++choices_;
    const Selection others = algorithm->select(given, rest, run_);
    evaluations_ += others.evaluations;
    stopped_ = stopped_ || others.interrupted();
    Items set = kept;
    std::ranges::copy(given.base_items(others.items()), std::back_inserter(set));
    return set;
  }

  bool may_choose() const {
    const bool small = !slow_ && evaluations_ < small_evaluations;
    const int most = slow_ ? most_slow_choices : small ? most_small_choices : most_choices;
    return !stopped_ && has_time() && choices_ < most;
  }

  /// Chooses around what is protected, and protects again, as long as that helps.
  void improve(Items kept) {
    kept = in_order(std::move(kept));
    while (may_choose() && !kept.empty() && tried_.insert(kept).second) {
      const double before = best_->worst.value;
      const auto set = chosen_beside(kept);
      if (!set) return;
      const Protection& next = consider(*set);
      if (next.worst.value <= before) return;
      kept = in_order(next.protected_items);
    }
  }

  Items start_of_greedy() {
    const Selection greedy = Greedy().select(objective_, problem_, run_);
    evaluations_ += greedy.evaluations;
    Items first = greedy.items();
    if (std::ssize(first) > most_) first.resize(static_cast<std::size_t>(most_));
    return first;
  }

  /// Replaces one protected item by another: by those whose loss hurts most, by other members of
  /// the set, by items outside.
  void exchange() {
    while (may_choose()) {
      const auto kept = next_exchange();
      if (!kept) return;
      improve(*kept);
    }
  }

  std::optional<Items> next_exchange() const {
    Items members = best_->worst.items;
    const Items after = difference(difference(best_->items, best_->protected_items), members);
    members.insert(members.end(), after.begin(), after.end());
    if (auto kept = first_untried([&](const Items&) { return members; })) return kept;
    if (evaluations_ >= small_evaluations) return std::nullopt;
    return first_untried([&](const Items& rest) {
      return difference(allowed_after(problem_.constraints, objective_.size(), problem_.k, rest),
                        best_->items);
    });
  }

  /// What is protected, with the first exchange that was not tried: `others` are the candidates for
  /// a place beside the rest.
  template <class Others>
  std::optional<Items> first_untried(const Others& others) const {
    for (const Item out : best_->protected_items) {
      const Items rest = difference(best_->protected_items, Items{out});
      for (const Item in : others(rest)) {
        Items kept = rest;
        kept.push_back(in);
        kept = in_order(std::move(kept));
        if (!tried_.contains(kept)) return kept;
      }
    }
    return std::nullopt;
  }

  void protect_thoroughly() {
    if (best_->proven) return;
    Protection last = protect(objective_, best_->items, problem_.tau, most_, 0, run_);
    if (last.worst.value >= best_->worst.value) best_ = std::move(last);
  }

  Selection selection() const {
    Selection chosen = same_items(first_.items(), best_->items)
                           ? first_
                           : in_greedy_order(objective_, best_->items, problem_, run_);
    chosen.algorithm = first_.algorithm;
    chosen.evaluations = evaluations_;
    chosen.seconds = elapsed();
    chosen.stopped = stopped_ ? stopped_by_request : first_.stopped;
    return chosen;
  }

  const Objective& objective_;
  const Problem& problem_;
  Item most_;
  const registry::OptionValues& algorithm_;
  const Run& run_;
  bool slow_;
  int choices_ = 0;
  double seconds_ = 0.0;
  Clock::time_point begin_ = Clock::now();
  bool stopped_ = false;
  std::int64_t evaluations_ = 0;
  Selection first_;
  Protection found_;
  std::optional<Protection> best_;
  std::set<Items> tried_;
};

}  // namespace

ProtectedSelection select_protected(const Objective& objective, const Problem& problem, Item most,
                                    const registry::OptionValues& algorithm,
                                    const Adversary& adversary, const Run& run) {
  require(most >= 0, "the number of protected items must be 0 or more, got {}", most);
  auto [selection, protection] = ProtectedSearch(objective, problem, most, algorithm, run).run();
  const bool interrupted = selection.interrupted();
  ProtectedSelection result;
  result.protection = std::move(protection);
  bool finished = !interrupted && done_unless_stopped(run, [&] {
    result.judged = judge(selection, objective, adversary, run);
  });
  if (!finished) result.judged = judge_by_what_is_known(std::move(selection), adversary.name());
  learn(result.judged, {result.protection.unprotected});
  finished &=
      done_in_any_case(run, [&] { result.judged.worths = item_worths(result.judged.selection); });
  if (!finished) result.judged.selection.stopped = stopped_by_request;
  return result;
}

}  // namespace holdfast::tasks
