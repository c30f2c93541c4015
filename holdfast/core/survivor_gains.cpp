#include "holdfast/core/survivor_gains.hpp"

namespace holdfast {

SurvivorGains::~SurvivorGains() = default;

}  // namespace holdfast
