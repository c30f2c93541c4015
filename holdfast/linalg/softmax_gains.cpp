#include "holdfast/linalg/softmax_gains.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/ranking.hpp"
#include "holdfast/linalg/feature_slopes.hpp"
#include "holdfast/linalg/softmax_inverse_updates.hpp"
#include "holdfast/linalg/sparse_gain_bounds.hpp"

namespace holdfast::linalg {
namespace {

constexpr int screening_rounds = 5;
/// A round of screening that leaves more than this of the candidates is the last.
constexpr double worthwhile_share = 0.9;
constexpr std::size_t wave_size = 4;
/// Fewer candidates than this are rather fitted than certified.
constexpr std::size_t worth_certificates = 64;
/// Rounds of certificates; each but the first begins with a higher bar.
constexpr int certificate_rounds = 3;
/// What may be kept of certificates for the next search, in numbers.
constexpr Index most_remembered = Index{1} << 24U;
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// Sparse columns that are screened together.
constexpr std::size_t thin_batch = 64;
/// Slopes that are computed in a piece of work.
constexpr std::size_t slopes_at_once = 32;

/// Makes the guess satisfy guess * image = step (Broyden, Fletcher, Goldfarb, Shanno).
template <class Guess, class Numbers>
void learn(Guess guess, const Numbers& step, const Numbers& image) {
  const double bend = step.dot(image);
  if (!(bend > 0.0)) return;
  if (step.size() == 1) {
    guess(0, 0) = step[0] / image[0];
    return;
  }
  const Eigen::VectorXd mapped = guess * image;
  const double factor = (1.0 + image.dot(mapped) / bend) / bend;
  guess += factor * step.lazyProduct(step.transpose()) -
           (mapped.lazyProduct(step.transpose()) + step.lazyProduct(mapped.transpose())) / bend;
}

/// By falling value of a member; equal ones by rising feature, so that the order is always the
/// same.
template <class Candidate>
auto is_ahead_by(double Candidate::*key) {
  return [key](const Candidate* a, const Candidate* b) {
    return a->*key != b->*key ? a->*key > b->*key : a->feature < b->feature;
  };
}

/// The `count` of largest estimate come first, in order; returns how many there are.
template <class Candidate>
std::size_t bring_leaders_first(std::vector<Candidate*>& open, std::size_t count) {
  const std::size_t most = std::min(count, open.size());
  const auto end = open.begin() + static_cast<std::ptrdiff_t>(most);
  std::partial_sort(open.begin(), end, open.end(), is_ahead_by(&Candidate::estimate));
  return most;
}

/// The model with a column, on the thread that has fitted it. Nothing if the curvature there has no
/// inverse: whoever needs it will hear of it.
void foresee_model(const SoftmaxData& data, SolvedColumn& solved) {
  try {
    auto point = evaluate(data, solved.columns, solved.weights.front());
    const FactoredCurvature factor(curvature<double>(data, solved.columns, point, nullptr));
    solved.model = std::make_shared<SoftmaxModel>(
        SoftmaxModel{std::move(solved.columns), std::move(point), factor.inverse(nullptr)});
  } catch (const NumericFailure&) {
    solved.model = nullptr;
  }
}

}  // namespace

double scale_of(std::span<const FittedPart> parts) {
  double sum = 0.0;
  for (const auto& part : parts) sum += part.goal.scale;
  return sum;
}

GainSearch::GainSearch(std::vector<FittedPart> parts, double value, Workers& workers)
    : parts_(std::move(parts)),
      scale_(scale_of(parts_)),
      value_(value),
      workers_(workers),
      bar_(minus_infinity) {}

double bar_of_largest(std::vector<double> scores, std::size_t count, double value, double scale) {
  if (scores.size() < count) return minus_infinity;
  const auto place = scores.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::nth_element(scores.begin(), place, scores.end(), std::greater<>());
  return *place - 2.0 * TieRule::width(*place, value) - 1e-12 * scale;
}

double GainSearch::bar_with(std::span<const std::optional<SolvedColumn>> more,
                            std::size_t count) const {
  std::vector<double> gains;
  for (const auto& column : found_) gains.push_back(column.gain);
  for (const auto& column : more) {
    if (column) gains.push_back(column->gain);
  }
  return bar_of_largest(std::move(gains), count, value_, scale_);
}

void GainSearch::add_up(Candidate& candidate) const {
  candidate.estimate = 0.0;
  candidate.bound = 0.0;
  for (const auto& part : known_) {
    candidate.estimate += part[candidate.place].estimate;
    candidate.bound += part[candidate.place].bound;
  }
}

namespace {

auto guess_of(Eigen::MatrixXd& guesses, Index feature) {
  return guesses.middleCols(feature * guesses.rows(), guesses.rows());
}

/// Slope, first step and estimate of a feature from the guess, and the bound that the slope gives.
void prepare_column(const FittedPart& part, const FeatureSlopes& slopes, Eigen::MatrixXd& guesses,
                    ScreenedColumn& column) {
  column.slope = slopes.of(column.feature);
  column.bound = square_k_inverse(column.slope) / (2.0 * part.data.ridges[column.feature]);
  auto guess = guess_of(guesses, column.feature);
  if (guess(0, 0) == 0.0) guess = slopes.own_curvature(column.feature).inverse();
  column.step.noalias() = guess * column.slope;
  column.estimate = 0.5 * column.slope.dot(column.step);
}

}  // namespace

std::vector<GainSearch::Candidate> GainSearch::prepare(std::span<const Index> features,
                                                       SchurGuesses& guesses) {
  guesses.resize(parts_.size());
  std::vector<Candidate> candidates(features.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& part = parts_[p];
    const Index outputs = part.data.outputs();
    if (guesses[p].size() == 0) guesses[p].setZero(outputs, outputs * part.data.features());
    known_.emplace_back(features, outputs);
    const FeatureSlopes slopes(part.data, part.model.point);
    workers_.share_range(candidates.size(), slopes_at_once,
                         [&](std::size_t begin, std::size_t end) {
                           for (std::size_t k = begin; k < end; ++k)
                             prepare_column(part, slopes, guesses[p], known_[p][k]);
                         });
  }
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    candidates[k] = {.feature = features[k], .place = k};
    add_up(candidates[k]);
  }
  return candidates;
}

