#pragma once

#include "cli/request.hpp"
#include "cli/session.hpp"

namespace holdfast::cli {

/// --cost-limits LIST.
registry::Option cost_limits_option();
/// The command curve, asked for --cost-limits.
void perform_cost_curve(Request& request, const Arguments& arguments, Session& session);

}  // namespace holdfast::cli
