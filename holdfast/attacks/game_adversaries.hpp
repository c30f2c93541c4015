#pragma once

#include <functional>
#include <utility>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/strong_attack.hpp"
#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// An adversary that plays on a Game. The value it reports is that of a State, as for every other
/// adversary.
class HOLDFAST_EXPORT GameAdversary : public Adversary {
 public:
  std::string name() const override { return name_; }

 protected:
  /// May fill `proven` and `at_least`.
  using Play = std::function<Deletion(Game& game, Item tau)>;
  /// `play` always finds the worst deletion if tau <= `exact_up_to`.
  GameAdversary(const char* name, Play play, Item exact_up_to)
      : name_(name), play_(std::move(play)), exact_up_to_(exact_up_to) {}

  Deletion do_attack(const State& state, Item tau) const override;

 private:
  const char* name_;
  Play play_;
  Item exact_up_to_;
};

/// Runs greedy-min after each possible first deletion and keeps the worst result (the first on
/// ties). Exact for tau <= 2: after each first deletion, greedy-min finds the worst second one.
struct HOLDFAST_EXPORT EachFirstGreedyMin : GameAdversary {
  EachFirstGreedyMin();
};

/// Builds what survives instead of what is deleted: from every possible first survivor, the member
/// of least gain is added until |S| - tau survive; the best few are improved by exchanges.
struct HOLDFAST_EXPORT GrowMin : GameAdversary {
  GrowMin();
};

/// Deletes pair by pair, each time the pair whose joint deletion lowers f most; the last item alone
/// if tau is odd. Exact for tau <= 2.
struct HOLDFAST_EXPORT PairGreedy : GameAdversary {
  PairGreedy();
};

/// The judge: the attacks of strong_attack.hpp, then branch and bound for about a quarter of a
/// second (a number of nodes), then, unless the worst case is proven by then, the paper's four
/// adversaries with their default options. So it never leaves more than one of these would. With
/// Effort::quick it makes the attacks only, a tenth of the work, for judging thousands of sets.
class HOLDFAST_EXPORT Strong : public GameAdversary {
 public:
  explicit Strong(Effort effort = Effort::thorough);

 private:
  Deletion do_attack(const State& state, Item tau) const override;

  Effort effort_;
};

/// Improves another adversary's deletion: makes the best exchange of a deleted item for a survivor
/// while that lowers f.
class HOLDFAST_EXPORT ImprovedByExchanges : public Adversary {
 public:
  explicit ImprovedByExchanges(std::unique_ptr<Adversary> base);
  ~ImprovedByExchanges() override;

  /// The name of the other adversary with "+ls", for local search.
  std::string name() const override;

 private:
  Deletion do_attack(const State& state, Item tau) const override;

  std::unique_ptr<Adversary> base_;
};

}  // namespace holdfast
