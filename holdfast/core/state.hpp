#pragma once

#include <memory>

#include "holdfast/core/lazy_ranking.hpp"

namespace holdfast {

class Objective;
class Run;

/// f at one set S, which changes one item at a time. Every query takes a batch: one call per step
/// for all candidates lets an objective use matrix products and threads.
///
/// The public methods check arguments, track membership and count evaluations for all objectives;
/// an objective implements the private virtuals. One State serves one thread; clones are
/// independent.
class HOLDFAST_EXPORT State {
 public:
  virtual ~State();
  State& operator=(const State&) = delete;

  const Objective& objective() const { return *objective_; }
  const Run& run() const { return *run_; }

  /// The members, in the order in which they were added.
  const Items& items() const { return items_; }
  bool contains(Item item) const {
    return item >= 0 && static_cast<std::size_t>(item) < member_.size() &&
           member_[static_cast<std::size_t>(item)] != 0;
  }
  std::size_t size() const { return items_.size(); }

  /// f(S).
  double value() const;
  /// f(S + c) - f(S) for each candidate, none of which may be a member.
  std::vector<double> gains(std::span<const Item> candidates);
  /// f(S) - f(S - e) for each member, in the order of items().
  std::vector<double> losses();
  /// The `count` candidates of largest gain, best first, ties by TieRule: exactly the ranking of
  /// gains(candidates), but an objective may prove that a candidate cannot win instead of
  /// evaluating it.
  std::vector<Scored> largest_gains(std::span<const Item> candidates, std::size_t count);
  /// The candidate of smallest gain, found in the same way. There must be at least one candidate.
  Scored smallest_gain(std::span<const Item> candidates);
  /// The `count` of these members with the largest losses, best first, ties by TieRule.
  std::vector<Scored> largest_losses(std::span<const Item> members, std::size_t count);
  /// The first of these members, in the order given, that is among the `count` with the largest
  /// losses. An objective may prove that it is without computing every loss. There must be one.
  Item first_of_largest_losses(std::span<const Item> members, std::size_t count);
  /// For each candidate, the Euclidean norm of the gradient of l with respect to its weights, at
  /// the optimum for S. Throws std::invalid_argument if the objective has no gradient.
  std::vector<double> gradient_norms(std::span<const Item> candidates);

  void add(Item item);
  void remove(Item item);

  std::unique_ptr<State> clone() const;

  /// How many set values, gains and losses have been computed so far, by this State and those it
  /// was cloned from.
  std::int64_t evaluations() const { return evaluations_; }

 protected:
  State(const Objective& objective, const Run& run);
  State(const State&) = default;

  /// For a virtual that evaluates more or less than what it returns.
  void count_evaluations(std::int64_t more) { evaluations_ += more; }
  /// Position of a member in items().
  std::size_t position(Item member) const;

 private:
  virtual double do_value() const = 0;
  virtual void do_gains(std::span<const Item> candidates, std::span<double> out) = 0;
  virtual void do_losses(std::span<double> out) = 0;
  /// Called before the item enters items().
  virtual void do_add(Item item) = 0;
  /// Called while the item is still at items()[position].
  virtual void do_remove(std::size_t position) = 0;
  virtual std::unique_ptr<State> do_clone() const = 0;
  /// Default: lazy evaluation if the objective is submodular, all gains otherwise.
  virtual std::vector<Scored> do_largest_gains(std::span<const Item> candidates, std::size_t count);
  /// Default: all gains, ranked.
  virtual Scored do_smallest_gain(std::span<const Item> candidates);
  /// Default: all losses, ranked. (Lazy evaluation cannot help: after a deletion every loss may
  /// have grown.)
  virtual std::vector<Scored> do_largest_losses(std::span<const Item> members, std::size_t count);
  /// Default: made from do_largest_losses. Called with 0 < count < |members|.
  virtual Item do_first_of_largest_losses(std::span<const Item> members, std::size_t count);
  virtual void do_gradient_norms(std::span<const Item> candidates, std::span<double> out);

  std::vector<double> evaluate_gains(std::span<const Item> candidates);
  std::vector<Scored> rank_all_gains(std::span<const Item> candidates, std::size_t count);
  std::vector<Scored> rank_gains_lazily(std::span<const Item> candidates, std::size_t count);
  bool all_members(std::span<const Item> items, bool wanted) const;
  void require_candidates(std::span<const Item> candidates);
  void require_members(std::span<const Item> members) const;
  void require_item(Item item) const;

  const Objective* objective_;
  const Run* run_;
  Items items_;
  std::vector<char> member_;  // not vector<bool>: read for every candidate in every step
  std::int64_t evaluations_ = 0;
  bool ascending_ = false;  // whether the candidates last asked for are known to ascend
  LazyRanking lazy_ranking_;
};

}  // namespace holdfast
