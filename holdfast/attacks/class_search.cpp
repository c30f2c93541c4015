#include "holdfast/attacks/class_search.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <utility>

#include "holdfast/core/errors.hpp"

namespace holdfast {
namespace {

using linalg::BlockTableau;
using linalg::Index;

/// How many of the grown sets of survivors are improved further.
constexpr std::size_t followed = 4;
/// The number of random exchanges in one kick, and the number of kicks.
constexpr int class_kick_size = 8;
constexpr int class_kicks = 12;
constexpr std::uint64_t class_kick_stream = 7200;
/// How many exchanges of the worst deletion are fitted, whatever the model says.
constexpr std::size_t refined = 12;
/// A deletion that leaves more than the worst by this share is dropped.
constexpr double slack = 0.02;
/// A change of the model by less than this share of the largest value is rounding.
constexpr double least_change = 1e-9;

/// The inverse of a model's curvature, to precondition a fit of what the model keeps.
class KeptInverse final : public linalg::CurvatureInverse {
 public:
  explicit KeptInverse(Eigen::MatrixXd inverse) : inverse_(std::move(inverse)) {}
  Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const override {
    const Eigen::VectorXd by_blocks = linalg::symmetric_times(inverse_, gradient.transpose());
    return by_blocks.reshaped(gradient.cols(), gradient.rows()).transpose();
  }

