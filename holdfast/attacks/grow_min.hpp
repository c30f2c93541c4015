#pragma once

#include "holdfast/attacks/game_adversary.hpp"

namespace holdfast {

/// Builds what survives instead of what is deleted: from every possible first survivor, the member
/// of least gain is added until |S| - tau survive; the best few are improved by exchanges.
class HOLDFAST_EXPORT GrowMin : public GameAdversary {
 public:
  std::string name() const override { return "grow-min"; }

 private:
  Deletion play(Game& game, Item tau) const override;
};

}  // namespace holdfast
