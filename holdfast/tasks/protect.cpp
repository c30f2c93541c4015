#include "holdfast/tasks/protect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <queue>
#include <stdexcept>
#include <utility>
#include <vector>

#include "holdfast/attacks/exact.hpp"
#include "holdfast/attacks/game.hpp"
#include "holdfast/core/monotone_promise.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/combined/given.hpp"

namespace holdfast::tasks {
namespace {

constexpr std::int64_t quick_budget = 20'000;
constexpr std::int64_t slow_budget = 1'000;

/// Some items are protected, some will never be; the others are open.
struct Node {
  Items kept;      ///< ascending
  Items excluded;  ///< ascending
  double bound = 0.0;
  std::int64_t number = 0;

  /// The most promising first, and of equals the latest: it is the deepest.
  bool operator<(const Node& other) const {
    return bound != other.bound ? bound < other.bound : number < other.number;
  }
};

Items with(const Items& items, Item more) {
  Items larger = items;
  larger.insert(std::ranges::upper_bound(larger, more), more);
  return larger;
}

class Search {
 public:
  Search(const Objective& objective, Protection& result, std::int64_t budget, const Run& run)
      : objective_(objective),
        result_(result),
        budget_(budget),
        run_(run),
        whole_(objective.start_at(run, result.items)) {
    sorted_ = result.items;
    std::ranges::sort(sorted_);
    result.intact = whole_->value();
  }

  void run() {
    result_.unprotected = worst_for({});
    result_.worst = result_.unprotected;
    dive();
    push({}, {});
    const bool complete = branch();
    result_.at_most = complete ? value() : std::max(value(), nodes_.top().bound);
    result_.proven = complete && result_.worst.proven && !seen_to_fall(objective_);
    result_.attacks = attacks_;
  }

 private:
  struct Known {
    double value;
    Items items;
  };

  double value() const { return result_.worst.value; }
  bool is_above(double value, double other) const {
    return value > other + TieRule::width(other, result_.intact);
  }

  /// The worst deletion that spares these; remembered, so that nothing is attacked twice.
  const Deletion& worst_for(const Items& kept) {
    const auto found = attacked_.find(kept);
    if (found != attacked_.end()) return found->second;
    run_.check_stop();
    ++attacks_;
    Deletion worst = attack(kept);
    learn({worst.value, worst.items});
    const Deletion& stored = attacked_.emplace(kept, std::move(worst)).first->second;
    if (is_above(stored.value, value()) || attacked_.size() == 1) {
      result_.worst = stored;
      result_.protected_items = kept;
      run_.report({"protect", attacks_, budget_, stored.value});
    }
    return stored;
  }

  Deletion attack(const Items& kept) const {
    const GivenObjective given(objective_, kept, difference(sorted_, kept), run_);
    const auto state = given.start_at(run_, given.all_items());
    const double kept_value = given.at_kept().value();
    const auto nodes = std::max<std::int64_t>(1, game_at(*state)->nodes_per_second());
    Deletion worst = Exact(nodes).attack(*state, result_.tau);
    worst.items = given.base_items(worst.items);
    const auto left = whole_->clone();
    for (const Item item : worst.items) left->remove(item);
    worst.value = left->value();
    worst.at_least =
        worst.proven ? worst.value : std::min(worst.value, worst.at_least + kept_value);
    return worst;
  }

  void learn(Known deletion) {
    const auto place = std::ranges::upper_bound(deletions_, deletion.value, {}, &Known::value);
    deletions_.insert(place, std::move(deletion));
  }

  /// What no protection below the node can exceed, from the deletions known so far.
  double bound(const Node& node) const {
    auto open = static_cast<std::size_t>(result_.most) - node.kept.size();
    std::vector<char> used(static_cast<std::size_t>(objective_.size()), 0);
    for (const Item item : node.excluded) used[static_cast<std::size_t>(item)] = 2;
    for (const Item item : node.kept) used[static_cast<std::size_t>(item)] = 3;
    for (const auto& [value, items] : deletions_) {
      char most = 0;
      bool protectable = false;
      for (const Item item : items) {
        const char mark = used[static_cast<std::size_t>(item)];
        if (mark != 2) {
          most = std::max(most, mark);
          protectable = true;
        }
      }
      if (!protectable) return value;
      if (most != 0) continue;  // spared already, or not apart from those counted
      if (open-- == 0) return value;
      for (const Item item : items) {
        char& mark = used[static_cast<std::size_t>(item)];
        if (mark == 0) mark = 1;
      }
    }
    return result_.intact;
  }

  void push(Items kept, Items excluded) {
    Node node{std::move(kept), std::move(excluded), 0.0, ++pushed_};
    node.bound = bound(node);
    if (pushed_ == 1 || is_above(node.bound, value())) nodes_.push(std::move(node));
  }

  /// A good protection first, so that most branches need not be looked at.
  void dive() {
    Items kept;
    while (std::ssize(kept) < result_.most && attacks_ < budget_) {
      const Items members = worst_for(kept).items;
      if (members.empty()) return;
      Item best = members.front();
      for (const Item member : members) {
        if (attacks_ >= budget_) return;
        if (is_above(worst_for(with(kept, member)).value, worst_for(with(kept, best)).value))
          best = member;
      }
      kept = with(kept, best);
    }
  }

  /// Returns whether nothing is left open.
  bool branch() {
    while (!nodes_.empty()) {
      Node node = nodes_.top();
      if (!is_above(node.bound, value())) return true;
      const double now = bound(node);
      if (now < node.bound) {
        nodes_.pop();
        node.bound = now;
        if (is_above(now, value())) nodes_.push(std::move(node));
        continue;
      }
      if (attacks_ >= budget_ && !attacked_.contains(node.kept)) return false;
      nodes_.pop();
      const Items members = worst_for(node.kept).items;
      if (std::ssize(node.kept) >= result_.most) continue;
      for (const Item member : members) {
        if (std::ranges::binary_search(node.excluded, member)) continue;
        push(with(node.kept, member), node.excluded);
        node.excluded = with(node.excluded, member);
      }
    }
    return true;
  }

  const Objective& objective_;
  Protection& result_;
  std::int64_t budget_;
  const Run& run_;
  std::unique_ptr<State> whole_;
  Items sorted_;
  std::map<Items, Deletion> attacked_;
  std::vector<Known> deletions_;  ///< the worst first
  std::priority_queue<Node> nodes_;
  std::int64_t attacks_ = 0;
  std::int64_t pushed_ = 0;
};

}  // namespace

Protection protect(const Objective& objective, std::span<const Item> items, Item tau, Item most,
                   std::int64_t budget, const Run& run) {
  if (tau < 0 || most < 0 || budget < 0) {
    throw std::invalid_argument(
        fmt::format("tau, the protected items and the budget must be 0 or "
                    "more, got {}, {} and {}",
                    tau, most, budget));
  }
  objective.require_set(items);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Protection result;
  result.items.assign(items.begin(), items.end());
  result.tau = tau;
  result.most = std::min(most, static_cast<Item>(items.size()));
  const bool quick =
      objective.structure().structure != nullptr && objective.attack_cost() != AttackCost::refits;
  if (budget == 0) budget = quick ? quick_budget : slow_budget;
  Search(objective, result, budget, run).run();
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace holdfast::tasks