 private:
  Eigen::MatrixXd inverse_;
};

void move_one(BlockTableau& model, Index block) { model.move(std::span(&block, 1)); }

void make(const BlockTableau::Exchange& exchange, BlockTableau& model) {
  move_one(model, exchange.joining);
  move_one(model, exchange.leaving);
}

std::vector<Index> blocks_from(Index first, bool kept, const BlockTableau& model) {
  std::vector<Index> blocks;
  for (Index block = first; block < model.blocks(); ++block) {
    if (model.is_kept(block) == kept) blocks.push_back(block);
  }
  return blocks;
}

Items sorted(Items items) {
  std::ranges::sort(items);
  return items;
}

std::vector<Index> features_of(const Items& items, std::span<const Items> blocks) {
  if (blocks.empty()) return {items.begin(), items.end()};
  std::vector<Index> features;
  for (const Item item : items) {
    const Items& own = blocks[static_cast<std::size_t>(item)];
    features.insert(features.end(), own.begin(), own.end());
  }
  return features;
}

/// Where the columns of each block begin: the intercept's, then those of each item.
std::vector<Index> offsets_of(bool intercept, const Items& items, std::span<const Items> blocks) {
  std::vector<Index> offsets{0};
  if (intercept) offsets.push_back(1);
  for (const Item item : items) {
    const Index size = blocks.empty() ? 1 : std::ssize(blocks[static_cast<std::size_t>(item)]);
    offsets.push_back(offsets.back() + size);
  }
  return offsets;
}

}  // namespace

ClassSearch::ClassSearch(const linalg::SoftmaxStructure& model, std::span<const Items> blocks,
                         Items set, const Run& run)
    : data_(model.data),
      goal_(model.goal),
      set_(sorted(std::move(set))),
      run_(run),
      first_(data_.intercept ? 1 : 0),
      features_(features_of(set_, blocks)),
      offsets_(offsets_of(data_.intercept, set_, blocks)),
      columns_(linalg::SoftmaxColumns::gather(data_, features_)) {}

std::vector<Index> ClassSearch::columns_of(const std::vector<Index>& blocks) const {
  std::vector<Index> columns;
  for (const Index block : blocks) {
    const auto which = static_cast<std::size_t>(block);
    for (Index c = offsets_[which]; c < offsets_[which + 1]; ++c) columns.push_back(c);
  }
  return columns;
}

std::optional<ClassSearch::Fitted> ClassSearch::fit(std::vector<Index> kept,
                                                    Eigen::MatrixXd weights,
                                                    const linalg::CurvatureInverse* inverse,
                                                    double limit) {
  run_.check_stop();
  ++fits_;
  std::vector<Index> features;
  for (const Index column : columns_of(kept)) {
    if (column >= first_) features.push_back(features_[static_cast<std::size_t>(column - first_)]);
  }
  const auto columns = linalg::SoftmaxColumns::gather(data_, features);
  linalg::NewtonGoal goal = goal_;
  goal.enough_above = limit + data_.base_likelihood;
  auto result =
      linalg::maximize(data_, columns, linalg::evaluate(data_, columns, std::move(weights)),
                       inverse, goal, &run_.workers());
  if (result.stopped_early) return std::nullopt;
  const double value = result.point.objective - data_.base_likelihood;
  if (value > limit) return std::nullopt;
  return Fitted{std::move(kept), std::move(result.point), value};
}

std::optional<ClassSearch::Fitted> ClassSearch::fit(const BlockTableau& model, double limit) {
  auto kept = blocks_from(0, true, model);
  const KeptInverse inverse(model.inverse(kept));
  const Eigen::VectorXd found = model.weights(kept);
  const Index m = data_.outputs();
  Eigen::MatrixXd weights = found.reshaped(m, found.size() / m).transpose();
  try {
    return fit(std::move(kept), std::move(weights), &inverse, limit);
  } catch (const NumericFailure&) {
    return std::nullopt;
  }
}

ClassSearch::Fitted ClassSearch::fit_anew(const Items& deleted) {
  std::vector<Index> kept;
  if (data_.intercept) kept.push_back(0);
  for (std::size_t i = 0; i < set_.size(); ++i) {
    if (!holds(deleted, set_[i])) kept.push_back(first_ + static_cast<Index>(i));
  }
  auto weights = linalg::weights_of_no_feature(data_, std::ssize(columns_of(kept)));
  return *fit(std::move(kept), std::move(weights), nullptr,
              std::numeric_limits<double>::infinity());
}

BlockTableau ClassSearch::model_around(const Fitted& at) const {
  const Index q = columns_.count();
  const Index m = data_.outputs();
  linalg::SoftmaxPoint point = at.point;
  point.weights.setZero(q, m);
  point.weights(columns_of(at.kept), Eigen::all) = at.point.weights;
  const Eigen::MatrixXd curvature =
      linalg::curvature<double>(data_, columns_, point, &run_.workers());
  const Eigen::VectorXd slopes =
      linalg::gradient(data_, columns_, point).reshaped() + curvature * point.weights.reshaped();
  std::vector<Index> by_blocks;
  for (Index i = 0; i < q; ++i) {
    for (Index c = 0; c < m; ++c) by_blocks.push_back(c * q + i);
  }
  std::vector<Index> sizes;
  for (std::size_t block = 1; block < offsets_.size(); ++block)
    sizes.push_back(m * (offsets_[block] - offsets_[block - 1]));
  return {curvature(by_blocks, by_blocks), slopes(by_blocks), sizes};
}

BlockTableau ClassSearch::model_at(const Fitted& at) const {
  BlockTableau model = model_around(at);
  model.move(at.kept);
  return model;
}

void ClassSearch::descend(BlockTableau& model) const {
  // The limit keeps rounding from making it cycle.
  for (std::size_t step = 0; step < 2 * set_.size(); ++step) {
    run_.check_stop();
    const auto best = model.best_exchanges(first_, 1);
    if (best.empty() || !(best.front().change < -least_change * goal_.scale)) return;
    make(best.front(), model);
  }
}

bool ClassSearch::grow_from(Index first, std::size_t survivors, VisitedSets& visited,
                            BlockTableau& model) const {
  move_one(model, first);
  std::uint64_t fingerprint = VisitedSets::fingerprint(static_cast<Item>(first));
  for (std::size_t size = 1; size < survivors; ++size) {
    run_.check_stop();
    if (!visited.insert(fingerprint)) return false;
    const auto left = blocks_from(first_, false, model);
    const Index least =
        *std::ranges::min_element(left, {}, [&](Index block) { return model.gain(block); });
    move_one(model, least);
    fingerprint += VisitedSets::fingerprint(static_cast<Item>(least));
  }
  return true;
}

void ClassSearch::exchange_at_random(Random& random, BlockTableau& model) const {
  for (int i = 0; i < class_kick_size; ++i) {
    const auto deleted = blocks_from(first_, false, model);
    const auto kept = blocks_from(first_, true, model);
    move_one(model, deleted[random.below(deleted.size())]);
    move_one(model, kept[random.below(kept.size())]);
  }
}

bool ClassSearch::is_new(const BlockTableau& model) {
  std::uint64_t fingerprint = 0;
  for (const Index block : blocks_from(first_, true, model)) {
    fingerprint += VisitedSets::fingerprint(static_cast<Item>(block));
  }
  return visited_.insert(fingerprint);
}

void ClassSearch::settle(Fitted at) {
  for (;;) {
    if (at.value < best_.value) best_ = at;
    if (done()) return;
    BlockTableau model = model_at(at);
    descend(model);
    if (!is_new(model)) return;
    auto next = fit(model, at.value);
    if (!next) return;
    at = std::move(*next);
  }
}

void ClassSearch::grow(std::size_t survivors, const Fitted& around) {
  BlockTableau nothing = model_around(around);
  if (data_.intercept) move_one(nothing, 0);
  std::vector<Fitted> grown;
  VisitedSets visited_on_the_way;
  for (Index first = first_; first < nothing.blocks(); ++first) {
    BlockTableau model = nothing;
    if (!grow_from(first, survivors, visited_on_the_way, model)) continue;
    descend(model);
    if (!is_new(model)) continue;
    auto fitted = fit(model, (1.0 + slack) * best_.value);
    if (fitted && fitted->value <= stop_below_) return settle(std::move(*fitted));
    if (fitted) grown.push_back(std::move(*fitted));
  }
  std::ranges::stable_sort(grown, {}, &Fitted::value);
  if (grown.size() > followed) grown.resize(followed);
  for (auto& fitted : grown) {
    if (done()) return;
    settle(std::move(fitted));
  }
}

/// The model of no feature knows nothing of the worst deletion so far, so it leads elsewhere. But
/// it may be far off: what it leads to need not be possible to fit.
void ClassSearch::grow_from_nothing(std::size_t survivors) {
  const Fitted known = best_;
  try {
    grow(survivors, fit_anew(set_));
  } catch (const NumericFailure&) {
    if (!(best_.value <= known.value)) best_ = known;
  }
}

void ClassSearch::kick() {
  Random random(0, class_kick_stream);
  BlockTableau worst = model_at(best_);
  for (int round = 0; round < class_kicks && !done(); ++round) {
    BlockTableau model = worst;
    exchange_at_random(random, model);
    descend(model);
    if (!is_new(model)) continue;
    auto fitted = fit(model, (1.0 + slack) * best_.value);
    if (!fitted) continue;
    const double before = best_.value;
    settle(std::move(*fitted));
    if (best_.value < before) worst = model_at(best_);
  }
}

void ClassSearch::refine() {
  for (bool better = true; better && !done();) {
    better = false;
    const BlockTableau worst = model_at(best_);
    for (const auto& exchange : worst.best_exchanges(first_, refined)) {
      BlockTableau model = worst;
      make(exchange, model);
      if (!is_new(model)) continue;
      auto fitted = fit(model, best_.value);
      if (!fitted) continue;
      const double before = best_.value;
      settle(std::move(*fitted));
      better = best_.value < before;
      if (better) break;
    }
  }
}

std::optional<Deletion> ClassSearch::run(const Items& from, double stop_below) {
  stop_below_ = stop_below;
  try {
    best_ = fit_anew(from);
    settle(best_);
    if (!done()) grow(set_.size() - from.size(), Fitted(best_));
    if (!done()) grow_from_nothing(set_.size() - from.size());
    if (!done()) kick();
    if (!done()) refine();
  } catch (const NumericFailure&) {
    return std::nullopt;
  }
  Deletion worst;
  worst.value = best_.value;
  for (std::size_t i = 0; i < set_.size(); ++i) {
    const bool kept = std::ranges::binary_search(best_.kept, first_ + static_cast<Index>(i));
    if (!kept) worst.items.push_back(set_[i]);
  }
  return worst;
}

}  // namespace holdfast
