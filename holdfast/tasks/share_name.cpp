#include "holdfast/tasks/share_name.hpp"

namespace holdfast::tasks {

ShareName share_name(const BuiltObjective& built) {
  const auto& options = built.options;
  const std::string& name = options.owner();
  if (name == "logistic" || name == "softmax" || name == "one-vs-rest")
    return {.whole = "of the log-likelihood that can be gained"};
  if (name != "linear" || options.number("ridge") > 0.0) return {};  // a penalty is no variance
  if (options.flag("intercept")) return {.is_r_squared = true};
  return {.whole = "of the sum of squares"};
}

}  // namespace holdfast::tasks
