#include "cli/share_words.hpp"

#include <fmt/format.h>

#include "cli/numbers.hpp"

namespace holdfast::cli {

ShareWords::ShareWords(const tasks::BuiltObjective& built, const Style& style)
    : objective_(*built.objective), whole_("of the largest possible") {
  const auto& options = built.options;
  const std::string& name = options.owner();
  if (name == "logistic" || name == "softmax" || name == "one-vs-rest")
    whole_ = "of the log-likelihood that can be gained";
  if (name != "linear" || options.number("ridge") > 0.0) return;  // a penalty is no variance
  if (options.flag("intercept")) {
    symbol_ = style.unicode ? "R\u00B2" : "R2";
  } else {
    whole_ = "of the sum of squares";
  }
}

std::string ShareWords::brief(double value) const {
  const auto share = tasks::share(objective_, value);
  if (!share || symbol_.empty()) return percent(share);
  return fmt::format("{} {:.3f}", symbol_, *share);
}

std::string ShareWords::full(double value) const {
  const std::string text = brief(value);
  return text.empty() || !symbol_.empty() ? text : text + " " + whole_;
}

}  // namespace holdfast::cli
