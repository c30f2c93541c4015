#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "holdfast/core/state.hpp"
#include "holdfast/linalg/set_factor.hpp"

namespace holdfast {

/// Each rotation adds about one rounding error; this many are still far below the tolerance of a
/// tie.
constexpr int most_removals = 64;

/// Moves the basis of `rows` (CandidateRows, or what stands for them) to the members of `state`:
/// calls clear(), remove(item) and append(item, missing), where `missing` are the other members
/// that are not in the basis yet.
template <class Rows, class Clear, class Remove, class Append>
void move_to_members(Rows& rows, const State& state, const Clear& clear, const Remove& remove,
                     const Append& append) {
  Items gone;
  std::ranges::copy_if(rows.basis(), std::back_inserter(gone),
                       [&](Item item) { return !state.contains(item); });
  const bool worn = rows.removals() + static_cast<int>(gone.size()) > most_removals;
  const bool cheaper_anew = 2 * gone.size() > rows.rank();
  if (!gone.empty() && (worn || cheaper_anew)) {
    clear();
  } else {
    for (const Item item : gone) remove(item);
  }
  Items missing;
  std::ranges::copy_if(state.items(), std::back_inserter(missing),
                       [&](Item item) { return !rows.in_basis(item); });
  // The one farthest from the span first: taking a close one early would cost the others digits.
  while (!missing.empty()) {
    const auto farthest = std::ranges::max_element(
        missing, {}, [&](Item item) { return rows.remaining_share(item); });
    const Item item = *farthest;
    if (!rows.adds_direction(item)) return;
    missing.erase(farthest);
    append(item, missing);
  }
}

/// A SetFactor that follows the members of a State.
class MemberFactor {
 public:
  MemberFactor(const TraceOracle& oracle, std::size_t items)
      : factor_(oracle.responses(), oracle.dependent()), holds_(items, false) {}

  const linalg::SetFactor& factor() const { return factor_; }
  bool empty() const { return items_.empty(); }

  void follow(const State& state, const TraceOracle& oracle) {
    Items stay;
    for (const Item item : items_) {
      if (state.contains(item)) {
        stay.push_back(item);
      } else {
        factor_.remove(item, oracle);
        holds_[static_cast<std::size_t>(item)] = false;
      }
    }
    items_ = std::move(stay);
    if (items_.size() == state.size()) return;
    for (const Item item : state.items()) {
      if (holds_[static_cast<std::size_t>(item)]) continue;
      factor_.add(item, oracle);
      items_.push_back(item);
      holds_[static_cast<std::size_t>(item)] = true;
    }
  }

  /// Whether `rows` are nearer to the members of the State: at most the last is missing from them,
  /// as in a greedy run.
  template <class Rows>
  bool is_farther_than(const Rows& rows, const State& state) const {
    if (!items_.empty()) return false;
    const bool nothing_gone =
        std::ranges::all_of(rows.basis(), [&](Item item) { return state.contains(item); });
    return nothing_gone && rows.rank() + 1 >= state.size();
  }

 private:
  linalg::SetFactor factor_;
  std::vector<bool> holds_;
  Items items_;
};

}  // namespace holdfast
