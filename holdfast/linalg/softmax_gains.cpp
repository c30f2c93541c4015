#include "holdfast/linalg/softmax_gains.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "holdfast/core/ranking.hpp"
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
/// Numbers in a batch of sparse columns that are written out.
constexpr Index largest_batch = Index{1} << 22U;

std::size_t chunk_size(Index outputs) {
  return static_cast<std::size_t>(std::clamp<Index>(144 / outputs, 8, 64));
}

/// For columns that are written out if they are sparse.
std::size_t batch_size(const SoftmaxData& data) {
  const std::size_t chunk = chunk_size(data.outputs());
  if (!data.design->is_sparse()) return chunk;
  const Index most = std::max<Index>(1, largest_batch / (data.rows() * data.outputs()));
  return std::min(chunk, static_cast<std::size_t>(most));
}

/// The slopes of features beside a fitted model, and their own curvatures.
class FeatureSlopes {
 public:
  explicit FeatureSlopes(const FittedPart& part)
      : data_(part.data),
        point_(part.model.point),
        open_(score_gradient(data_, point_)),
        products_(*data_.design, open_) {
    if (data_.design->is_sparse())
      everywhere_ = covariance(weighed(*data_.design, point_.probabilities), point_.probabilities);
  }

  Eigen::VectorXd of(Index feature) const { return products_.with(feature); }

  /// The curvature of one feature alone.
  Eigen::MatrixXd own_curvature(Index feature) const {
    const auto& design = *data_.design;
    const auto which = static_cast<std::size_t>(feature);
    Eigen::MatrixXd result;
    if (design.is_sparse() && design.is_zero[which]) {
      result.setZero(data_.outputs(), data_.outputs());
    } else if (design.is_sparse() && design.is_thin[which]) {
      result = thin_curvature(feature);
    } else {
      const Eigen::VectorXd squares =
          weighed(design, Eigen::VectorXd(design.column(feature).cwiseAbs2()));
      const Eigen::MatrixXd weighted = squares.asDiagonal() * point_.probabilities;
      result = covariance(weighted, point_.probabilities);
    }
    result.array() -= data_.ridges[feature] / static_cast<double>(data_.classes);
    result.diagonal().array() += data_.ridges[feature];
    return result;
  }

 private:
  /// Of the classes, summed over rows whose probabilities have these masses.
  static Eigen::MatrixXd covariance(const Eigen::MatrixXd& masses,
                                    const Eigen::MatrixXd& probabilities) {
    Eigen::MatrixXd result = -(probabilities.transpose() * masses);
    result.diagonal() += masses.colwise().sum().transpose();
    return result;
  }

  /// That of all rows as if they had no entry, and what the entries change.
  Eigen::MatrixXd thin_curvature(Index feature) const {
    const auto& design = *data_.design;
    const auto where = design.rows_of(feature);
    const auto what = design.entries.column_values(static_cast<std::size_t>(feature));
    const double square = design.elsewhere[feature] * design.elsewhere[feature];
    Eigen::MatrixXd here(std::ssize(where), data_.outputs());
    Eigen::VectorXd more(here.rows());
    for (Index i = 0; i < here.rows(); ++i) {
      const Index row = where[static_cast<std::size_t>(i)];
      const double x = design.scaled(feature, what[static_cast<std::size_t>(i)]);
      here.row(i) = point_.probabilities.row(row);
      more[i] = (x * x - square) * (design.is_weighted() ? design.weights[row] : 1.0);
    }
    return square * everywhere_ + covariance(more.asDiagonal() * here, here);
  }

  const SoftmaxData& data_;
  const SoftmaxPoint& point_;
  Eigen::MatrixXd open_;
  ColumnProducts products_;
  Eigen::MatrixXd everywhere_;  // covariance of the classes, over all rows; if sparse
};

