#include "holdfast/attacks/class_search.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <functional>
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
/// Where models are small: the number of kicks of a thorough search.
constexpr int thorough_kicks = 200;
/// How many swaps are returned, and how many of them are fitted where models are small.
constexpr std::size_t most_swaps = 256;
constexpr int fitted_swaps = 48;
/// Entries of the matrices of all models that a search may make where it has a choice.
constexpr double affordable_entries = 1.5e6;
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
  /// `own` are the places of a part's weights among those of the kept blocks. The model must
  /// outlive it.
  KeptInverse(const BlockTableau& model, std::vector<Index> kept, std::vector<Index> own)
      : model_(model), kept_(std::move(kept)), own_(std::move(own)) {}
  Eigen::MatrixXd times(const Eigen::MatrixXd& gradient) const override {
    // Most fits end before they need it.
    if (inverse_.size() == 0) inverse_ = model_.inverse(kept_)(own_, own_);
    const Eigen::VectorXd by_blocks = linalg::symmetric_times(inverse_, gradient.transpose());
    return by_blocks.reshaped(gradient.cols(), gradient.rows()).transpose();
  }

 private:
  const BlockTableau& model_;
  std::vector<Index> kept_;
  std::vector<Index> own_;
  mutable Eigen::MatrixXd inverse_;
};

void make(const BlockTableau::Exchange& exchange, BlockTableau& model) {
  model.move_one(exchange.joining);
  model.move_one(exchange.leaving);
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
    : parts_(model.parts),
      base_likelihood_(model.base_likelihood()),
      intercept_(parts_.front().data.intercept),
      outputs_(parts_.front().data.outputs()),
      set_(sorted(std::move(set))),
      run_(run),
      first_(intercept_ ? 1 : 0),
      features_(features_of(set_, blocks)),
      offsets_(offsets_of(intercept_, set_, blocks)) {
  // The parts share their features.
  const auto& data = parts_.front().data;
  if (linalg::ThinColumns::pays(data, features_)) {
    thin_ = linalg::ThinColumns::gather(data, features_);
  } else {
    write_columns();
  }
}

void ClassSearch::write_columns() {
  if (!columns_.empty()) return;
  for (const auto& part : parts_)
    columns_.push_back(linalg::SoftmaxColumns::gather(part.data, features_));
}

std::vector<Index> ClassSearch::columns_of(const std::vector<Index>& blocks) const {
  std::vector<Index> columns;
  for (const Index block : blocks) {
    const auto which = static_cast<std::size_t>(block);
    for (Index c = offsets_[which]; c < offsets_[which + 1]; ++c) columns.push_back(c);
  }
  return columns;
}

std::vector<Index> ClassSearch::places_of(std::size_t part, Index columns) const {
  std::vector<Index> places;
  for (Index i = 0; i < columns; ++i) {
    const Index first = i * outputs_of_all() + static_cast<Index>(part) * outputs_;
    for (Index c = 0; c < outputs_; ++c) places.push_back(first + c);
  }
  return places;
}

std::optional<ClassSearch::Fitted> ClassSearch::fit(std::vector<Index> kept,
                                                    std::span<const Start> starts, double limit) {
  run_.check_stop();
  ++fits_;
  std::vector<Index> features;
  for (const Index column : columns_of(kept)) {
    if (column >= first_) features.push_back(features_[static_cast<std::size_t>(column - first_)]);
  }
  Fitted fitted{std::move(kept), {}, -base_likelihood_};
  // No part is worth less than nothing, which is its own base likelihood.
  double still_open = base_likelihood_;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& [data, part_goal] = parts_[p];
    still_open -= data.base_likelihood;
    const auto columns = linalg::SoftmaxColumns::gather(data, features);
    linalg::NewtonGoal goal = part_goal;
    goal.enough_above = limit - fitted.value - still_open;
    auto result =
        linalg::maximize(data, columns, linalg::evaluate(data, columns, starts[p].weights),
                         starts[p].inverse.get(), goal, &run_.workers());
    if (result.stopped_early) return std::nullopt;
    fitted.value += result.point.objective;
    fitted.points.push_back(std::move(result.point));
  }
  if (fitted.value > limit) return std::nullopt;
  return fitted;
}

