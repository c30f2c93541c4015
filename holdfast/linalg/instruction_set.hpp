#pragma once

#include <string>

namespace holdfast::linalg {

/// What the kernels of this library were compiled for: "x86-64-v4", "x86-64 baseline", "aarch64".
/// Where several libraries are installed, the loader has chosen this one.
std::string instruction_set();

/// Of the Eigen that the kernels were compiled with: "3.4.0".
std::string eigen_version();

}  // namespace holdfast::linalg
