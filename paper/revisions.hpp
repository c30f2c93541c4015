#pragma once

#include <map>

#include "paper/work_units.hpp"

namespace holdfast::paper {

/// How often the code behind a result has changed its answers, by the name of the algorithm, the
/// adversary or the data.
using Revisions = std::map<std::string, int, std::less<>>;

/// The revisions of this program: the one place where they are written down.
const Revisions& current_revisions();

/// Everything that decides what a unit chooses and what the paper's adversaries leave of it: the
/// revisions of all code involved and the options it is run with. Stored results are used again
/// only under the same stamp. What a whole folder has in common (see StoreSettings) is not part of
/// it.
std::string stamp_of_choices(const Unit& unit, const Revisions& revisions);

/// Likewise for the judgements of a unit's choices; it contains their stamp.
std::string stamp_of_judgements(const Unit& unit, const Revisions& revisions);

}  // namespace holdfast::paper