template <class Bounds>
void GainSearch::look(std::size_t p, std::span<Candidate* const> candidates, const Bounds& bounds) {
  std::vector<ScreenedColumn*> batch;
  for (const auto* candidate : candidates) {
    auto& seen = seen_[p][candidate->place];
    seen = known_[p][candidate->place];
    batch.push_back(&seen);
  }
  bounds.screen(batch);
}

void GainSearch::adopt(std::size_t p, std::span<Candidate* const> candidates,
                       SchurGuesses& guesses) {
  for (const auto* candidate : candidates) {
    auto& known = known_[p][candidate->place];
    const double bound = known.bound;
    known = seen_[p][candidate->place];
    known.bound = std::min(known.bound, bound);
    auto guess = guess_of(guesses[p], known.feature);
    learn(guess, known.step, known.image);
    known.step.noalias() = guess * known.slope;
  }
}

template <class Bounds>
void GainSearch::screen_part(std::size_t p, std::span<Candidate* const> candidates,
                             std::size_t batch_size, const Bounds& bounds, SchurGuesses& guesses) {
  workers_.share_range(candidates.size(), batch_size, [&](std::size_t begin, std::size_t end) {
    const auto batch = candidates.subspan(begin, end - begin);
    look(p, batch, bounds);
    adopt(p, batch, guesses);
  });
}

const SoftmaxGainBounds& GainSearch::bounds_of(std::size_t p) {
  bounds_.resize(parts_.size());
  const auto& [data, model, goal] = parts_[p];
  if (!bounds_[p]) bounds_[p].emplace(data, model.columns, model.point, model.inverse);
  return *bounds_[p];
}