std::optional<ClassSearch::Fitted> ClassSearch::fit_predicted(const BlockTableau& model,
                                                              double limit) {
  auto kept = blocks_from(0, true, model);
  const Eigen::VectorXd found = model.weights(kept);
  std::vector<Start> starts;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto own = places_of(p, found.size() / outputs_of_all());
    const Eigen::VectorXd weights = found(own);
    starts.push_back({weights.reshaped(outputs_, weights.size() / outputs_).transpose(),
                      std::make_unique<KeptInverse>(model, kept, own)});
  }
  return fit(std::move(kept), starts, limit);
}

std::optional<ClassSearch::Fitted> ClassSearch::fit(const BlockTableau& model, double limit) {
  try {
    return fit_predicted(model, limit);
  } catch (const NumericFailure&) {
    return std::nullopt;
  }
}

ClassSearch::Fitted ClassSearch::fit_anew(const Items& deleted) {
  std::vector<Index> kept;
  if (intercept_) kept.push_back(0);
  for (std::size_t i = 0; i < set_.size(); ++i) {
    if (!holds(deleted, set_[i])) kept.push_back(first_ + static_cast<Index>(i));
  }
  std::vector<Start> starts;
  for (const auto& part : parts_) {
    starts.push_back(
        {linalg::weights_of_no_feature(part.data, std::ssize(columns_of(kept))), nullptr});
  }
  return *fit(std::move(kept), starts, std::numeric_limits<double>::infinity());
}

BlockTableau ClassSearch::model_around(const Fitted& at) const {
  const Index q = count_columns();
  const Index own = outputs_ * q;  // weights of a part, one output after the other
  Eigen::MatrixXd curvature =
      Eigen::MatrixXd::Zero(own * std::ssize(parts_), own * std::ssize(parts_));
  Eigen::VectorXd slopes(curvature.rows());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& data = parts_[p].data;
    linalg::SoftmaxPoint point = at.points[p];
    point.weights.setZero(q, outputs_);
    point.weights(columns_of(at.kept), Eigen::indexing::all) = at.points[p].weights;
    const Index first = own * static_cast<Index>(p);
    auto block = curvature.block(first, first, own, own);
    Eigen::MatrixXd slope;
    if (thin_) {
      block = linalg::curvature(data, *thin_, point, &run_.workers());
      slope = linalg::gradient(data, *thin_, point);
    } else {
      block = linalg::curvature<double>(data, columns_[p], point, &run_.workers());
      slope = linalg::gradient(data, columns_[p], point);
    }
    slopes.segment(first, own) = slope.reshaped() + block * point.weights.reshaped();
  }
  std::vector<Index> by_blocks;
  for (Index i = 0; i < q; ++i) {
    for (Index c = 0; c < outputs_of_all(); ++c) by_blocks.push_back(c * q + i);
  }
  std::vector<Index> sizes;
  for (std::size_t block = 1; block < offsets_.size(); ++block)
    sizes.push_back(outputs_of_all() * (offsets_[block] - offsets_[block - 1]));
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
    if (best.empty() || !(best.front().change < least_change * base_likelihood_)) return;
    make(best.front(), model);
  }
}

bool ClassSearch::grow_from(Index first, std::size_t survivors, VisitedSets& visited,
                            BlockTableau& model) const {
  model.move_one(first);
  std::uint64_t fingerprint = VisitedSets::fingerprint(static_cast<Item>(first));
  for (std::size_t size = 1; size < survivors; ++size) {
    run_.check_stop();
    if (!visited.insert(fingerprint)) return false;
    const auto left = blocks_from(first_, false, model);
    const Index least =
        *std::ranges::min_element(left, {}, [&](Index block) { return model.gain(block); });
    model.move_one(least);
    fingerprint += VisitedSets::fingerprint(static_cast<Item>(least));
  }
  return true;
}

