#include "holdfast/attacks/strong.hpp"

#include "holdfast/attacks/strong_attack.hpp"

namespace holdfast {

Strike Strong::strike(Game& game, Item tau) const { return strong_attack(game, tau); }

}  // namespace holdfast