void GainSearch::screen(std::span<Candidate*> candidates, SchurGuesses& guesses) {
  screened_ += static_cast<std::int64_t>(candidates.size());
  const std::span<Candidate*> ahead =
      std::ranges::partition(candidates, [](const auto* one) { return !one->screened_ahead; });
  const auto unseen = candidates.first(candidates.size() - ahead.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    adopt(p, ahead, guesses);
    const auto& [data, model, goal] = parts_[p];
    std::span<Candidate*> others = unseen;
    if (data.design->is_sparse()) {
      const SparseGainBounds sparse(data, model.columns, model.point, model.inverse);
      const auto is_thin = [&](const Candidate* one) { return sparse.can_screen(one->feature); };
      others = std::ranges::stable_partition(unseen, is_thin);
      screen_part(p, unseen.first(unseen.size() - others.size()), thin_batch, sparse, guesses);
    }
    if (others.empty()) continue;
    screen_part(p, others, SoftmaxGainBounds::batch_size(data), bounds_of(p), guesses);
  }
  for (auto* candidate : candidates) {
    candidate->screened_ahead = false;
    add_up(*candidate);
  }
}

bool GainSearch::solve_part(std::size_t which, double bar, bool keep_columns,
                            SolvedColumn& solved) const {
  const auto& [data, model, part_goal] = parts_[which];
  auto columns = model.columns.with(data, solved.feature);
  const BorderedCurvature inverse(data, model.columns, model.point, model.inverse, solved.feature);
  SoftmaxPoint start = model.point;
  start.weights = with_zero_row(model.point.weights, columns.count() - 1);
  NewtonGoal goal = part_goal;
  goal.beaten_below = model.point.objective + bar;
  auto result = maximize(data, columns, std::move(start), &inverse, goal);
  if (result.stopped_early) return false;
  solved.gain += std::max(0.0, result.point.objective - model.point.objective);
  if (keep_columns) solved.columns = std::move(columns);
  solved.weights.push_back(std::move(result.point.weights));
  return true;
}

std::optional<SolvedColumn> GainSearch::solve(const Candidate& candidate, double bar,
                                              bool keep_columns) const {
  SolvedColumn solved;
  solved.feature = candidate.feature;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    // What the parts that are still to come can add at most.
    double open = 0.0;
    for (std::size_t later = p + 1; later < known_.size(); ++later)
      open += known_[later][candidate.place].bound;
    if (!solve_part(p, bar - solved.gain - open, keep_columns, solved)) return std::nullopt;
  }
  return solved;
}

void GainSearch::solve_first(std::vector<Candidate*>& open, std::size_t wave, std::size_t count) {
  std::vector<std::optional<SolvedColumn>> results(std::min(wave, open.size()));
  workers_.share(results.size(), [&](std::size_t k) { results[k] = solve(*open[k], bar_); });
  take(std::move(results), open, count);
}

void GainSearch::take(std::vector<std::optional<SolvedColumn>> results,
                      std::vector<Candidate*>& open, std::size_t count) {
  solved_ += static_cast<std::int64_t>(results.size());
  for (auto& result : results) {
    if (result) found_.push_back(std::move(*result));
  }
  open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(results.size()));
  bar_ = bar_with({}, count);
  std::erase_if(open, [&](const Candidate* candidate) { return candidate->bound < bar_; });
}

void GainSearch::solve_leaders(std::vector<Candidate*>& open, std::size_t count) {
  const std::size_t most = bring_leaders_first(open, count);
  std::size_t leaders = 0;
  while (leaders < most && (found_.size() + leaders < count || open[leaders]->estimate > bar_)) {
    ++leaders;
  }
  solve_first(open, leaders, count);
}

void GainSearch::solve_leaders_and_screen_ahead(std::vector<Candidate*>& open, std::size_t count) {
  bring_leaders_first(open, count);
  const auto likely = reaching(std::span(open).subspan(count), open[count - 1]->estimate);
  const SoftmaxData& data = parts_.front().data;
  const std::size_t batch_size = SoftmaxGainBounds::batch_size(data);
  for (std::size_t p = 0; p < parts_.size(); ++p) bounds_of(p);
  // The leader will probably be chosen. Where the next step could not share the making of its
  // model, that is done here.
  const bool foresees = count == 1 && parts_.size() == 1 && data.outputs() == 1;
  std::vector<std::optional<SolvedColumn>> results(count);
  std::atomic<std::size_t> unsolved = count;
  std::atomic<double> known_bar = minus_infinity;
  workers_.share(count + (likely.size() + batch_size - 1) / batch_size, [&](std::size_t which) {
    if (which < count) {
      results[which] = solve(*open[which], bar_, foresees);
      if (--unsolved == 0) known_bar = bar_with(results, count);
      if (foresees && results[which]) foresee_model(data, *results[which]);
    } else {
      const auto rest = std::span(likely).subspan((which - count) * batch_size);
      screen_ahead(reaching(rest.first(std::min(batch_size, rest.size())), known_bar));
    }
  });
  take(std::move(results), open, count);
}

