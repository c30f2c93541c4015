#include "holdfast/attacks/game.hpp"

namespace holdfast {

Game::~Game() = default;

std::optional<Strike> Game::search_by_model(const Strike& /*from*/, double /*enough*/) {
  return std::nullopt;
}

}  // namespace holdfast
