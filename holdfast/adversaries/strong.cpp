#include "holdfast/adversaries/strong.hpp"

#include "holdfast/adversaries/cascade.hpp"

namespace holdfast {

Strike Strong::strike(Game& game, Item tau) const { return strike_hard(game, tau); }

}  // namespace holdfast