/// Those that may reach the bar, by falling bound.
std::vector<GainSearch::Candidate*> GainSearch::reaching(std::span<Candidate* const> candidates,
                                                         double bar) {
  std::vector<Candidate*> likely;
  std::ranges::copy_if(candidates, std::back_inserter(likely),
                       [&](const Candidate* candidate) { return candidate->bound >= bar; });
  std::ranges::sort(likely, is_ahead_by(&Candidate::bound));
  return likely;
}

void GainSearch::screen_ahead(std::span<Candidate* const> candidates) {
  if (candidates.empty()) return;
  for (std::size_t p = 0; p < parts_.size(); ++p) look(p, candidates, *bounds_[p]);
  for (auto* candidate : candidates) candidate->screened_ahead = true;
}

std::vector<SolvedColumn> GainSearch::largest(std::span<const Index> features, std::size_t count,
                                              SchurGuesses& guesses, GainStarts& starts) {
  count = std::min(count, features.size());
  auto candidates = prepare(features, guesses);
  for (const auto& part : parts_) seen_.emplace_back(features, part.data.outputs());
  recall(candidates, starts);
  std::vector<Candidate*> open;
  for (auto& candidate : candidates) open.push_back(&candidate);

  // A high bar early lets the cheap bounds do most of the work.
  const bool alone = workers_.threads() == 1 || parts_.front().data.design->is_sparse();
  if (alone || starts.skip_screening || count == 0) {
    solve_leaders(open, count);
  } else {
    solve_leaders_and_screen_ahead(open, count);
  }
  if (!starts.skip_screening) screen_and_solve(open, count, guesses, starts);
  if (open.size() > worth_certificates) certify(open, count, starts);
  std::ranges::sort(open, is_ahead_by(&Candidate::bound));
  while (!open.empty()) solve_first(open, wave_size, count);
  if (!starts.of_parts.empty()) remember(starts);
  return std::move(found_);
}

void GainSearch::screen_and_solve(std::vector<Candidate*>& open, std::size_t count,
                                  SchurGuesses& guesses, GainStarts& starts) {
  for (int round = 0; round < screening_rounds && !open.empty(); ++round) {
    const auto before = static_cast<double>(open.size());
    screen(open, guesses);
    solve_leaders(open, count);
    if (static_cast<double>(open.size()) > worthwhile_share * before) {
      starts.skip_screening = round == 0 && open.size() > worth_certificates;
      break;
    }
  }
}

void GainStarts::clear() {
  of_parts.clear();
  skip_screening = false;
}

void GainSearch::recall(std::span<Candidate> candidates, const GainStarts& starts) {
  if (starts.of_parts.empty()) return;
  for (auto& candidate : candidates) {
    const auto feature = static_cast<std::size_t>(candidate.feature);
    double sum = 0.0;
    bool known = true;
    for (const auto& of_part : starts.of_parts) {
      known = known && of_part[feature].change.size() > 0;
      sum += of_part[feature].reached;
    }
    if (known) candidate.estimate = sum;
  }
}

void GainSearch::remember(GainStarts& starts) const {
  for (const auto& solved : found_) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const Eigen::MatrixXd& before = parts_[p].model.point.weights;
      auto& [change, reached] = starts.of_parts[p][static_cast<std::size_t>(solved.feature)];
      change = (solved.weights[p] - with_zero_row(before, before.rows())).cast<float>();
      reached = solved.gain / static_cast<double>(parts_.size());
    }
  }
}

void GainSearch::certify(Candidate& candidate, std::span<const GainCertificates> models,
                         GainStarts& starts) {
  const auto feature = static_cast<std::size_t>(candidate.feature);
  double total = 0.0;
  for (const auto& part : known_) total += part[candidate.place].estimate;
  double reached = 0.0;
  for (std::size_t p = 0; p < models.size(); ++p) {
    auto& part = known_[p][candidate.place];
    // The bar is shared out as the gain probably is.
    const double share = total > 0.0 && models.size() > 1 ? part.estimate / total : 1.0;
    auto& start = starts.of_parts[p][feature];
    part.bound = std::min(part.bound, models[p].bound(candidate.feature, bar_ * share, start));
    reached += start.reached;
  }
  add_up(candidate);
  candidate.estimate = reached;
}

