#include "cli/share_words.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/numbers.hpp"
#include "holdfast/tasks/share_name.hpp"

namespace holdfast::cli {

ShareWords::ShareWords(const tasks::BuiltObjective& built, const Style& style)
    : objective_(*built.objective) {
  auto name = tasks::share_name(built);
  if (name.is_r_squared) symbol_ = style.unicode ? "R\u00B2" : "R2";
  whole_ = std::move(name.whole);
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
