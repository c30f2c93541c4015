#pragma once

#include <string>

namespace holdfast::cli {

/// Where a file that comes with the program lies: share/holdfast/ beside the bin/ of this very
/// program, in a build and in an installation. Empty if it is not there.
std::string shared_file(const std::string& name);

}  // namespace holdfast::cli