void GainSearch::certify(std::vector<Candidate*>& open, std::size_t count, GainStarts& starts) {
  std::vector<GainCertificates> models;
  std::vector<std::vector<CertifiedStart>> of_parts;
  for (const auto& [data, model, goal] : parts_) {
    models.emplace_back(data, model.columns, model.point, model.inverse);
    of_parts.emplace_back(static_cast<std::size_t>(data.features()));
  }
  if (starts.of_parts.empty()) starts.of_parts = std::move(of_parts);
  for (int round = 0; round < certificate_rounds && !open.empty(); ++round) {
    const double bar_before = bar_;
    workers_.share(open.size(), [&](std::size_t k) { certify(*open[k], models, starts); });
    std::erase_if(open, [&](const Candidate* candidate) { return candidate->bound < bar_; });
    solve_leaders(open, count);
    if (!(bar_ > bar_before)) break;
  }
  const auto& [data, model, goal] = parts_.front();
  const Index numbers = model.columns.count() * data.outputs() * std::ssize(parts_);
  if (numbers * data.features() > most_remembered) starts.of_parts.clear();
}

std::vector<double> GainSearch::gains_of_steps(std::span<const Candidate> candidates) const {
  std::vector<double> gains(candidates.size(), 0.0);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    // Computes only what a column adds to the objective: labels, penalty, and the normalizers.
    const auto& [data, model, goal] = parts_[p];
    const Index m = data.outputs();
    const SoftmaxColumns none{{}, Eigen::VectorXd(0), Eigen::MatrixXd(0, m)};
    const double before = objective_at(data, none, Eigen::MatrixXd(0, m), model.point.scores);
    workers_.share_range(
        candidates.size(), SoftmaxGainBounds::batch_size(data),
        [&](std::size_t begin, std::size_t end) {
          Eigen::MatrixXd scores;
          for (std::size_t k = begin; k < end; ++k) {
            const auto& [feature, slope, step, image, estimate, bound] = known_[p][k];
            const SoftmaxColumns own{Eigen::MatrixXd(0, 1),
                                     Eigen::VectorXd::Constant(1, data.ridges[feature]),
                                     data.label_sums.row(feature)};
            scores.noalias() = data.design->column(feature) * step.transpose();
            scores += model.point.scores;
            gains[k] += objective_at(data, own, step.transpose(), scores) - before;
          }
        });
  }
  return gains;
}

std::vector<SolvedColumn> GainSearch::smallest(std::span<const Index> features,
                                               SchurGuesses& guesses) {
  auto candidates = prepare(features, guesses);
  const auto at_least = gains_of_steps(candidates);
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return at_least[k]; });
  double least = std::numeric_limits<double>::infinity();
  // A gain this far above the smallest can neither be the smallest nor tie with it.
  const auto bar = [&] { return least + 2.0 * TieRule::width(least, value_) + 1e-12 * scale_; };
  for (std::size_t done = 0; done < order.size();) {
    if (std::isfinite(least) && at_least[order[done]] > bar()) break;
    const std::size_t wave = std::min(wave_size, order.size() - done);
    std::vector<SolvedColumn> results(wave);
    workers_.share(wave, [&](std::size_t i) {
      results[i] = *solve(candidates[order[done + i]], minus_infinity);
    });
    for (auto& result : results) {
      least = std::min(least, result.gain);
      found_.push_back(std::move(result));
    }
    solved_ += static_cast<std::int64_t>(wave);
    done += wave;
  }
  return std::move(found_);
}

std::vector<double> GainSearch::all(std::span<const Index> features) {
  std::vector<double> gains(features.size());
  workers_.share(features.size(), [&](std::size_t k) {
    gains[k] = solve({.feature = features[k]}, minus_infinity)->gain;
  });
  solved_ += static_cast<std::int64_t>(features.size());
  return gains;
}

}  // namespace holdfast::linalg
