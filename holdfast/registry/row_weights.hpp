#pragma once

#include "holdfast/registry/entries.hpp"

namespace holdfast::registry {

/// The option that names a file with the weights of the rows.
Option row_weights_option();

/// The weights of the rows, all positive; none if none were given. Takes them from the inputs, and
/// from all of the data, target and labels the rows of weight 0, which say nothing. Throws
/// InvalidInput for weights that cannot be.
std::vector<double> take_row_weights(ObjectiveInputs& inputs);

}  // namespace holdfast::registry
