// Trying all deletions of a class model: the second half of ClassSearch.
#include "holdfast/attacks/class_search.hpp"
#include "holdfast/attacks/try_all.hpp"
#include "holdfast/core/errors.hpp"
#include "holdfast/linalg/skinny_products.hpp"

namespace holdfast {
namespace {

using linalg::BlockTableau;
using linalg::Index;

/// A model is made where it may spare more fits than that: about what it costs.
constexpr double fits_per_model = 20.0;

}  // namespace

double ClassSearch::value_at(const Eigen::VectorXd& weights) const {
  double value = -base_likelihood_;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Eigen::VectorXd own = weights(places_of(p, columns_[p].count()));
    const Eigen::MatrixXd by_columns = own.reshaped(outputs_, columns_[p].count()).transpose();
    value += linalg::objective_at(parts_[p].data, columns_[p], by_columns,
                                  linalg::product_with_skinny(columns_[p].values, by_columns));
  }
  return value;
}

void ClassSearch::try_last(const BlockTableau& model, Index from) {
  run_.check_stop();
  const auto count = static_cast<std::size_t>(model.blocks() - from);
  std::vector<double> at_least(count);
  run_.workers().share(count, [&](std::size_t i) {
    at_least[i] = value_at(model.weights_without(from + static_cast<Index>(i)));
  });
  deletions_tried_ += count;
  for (std::size_t i = 0; i < count; ++i) {
    if (at_least[i] > best_.value) continue;
    ++deletions_fitted_;
    BlockTableau less = model;
    less.move_one(from + static_cast<Index>(i));
    auto fitted = fit_predicted(less, best_.value);
    if (fitted && fitted->value < best_.value) best_ = std::move(*fitted);
  }
}

bool ClassSearch::pays_a_model(Index from, std::size_t more) const {
  if (more == 0 || deletions_tried_ == 0) return false;
  const auto left = static_cast<std::size_t>(std::ssize(set_) + first_ - from);
  if (left < more) return false;
  const double share =
      static_cast<double>(deletions_fitted_) / static_cast<double>(deletions_tried_);
  return share * count_deletions(left, static_cast<Item>(more)) > fits_per_model;
}

void ClassSearch::try_without(const BlockTableau& model, Index from, std::size_t more) {
  if (more == 1) return try_last(model, from);
  for (Index block = from; block + static_cast<Index>(more) <= model.blocks(); ++block) {
    BlockTableau less = model;
    less.move_one(block);
    if (pays_a_model(block + 1, more - 1)) less = model_at(*fit_predicted(less, unlimited));
    try_without(less, block + 1, more - 1);
  }
}

std::optional<Deletion> ClassSearch::try_all(const Items& from) {
  write_columns();
  try {
    best_ = fit_anew(from);
    settle(best_);
    try_without(model_at(fit_anew({})), first_, from.size());
  } catch (const NumericFailure&) {
    return std::nullopt;
  }
  Deletion proven = worst();
  proven.proven = true;
  proven.at_least = proven.value;
  return proven;
}

}  // namespace holdfast
