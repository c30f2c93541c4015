#pragma once

#include <memory>

#include "holdfast/attacks/game.hpp"
#include "holdfast/core/objective.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {

/// The game of a class model: played through States, but searched by quadratic models. The
/// objective, its problem and the run must outlive it.
std::unique_ptr<Game> make_class_game(const Objective& objective,
                                      const ClassificationProblem& problem, const Run& run);

}  // namespace holdfast
