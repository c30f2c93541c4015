#include "holdfast/core/state.hpp"

#include <algorithm>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {
namespace {

std::size_t index_of(Item item) { return static_cast<std::size_t>(item); }

}  // namespace

State::State(const Objective& objective, const Run& run)
    : objective_(&objective), run_(&run), member_(index_of(objective.size()), 0) {}

State::~State() = default;

double State::value() const { return items_.empty() ? 0.0 : do_value(); }

std::vector<double> State::gains(std::span<const Item> candidates) {
  require_candidates(candidates);
  return evaluate_gains(candidates);
}

std::vector<double> State::evaluate_gains(std::span<const Item> candidates) {
  std::vector<double> out(candidates.size());
  if (candidates.empty()) return out;
  do_gains(candidates, out);
  count_evaluations(static_cast<std::int64_t>(candidates.size()));
  return out;
}

std::vector<double> State::losses() {
  std::vector<double> out(items_.size());
  if (items_.empty()) return out;
  do_losses(out);
  count_evaluations(static_cast<std::int64_t>(items_.size()));
  return out;
}

std::vector<Scored> State::largest_gains(std::span<const Item> candidates, std::size_t count) {
  require_candidates(candidates);
  if (candidates.empty() || count == 0) return {};
  return do_largest_gains(candidates, count);
}

Scored State::smallest_gain(std::span<const Item> candidates) {
  require_candidates(candidates);
  require(!candidates.empty(), "smallest_gain needs at least one candidate");
  return do_smallest_gain(candidates);
}

std::vector<Scored> State::largest_losses(std::span<const Item> members, std::size_t count) {
  require_members(members);
  if (members.empty() || count == 0) return {};
  return do_largest_losses(members, count);
}

Item State::first_of_largest_losses(std::span<const Item> members, std::size_t count) {
  require_members(members);
  require(!members.empty() && count != 0,
          "first_of_largest_losses needs at least one member and a count of 1 or more");
  return count < members.size() ? do_first_of_largest_losses(members, count) : members.front();
}

std::vector<double> State::gradient_norms(std::span<const Item> candidates) {
  require_candidates(candidates);
  std::vector<double> out(candidates.size());
  if (candidates.empty()) return out;
  do_gradient_norms(candidates, out);
  count_evaluations(static_cast<std::int64_t>(candidates.size()));
  return out;
}

void State::add(Item item) {
  require_item(item);
  require(!member_[index_of(item)], "item {} is already in the set", item);
  do_add(item);
  member_[index_of(item)] = 1;
  items_.push_back(item);
}

void State::remove(Item item) {
  require_item(item);
  require(member_[index_of(item)], "item {} cannot be removed: it is not in the set", item);
  const std::size_t where = position(item);
  do_remove(where);
  member_[index_of(item)] = 0;
  items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(where));
  lazy_ranking_.forget();  // gains may have grown
}

std::unique_ptr<State> State::clone() const { return do_clone(); }

std::size_t State::position(Item member) const {
  return static_cast<std::size_t>(std::find(items_.begin(), items_.end(), member) - items_.begin());
}

std::vector<Scored> State::do_largest_gains(std::span<const Item> candidates, std::size_t count) {
  return objective_->is_submodular() ? rank_gains_lazily(candidates, count)
                                     : rank_all_gains(candidates, count);
}

Scored State::do_smallest_gain(std::span<const Item> candidates) {
  return smallest_score(candidates, evaluate_gains(candidates), value());
}

std::vector<Scored> State::do_largest_losses(std::span<const Item> members, std::size_t count) {
  const auto all = losses();
  if (members.size() == items_.size()) return largest_scores(items_, all, count, value());
  std::vector<double> asked(members.size());
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = all[position(members[i])];
  return largest_scores(members, asked, count, value());
}

Item State::do_first_of_largest_losses(std::span<const Item> members, std::size_t count) {
  const auto largest = do_largest_losses(members, count);
  return *std::ranges::find_if(members, [&](Item member) {
    return std::ranges::find(largest, member, &Scored::item) != largest.end();
  });
}

void State::do_gradient_norms(std::span<const Item> /*candidates*/, std::span<double> /*out*/) {
  throw std::invalid_argument(fmt::format(
      "objective '{}' has no gradient; linear, logistic, softmax and one-vs-rest have one",
      objective_->name()));
}

std::vector<Scored> State::rank_all_gains(std::span<const Item> candidates, std::size_t count) {
  return largest_scores(candidates, evaluate_gains(candidates), count, value());
}

std::vector<Scored> State::rank_gains_lazily(std::span<const Item> candidates, std::size_t count) {
  return lazy_ranking_.largest(
      candidates, count, value(), member_.size(),
      [this](std::span<const Item> batch) { return evaluate_gains(batch); }, ascending_);
}

void State::require_item(Item item) const {
  require(item >= 0 && index_of(item) < member_.size(),
          "item {} is not in the ground set: valid items are 0 to {}", item,
          std::ssize(member_) - 1);
}

/// Called for every candidate in every step. The callers find out which item is wrong only after
/// this has failed.
bool State::all_members(std::span<const Item> items, bool wanted) const {
  bool fine = true;
  for (const Item item : items) {
    const bool known = index_of(item) < member_.size();
    fine &= known && (member_[known ? index_of(item) : 0] != 0) == wanted;
  }
  return fine;
}

void State::require_candidates(std::span<const Item> candidates) {
  // Of many candidates that ascend, the few members are looked for instead.
  ascending_ = candidates.size() > 16 * items_.size() && is_ascending(candidates);
  if (ascending_ && candidates.front() >= 0 && index_of(candidates.back()) < member_.size()) {
    const auto is_candidate = [&](Item member) {
      return std::ranges::binary_search(candidates, member);
    };
    if (std::ranges::none_of(items_, is_candidate)) return;
  }
  if (all_members(candidates, false)) return;
  for (const Item item : candidates) {
    require_item(item);
    require(!member_[index_of(item)], "item {} is already in the set: it has no gain", item);
  }
}

void State::require_members(std::span<const Item> members) const {
  if (all_members(members, true)) return;
  for (const Item item : members) {
    require_item(item);
    require(member_[index_of(item)], "item {} is not in the set: it has no loss", item);
  }
}

}  // namespace holdfast