void ClassSearch::exchange_at_random(Random& random, BlockTableau& model) const {
  for (int i = 0; i < class_kick_size; ++i) {
    const auto deleted = blocks_from(first_, false, model);
    const auto kept = blocks_from(first_, true, model);
    model.move_one(deleted[random.below(deleted.size())]);
    model.move_one(kept[random.below(kept.size())]);
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
  if (intercept_) nothing.move_one(0);
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

int ClassSearch::affordable(int most) const {
  const auto weights = static_cast<double>(outputs_of_all() * count_columns());
  return static_cast<int>(std::min<double>(most, affordable_entries / (weights * weights)));
}

void ClassSearch::kick(Effort effort) {
  Random random(0, class_kick_stream);
  BlockTableau worst = model_at(best_);
  const int kicks =
      effort == Effort::quick ? class_kicks : std::max(class_kicks, affordable(thorough_kicks));
  for (int round = 0; round < kicks && !done(); ++round) {
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

std::vector<Swap> ClassSearch::swaps_in(const BlockTableau& model, double value) {
  std::vector<BlockTableau::Exchange> exchanges;
  model.for_each_exchange(first_, [&](const auto& exchange) { exchanges.push_back(exchange); });
  std::ranges::stable_sort(exchanges, std::greater<>(), &BlockTableau::Exchange::change);
  if (exchanges.size() > most_swaps) exchanges.resize(most_swaps);
  const auto item = [&](Index block) { return set_[static_cast<std::size_t>(block - first_)]; };
  const int fitted_ones = affordable(fitted_swaps);
  std::vector<Swap> found;
  for (const auto& exchange : exchanges) {
    found.push_back({item(exchange.leaving), item(exchange.joining), value + exchange.change});
    if (std::ssize(found) > fitted_ones) continue;
    BlockTableau swapped = model;
    make(exchange, swapped);
    if (const auto fitted = fit(swapped, unlimited)) found.back().bound = fitted->value;
  }
  return found;
}

std::optional<std::vector<Swap>> ClassSearch::swaps(const Items& outside, double floor) {
  try {
    const Fitted inside = fit_anew(outside);
    auto found = swaps_in(model_at(inside), inside.value);
    std::erase_if(found, [&](const Swap& swap) { return !(swap.bound > floor); });
    std::ranges::stable_sort(found, std::greater<>(), &Swap::bound);
    return found;
  } catch (const NumericFailure&) {
    return std::nullopt;
  }
}

void ClassSearch::try_others(std::span<const Items> known) {
  if (known.empty()) return;
  const BlockTableau worst = model_at(best_);
  const std::size_t tau = blocks_from(first_, false, worst).size();
  for (const Items& deleted : known) {
    BlockTableau model = worst;
    const auto is_named = [&](Index block) {
      return holds(deleted, set_[static_cast<std::size_t>(block - first_)]);
    };
    for (Index block = first_; block < model.blocks(); ++block) {
      if (model.is_kept(block) == is_named(block)) model.move_one(block);
    }
    for (std::size_t more = blocks_from(first_, false, model).size(); more < tau; ++more) {
      const auto kept = blocks_from(first_, true, model);
      model.move_one(
          *std::ranges::max_element(kept, {}, [&](Index block) { return model.loss(block); }));
    }
    if (!is_new(model)) continue;
    auto fitted = fit(model, best_.value);
    if (fitted) best_ = std::move(*fitted);
    if (done()) return;
  }
}

std::optional<Deletion> ClassSearch::run(std::span<const Items> known, double stop_below,
                                         Effort effort) {
  stop_below_ = stop_below;
  const std::size_t survivors = set_.size() - known.front().size();
  try {
    best_ = fit_anew(known.front());
    if (!done()) try_others(known.subspan(1));
    settle(best_);
    if (!done()) grow(survivors, Fitted(best_));
    if (!done()) grow_from_nothing(survivors);
    if (!done()) kick(effort);
    if (!done()) refine();
  } catch (const NumericFailure&) {
    return std::nullopt;
  }
  return worst();
}

Deletion ClassSearch::worst() const {
  Deletion worst;
  worst.value = best_.value;
  for (std::size_t i = 0; i < set_.size(); ++i) {
    const bool kept = std::ranges::binary_search(best_.kept, first_ + static_cast<Index>(i));
    if (!kept) worst.items.push_back(set_[i]);
  }
  return worst;
}

}  // namespace holdfast
