#include "holdfast/objectives/trace/span_state.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {
namespace {

/// Each rotation adds about one rounding error; this many are still far below the tolerance of a
/// tie.
constexpr int most_removals = 64;

}  // namespace

SpanState::SpanState(const Objective& objective, const TraceOracle& oracle,
                     std::shared_ptr<SpanWalk> walk, const Run& run)
    : State(objective, run),
      oracle_(&oracle),
      rows_(oracle.diagonal(), oracle.responses(), oracle.dependent()),
      walk_(std::move(walk)),
      earlier_(walk_->longest()),
      set_(oracle.responses(), oracle.dependent()),
      in_set_(static_cast<std::size_t>(objective.size()), false) {}

SpanState::~SpanState() {
  try {
    walk_->offer(std::move(rows_));
  } catch (const std::exception&) {  // no memory for the walk: it is not kept
  }
}

Workers& SpanState::workers() const { return run().workers(); }

void SpanState::append_row(Item item, const Items& soon) const {
  const std::size_t place = rows_.rank();
  on_walk_ = on_walk_ && earlier_ && place < earlier_->rank() && earlier_->basis()[place] == item;
  if (on_walk_) {
    row_entered(rows_.append_row(item, earlier_->row(place)));
    return;
  }
  // What a group of items needs next is known, so one pass over the data makes all its columns.
  const auto likely = [&] {
    Items guesses = soon;
    std::ranges::copy(likely_next(), std::back_inserter(guesses));
    return guesses;
  };
  const auto column = oracle_->column(item, likely, workers());
  row_entered(rows_.append(item, column.entries, oracle_->response(item), workers()));
}

void SpanState::bring_rows_up_to_date() const {
  rows_in_use_ = true;
  Items gone;
  std::ranges::copy_if(rows_.basis(), std::back_inserter(gone),
                       [&](Item item) { return !contains(item); });
  const bool worn = rows_.removals() + static_cast<int>(gone.size()) > most_removals;
  const bool cheaper_anew = 2 * gone.size() > rows_.rank();
  if (!gone.empty() && (worn || cheaper_anew)) {
    rows_.clear();
    rows_cleared();
    on_walk_ = true;
  } else {
    for (const Item item : gone) {
      row_left(rows_.remove(item, workers()));
      on_walk_ = false;
    }
  }
  Items missing;
  std::ranges::copy_if(items(), std::back_inserter(missing),
                       [&](Item item) { return !rows_.in_basis(item); });
  // The one farthest from the span first: taking a close one early would cost the others digits.
  while (!missing.empty()) {
    const auto farthest = std::ranges::max_element(
        missing, {}, [&](Item item) { return rows_.remaining_share(item); });
    const Item item = *farthest;
    if (!rows_.adds_direction(item)) return;
    missing.erase(farthest);
    append_row(item, missing);
  }
}

void SpanState::bring_set_up_to_date() const {
  Items stay;
  for (const Item item : set_items_) {
    if (contains(item)) {
      stay.push_back(item);
    } else {
      set_.remove(item, *oracle_);
      in_set_[static_cast<std::size_t>(item)] = false;
    }
  }
  set_items_ = std::move(stay);
  if (set_items_.size() == size()) return;
  for (const Item item : items()) {
    if (in_set_[static_cast<std::size_t>(item)]) continue;
    set_.add(item, *oracle_);
    set_items_.push_back(item);
    in_set_[static_cast<std::size_t>(item)] = true;
  }
}

bool SpanState::rows_are_nearer() const {
  if (!rows_in_use_ || !set_items_.empty()) return false;
  const bool nothing_gone =
      std::ranges::all_of(rows_.basis(), [&](Item item) { return contains(item); });
  return nothing_gone && rows_.rank() + 1 >= size();
}

double SpanState::do_value() const {
  if (rows_are_nearer()) {
    bring_rows_up_to_date();
    return value_by_rows();
  }
  bring_set_up_to_date();
  return value_by_set();
}

void SpanState::do_gains(std::span<const Item> candidates, std::span<double> out) {
  bring_rows_up_to_date();
  gains_by_rows(candidates, out);
  if (oracle_->guesses() == 0) return;
  asked_.assign(candidates.begin(), candidates.end());
  answered_.assign(out.begin(), out.end());
}

/// The runners-up of one step often win one of the next.
Items SpanState::likely_next() const {
  std::vector<Scored> runners_up(std::min(oracle_->guesses(), asked_.size()));
  std::vector<Scored> all(asked_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {asked_[i], answered_[i]};
  std::ranges::partial_sort_copy(all, runners_up, std::ranges::greater(), &Scored::score,
                                 &Scored::score);
  Items likely(runners_up.size());
  std::ranges::transform(runners_up, likely.begin(), &Scored::item);
  return likely;
}

void SpanState::do_losses(std::span<double> out) {
  bring_set_up_to_date();
  losses_by_set(out);
}

}  // namespace holdfast
