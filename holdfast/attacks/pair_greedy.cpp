#include "holdfast/attacks/pair_greedy.hpp"

#include "holdfast/attacks/moves.hpp"

namespace holdfast {

Deletion PairGreedy::play(Game& game, Item tau) const { return pair_greedy(game, tau); }

}  // namespace holdfast
