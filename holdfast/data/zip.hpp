#pragma once

#include <map>
#include <string>
#include <string_view>

namespace holdfast {

/// The members of a ZIP archive by name, unpacked: stored or deflated, also beyond 4 GiB. Throws
/// InvalidInput for anything else.
std::map<std::string, std::string> unzip(std::string_view bytes, const std::string& path);

}  // namespace holdfast
