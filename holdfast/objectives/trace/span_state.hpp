#pragma once

#include "holdfast/objectives/trace/member_moves.hpp"
#include "holdfast/objectives/trace/span_walk.hpp"

namespace holdfast {

/// The State that the objectives of a TraceOracle share. It has two representations of S, each
/// brought up to date only when it is needed:
///   CandidateRows, over all items, for gains: an added item costs one column of A and O(|S| |V|);
///   SetFactor, over the members only, for losses, deletions and values: O(|S|^2), independent of
///   the number of items.
/// So an attack never touches the items that were not chosen, and greedy never builds an inverse.
class SpanState : public State {
 public:
  ~SpanState() override;

 protected:
  /// What the rows carry along beside the items, and how columns are guessed.
  struct Shape {
    std::size_t attached;  ///< how many numbers
    std::size_t guesses;   ///< how many items are named that may enter next
  };
  /// States that share `walk` reuse each other's rows. The responses are attached.
  SpanState(const Objective& objective, const TraceOracle& oracle, std::shared_ptr<SpanWalk> walk,
            const Run& run)
      : SpanState(objective, oracle, {oracle.responses(), oracle.guesses()}, std::move(walk), run) {
  }
  SpanState(const Objective& objective, const TraceOracle& oracle, Shape shape,
            std::shared_ptr<SpanWalk> walk, const Run& run);
  SpanState(const SpanState&) = default;

  const linalg::CandidateRows& rows() const { return rows_; }
  const linalg::SetFactor& set() const { return set_.factor(); }
  const TraceOracle& oracle() const { return *oracle_; }
  void bring_rows_up_to_date() const;
  void bring_set_up_to_date() const { set_.follow(*this, *oracle_); }
  Workers& workers() const;

 private:
  /// f from the rows, or from the set factor.
  virtual double value_by_rows() const = 0;
  virtual double value_by_set() const = 0;
  /// The gains, called with the rows up to date. An item that adds no direction has gain 0.
  virtual void gains_by_rows(std::span<const Item> candidates, std::span<double> out) const = 0;
  virtual void losses_by_set(std::span<double> out) const = 0;
  /// The attached numbers of an item, valid until the next call. `likely` names items that may be
  /// asked for next.
  virtual std::span<const double> attachment(Item item,
                                             const std::function<Items()>& /*likely*/) const {
    return oracle_->response(item);
  }
  /// What to combine the rows by when one enters; null for nothing.
  virtual linalg::CandidateRows::Combination* combination() const { return nullptr; }
  /// Called when a row has entered (as the last of rows()), when a row has left, and when all have
  /// left, to update what gains are computed from.
  virtual void row_entered(std::span<const double> row) const = 0;
  virtual void row_left(std::span<const double> row) const = 0;
  virtual void rows_cleared() const = 0;

  double do_value() const override;
  void do_gains(std::span<const Item> candidates, std::span<double> out) override;
  void do_losses(std::span<double> out) override;
  void do_add(Item /*item*/) override {}
  void do_remove(std::size_t /*position*/) override {}
  /// True if at most the last item is missing from the rows, as in a greedy run. Otherwise the set
  /// factor is used.
  bool rows_are_nearer() const;
  /// `soon` lists the columns needed right after this one.
  void append_row(Item item, const Items& soon) const;
  Items likely_next() const;

  const TraceOracle* oracle_;
  std::size_t guesses_;
  // Both representations are caches that follow items().
  mutable linalg::CandidateRows rows_;
  std::shared_ptr<SpanWalk> walk_;  // shared with all States of the objective
  SpanWalk::Rows earlier_;          // the rows of `walk_` when this State began
  mutable bool on_walk_ = true;     // whether rows_ are a prefix of earlier_
  mutable MemberFactor set_;
  mutable bool rows_in_use_ = false;
  Items asked_;  // the candidates of the last query for gains
  std::vector<double> answered_;
};

}  // namespace holdfast
