#pragma once

#include <memory>
#include <span>
#include <vector>

#include "holdfast/core/state.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/candidate_rows.hpp"
#include "holdfast/linalg/set_factor.hpp"
#include "holdfast/objectives/trace/span_walk.hpp"

namespace holdfast {

/// The State that the objectives of a TraceOracle share. S is seen from two sides, each brought up to date only
/// when it is asked:
///   by all items (CandidateRows), for gains: an item added costs one column of A and O(|S| |V|);
///   by its members (SetFactor), for losses, deletions and values: O(|S|^2), no matter how many
///   items there are.
/// So an attack never touches the items that were not chosen, and greedy never builds an inverse.
class SpanState : public State {
 public:
  ~SpanState() override;

 protected:
  /// States that share `walk` learn from each other's rows.
  SpanState(const Objective& objective, const TraceOracle& oracle, std::shared_ptr<SpanWalk> walk,
            const Run& run);
  SpanState(const SpanState&) = default;

  const linalg::CandidateRows& rows() const { return rows_; }
  const linalg::SetFactor& set() const { return set_; }
  const TraceOracle& oracle() const { return *oracle_; }
  void bring_rows_up_to_date() const;
  void bring_set_up_to_date() const;
  Workers& workers() const;

 private:
  /// f from the rows, or from the set factor.
  virtual double value_by_rows() const = 0;
  virtual double value_by_set() const = 0;
  /// The gains, rows up to date. An item that adds no direction has none.
  virtual void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const = 0;
  virtual void losses_by_set(std::span<double> out) const = 0;
  /// A row has entered (it is the last of rows()), has left, or all have left. They change what a
  /// gain is made of.
  virtual void row_entered(std::span<const double> row) const = 0;
  virtual void row_left(std::span<const double> row) const = 0;
  virtual void rows_cleared() const = 0;

  double do_value() const override;
  void do_gains(std::span<const Item> candidates, std::span<double> out) override;
  void do_losses(std::span<double> out) override;
  void do_add(Item /*item*/) override {}
  void do_remove(std::size_t /*position*/) override {}
  /// The rows if only the last item is missing from them, as in a greedy run; the members' side
  /// otherwise.
  bool rows_are_nearer() const;
  /// `soon` are the columns that are needed right after this one.
  void append_row(Item item, const Items& soon) const;
  Items likely_next() const;

  const TraceOracle* oracle_;
  // Both sides are caches of what items() says.
  mutable linalg::CandidateRows rows_;
  std::shared_ptr<SpanWalk> walk_;  // shared with all States of the objective
  SpanWalk::Rows earlier_;          // what they had left when this one began
  mutable bool on_walk_ = true;     // whether rows_ are the first of these
  mutable linalg::SetFactor set_;
  mutable std::vector<bool> in_set_;  // which items the set factor holds
  mutable Items set_items_;
  mutable bool rows_in_use_ = false;
  Items asked_;  // the candidates whose gains were last asked for
  std::vector<double> answered_;
};

}  // namespace holdfast
