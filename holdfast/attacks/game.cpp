#include "holdfast/attacks/game.hpp"

#include "holdfast/attacks/block_game.hpp"
#include "holdfast/attacks/class_game.hpp"
#include "holdfast/attacks/covering_game.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/attacks/trace_game.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/softmax_structure.hpp"

namespace holdfast {

Game::~Game() = default;

std::optional<Deletion> Game::search_by_model(const Deletion& /*from*/, double /*stop_below*/,
                                              Effort /*effort*/) {
  return std::nullopt;
}

std::optional<Deletion> Game::search_from_known(std::span<const Items> /*known*/,
                                                double /*stop_below*/) {
  return std::nullopt;
}

std::optional<Deletion> Game::try_all(Item /*tau*/) { return std::nullopt; }

std::unique_ptr<Game> make_game(const Objective& objective, const Run& run,
                                std::span<const Item> pool) {
  objective.require_set(pool);
  const ItemStructure structure = objective.structure();
  if (const auto* oracle = structure.as<TraceOracle>()) {
    return structure.plain() ? make_trace_game(objective, *oracle, run, pool)
                             : make_block_game(objective, *oracle, structure.blocks, run, pool);
  }
  if (const auto* model = structure.as<linalg::SoftmaxStructure>())
    return std::make_unique<ClassGame>(objective, *model, structure.blocks, run);
  if (const auto* covering = structure.as<CoveringStructure>())
    return std::make_unique<CoveringGame>(objective, *covering, structure.blocks, run);
  return std::make_unique<StateGame>(objective, run);
}

std::unique_ptr<Game> game_at(const State& state) {
  auto game = make_game(state.objective(), state.run(), state.items());
  game->move_to(state.items());
  return game;
}

}  // namespace holdfast
