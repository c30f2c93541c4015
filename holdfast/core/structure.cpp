#include "holdfast/core/structure.hpp"

namespace holdfast {

Structure::~Structure() = default;

}  // namespace holdfast
