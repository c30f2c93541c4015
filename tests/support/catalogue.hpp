#pragma once

#include <memory>
#include <vector>

#include "holdfast/core/adversary.hpp"
#include "holdfast/core/algorithm.hpp"

/// One of each, to test what they all promise.
namespace holdfast::support {

/// Without omp, which needs an objective with a gradient.
std::vector<std::unique_ptr<Algorithm>> every_algorithm();
std::vector<std::unique_ptr<Algorithm>> every_algorithm_for(const Objective& objective);
std::vector<std::unique_ptr<Adversary>> every_adversary();

}  // namespace holdfast::support
