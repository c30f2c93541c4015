#include "holdfast/attacks/strong.hpp"

#include "holdfast/attacks/strong_attack.hpp"

namespace holdfast {

Deletion Strong::play(Game& game, Item tau) const { return strong_attack(game, tau); }

}  // namespace holdfast
