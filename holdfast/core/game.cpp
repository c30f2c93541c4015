#include "holdfast/core/game.hpp"

namespace holdfast {

Game::~Game() = default;

}  // namespace holdfast