/// Makes the guess satisfy guess * image = step (Broyden, Fletcher, Goldfarb, Shanno).
void learn(Eigen::MatrixXd& guess, const Eigen::VectorXd& step, const Eigen::VectorXd& image) {
  const double bend = step.dot(image);
  if (!(bend > 0.0)) return;
  const Eigen::VectorXd mapped = guess * image;
  const double factor = (1.0 + image.dot(mapped) / bend) / bend;
  guess += factor * step * step.transpose() -
           (mapped * step.transpose() + step * mapped.transpose()) / bend;
}

/// By falling value of a member; equal ones by rising feature, so that the order is always the
/// same.
template <class Candidate>
void sort_falling(std::vector<Candidate*>& columns, double Candidate::*key) {
  std::sort(columns.begin(), columns.end(), [key](const auto* a, const auto* b) {
    return a->*key != b->*key ? a->*key > b->*key : a->feature < b->feature;
  });
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

double GainSearch::bar(std::size_t count) const {
  std::vector<double> gains;
  for (const auto& column : found_) gains.push_back(column.gain);
  return bar_of_largest(std::move(gains), count, value_, scale_);
}

void GainSearch::add_up(Candidate& candidate) {
  candidate.estimate = 0.0;
  candidate.bound = 0.0;
  for (const auto& part : candidate.parts) {
    candidate.estimate += part.estimate;
    candidate.bound += part.bound;
  }
}

namespace {

/// Slope, first step and estimate of a feature from the guess, and the bound that the slope gives.
ScreenedColumn prepared_column(const FittedPart& part, const FeatureSlopes& slopes, Index feature,
                               Eigen::MatrixXd& guess) {
  ScreenedColumn column;
  column.feature = feature;
  column.slope = slopes.of(feature);
  column.bound = square_k_inverse(column.slope) / (2.0 * part.data.ridges[feature]);
  if (guess.size() == 0) guess = slopes.own_curvature(feature).inverse();
  column.step.noalias() = guess * column.slope;
  column.estimate = 0.5 * column.slope.dot(column.step);
  return column;
}

}  // namespace

std::vector<GainSearch::Candidate> GainSearch::prepare(std::span<const Index> features,
                                                       SchurGuesses& guesses) {
  guesses.resize(parts_.size());
  std::vector<Candidate> candidates(features.begin(), features.end());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& part = parts_[p];
    guesses[p].resize(static_cast<std::size_t>(part.data.features()));
    const FeatureSlopes slopes(part);
    workers_.share_range(candidates.size(), chunk_size(1), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const Index feature = candidates[k].feature;
        auto& guess = guesses[p][static_cast<std::size_t>(feature)];
        candidates[k].parts.push_back(prepared_column(part, slopes, feature, guess));
      }
    });
  }
  for (auto& candidate : candidates) add_up(candidate);
  return candidates;
}

template <class Bounds>
void GainSearch::screen_part(std::size_t p, std::span<Candidate*> candidates,
                             std::size_t batch_size, const Bounds& screening,
                             SchurGuesses& guesses) {
  workers_.share_range(candidates.size(), batch_size, [&](std::size_t begin, std::size_t end) {
    std::vector<ScreenedColumn> batch;
    for (std::size_t k = begin; k < end; ++k) batch.push_back(candidates[k]->parts[p]);
    screening.screen(batch);
    for (std::size_t k = begin; k < end; ++k) {
      auto& result = batch[k - begin];
      auto& known = candidates[k]->parts[p];
      auto& guess = guesses[p][static_cast<std::size_t>(result.feature)];
      learn(guess, result.step, result.image);
      result.step.noalias() = guess * result.slope;
      result.bound = std::min(result.bound, known.bound);
      known = std::move(result);
    }
  });
}

void GainSearch::screen(std::span<Candidate*> candidates, SchurGuesses& guesses) {
  screened_ += static_cast<std::int64_t>(candidates.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto& [data, model, goal] = parts_[p];
    std::span<Candidate*> others = candidates;
    if (data.design->is_sparse()) {
      const SparseGainBounds sparse(data, model.columns, model.point, model.inverse);
      const auto is_thin = [&](const Candidate* one) { return sparse.can_screen(one->feature); };
      others = std::ranges::stable_partition(candidates, is_thin);
      screen_part(p, candidates.first(candidates.size() - others.size()), thin_batch, sparse,
                  guesses);
    }
    if (others.empty()) continue;
    const SoftmaxGainBounds screening(data, model.columns, model.point, model.inverse);
    screen_part(p, others, batch_size(data), screening, guesses);
  }
  for (auto* candidate : candidates) add_up(*candidate);
}

