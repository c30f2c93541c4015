#pragma once

#include <memory>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"

/// One of each, for what they all promise.
namespace holdfast::support {

/// Without omp, which serves only objectives with a gradient.
std::vector<std::unique_ptr<Algorithm>> every_algorithm();
std::vector<std::unique_ptr<Algorithm>> every_algorithm_for(const Objective& objective);
std::vector<std::unique_ptr<Adversary>> every_adversary();

}  // namespace holdfast::support
