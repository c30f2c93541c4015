#include "holdfast/objectives/trace/span_state.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"

namespace holdfast {

SpanState::SpanState(const Objective& objective, const TraceOracle& oracle, Shape shape,
                     std::shared_ptr<SpanWalk> walk, const Run& run)
    : State(objective, run),
      oracle_(&oracle),
      guesses_(shape.guesses),
      rows_(oracle.diagonal(), shape.attached, oracle.dependent()),
      walk_(std::move(walk)),
      earlier_(walk_->longest()),
      set_(oracle, static_cast<std::size_t>(objective.size())) {}

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
  row_entered(
      rows_.append(item, column.entries, attachment(item, likely), workers(), combination()));
}

void SpanState::bring_rows_up_to_date() const {
  rows_in_use_ = true;
  const auto clear = [&] {
    rows_.clear();
    rows_cleared();
    on_walk_ = true;
  };
  const auto remove = [&](Item item) {
    row_left(rows_.remove(item, workers()));
    on_walk_ = false;
  };
  move_to_members(rows_, *this, clear, remove,
                  [&](Item item, const Items& missing) { append_row(item, missing); });
}

bool SpanState::rows_are_nearer() const {
  return rows_in_use_ && set_.is_farther_than(rows_, *this);
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
  if (guesses_ == 0) return;
  asked_.assign(candidates.begin(), candidates.end());
  answered_.assign(out.begin(), out.end());
}

/// The runners-up of one step often win one of the next.
Items SpanState::likely_next() const {
  std::vector<Scored> runners_up(std::min(guesses_, asked_.size()));
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