bool GainSearch::solve_part(std::size_t which, double bar, SolvedColumn& solved) const {
  const auto& [data, model, part_goal] = parts_[which];
  const auto columns = model.columns.with(data, solved.feature);
  const BorderedCurvature inverse(data, model.columns, model.point, model.inverse, solved.feature);
  SoftmaxPoint start = model.point;
  start.weights = with_zero_row(model.point.weights, columns.count() - 1);
  NewtonGoal goal = part_goal;
  goal.beaten_below = model.point.objective + bar;
  auto result = maximize(data, columns, std::move(start), &inverse, goal);
  if (result.stopped_early) return false;
  solved.gain += std::max(0.0, result.point.objective - model.point.objective);
  solved.weights.push_back(std::move(result.point.weights));
  return true;
}

std::optional<SolvedColumn> GainSearch::solve(const Candidate& candidate, double bar) const {
  SolvedColumn solved{candidate.feature, 0.0, {}};
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    // What the parts that are still to come can add at most.
    double open = 0.0;
    for (std::size_t later = p + 1; later < candidate.parts.size(); ++later)
      open += candidate.parts[later].bound;
    if (!solve_part(p, bar - solved.gain - open, solved)) return std::nullopt;
  }
  return solved;
}

void GainSearch::solve_first(std::vector<Candidate*>& open, std::size_t wave, std::size_t count) {
  std::vector<std::optional<SolvedColumn>> results(std::min(wave, open.size()));
  workers_.share(results.size(), [&](std::size_t k) { results[k] = solve(*open[k], bar_); });
  solved_ += static_cast<std::int64_t>(results.size());
  for (auto& result : results) {
    if (result) found_.push_back(std::move(*result));
  }
  open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(results.size()));
  bar_ = bar(count);
  std::erase_if(open, [&](const Candidate* candidate) { return candidate->bound < bar_; });
}

void GainSearch::solve_leaders(std::vector<Candidate*>& open, std::size_t count) {
  sort_falling(open, &Candidate::estimate);
  std::size_t leaders = 0;
  while (leaders < std::min(count, open.size()) &&
         (found_.size() + leaders < count || open[leaders]->estimate > bar_)) {
    ++leaders;
  }
  solve_first(open, leaders, count);
}

std::vector<SolvedColumn> GainSearch::largest(std::span<const Index> features, std::size_t count,
                                              SchurGuesses& guesses, GainStarts& starts) {
  count = std::min(count, features.size());
  auto candidates = prepare(features, guesses);
  recall(candidates, starts);
  std::vector<Candidate*> open;
  for (auto& candidate : candidates) open.push_back(&candidate);

  // A high bar early lets the cheap bounds do most of the work.
  solve_leaders(open, count);
  if (!starts.skip_screening) screen_and_solve(open, count, guesses, starts);
  if (open.size() > worth_certificates) certify(open, count, starts);
  sort_falling(open, &Candidate::bound);
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
                         GainStarts& starts) const {
  const auto feature = static_cast<std::size_t>(candidate.feature);
  double total = 0.0;
  for (const auto& part : candidate.parts) total += part.estimate;
  double reached = 0.0;
  for (std::size_t p = 0; p < models.size(); ++p) {
    auto& part = candidate.parts[p];
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
    workers_.share_range(candidates.size(), chunk_size(m), [&](std::size_t begin, std::size_t end) {
      Eigen::MatrixXd scores;
      for (std::size_t k = begin; k < end; ++k) {
        const auto& [feature, slope, step, image, estimate, bound] = candidates[k].parts[p];
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
    gains[k] = solve(Candidate(features[k]), minus_infinity)->gain;
  });
  solved_ += static_cast<std::int64_t>(features.size());
  return gains;
}

}  // namespace holdfast::linalg
