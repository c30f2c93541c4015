#pragma once

#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

/// The judge of robust search: greedy-min, grow-min, greedy-min after forced first deletions and
/// pair-greedy, the best of each improved by exchanges (see strong_attack.hpp).
class HOLDFAST_EXPORT Strong : public GameAdversary {
 public:
  std::string name() const override { return "strong"; }

 private:
  Deletion play(Game& game, Item tau) const override;
};

}  // namespace holdfast
