#include "holdfast/linalg/gain_certificates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "holdfast/linalg/bordered_single.hpp"
#include "holdfast/linalg/simplex_tilt.hpp"
#include "holdfast/linalg/skinny_products.hpp"

namespace holdfast::linalg {
namespace {

constexpr int most_newton_steps = 4;
constexpr int most_conjugate_steps = 12;
constexpr int most_halvings = 3;
/// Conjugate gradients end once what they leave open costs less than this of what may be added.
constexpr double affordable_share = 0.5;
/// And has become this much smaller, squared, in the norm of the preconditioner.
constexpr float enough_progress = 3e-2F;
/// Rows that are handled together, so that their data stay in the cache.
constexpr Index rows_at_once = 256;
/// Covers the error of logarithms in single precision, for each row.
constexpr double error_of_row = 1e-6;
constexpr double margin = 1e-9;
constexpr double infinity = std::numeric_limits<double>::infinity();

using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;

float dot(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

/// In blocks of rows: probabilities of the classes but the reference, given their scores, and the
/// sum of the rows' log-sum-exp, each times its weight.
double probabilities_of(const Matrix& scores, const Vector& row_weights, Matrix& out) {
  double normalizers = 0.0;
  Eigen::ArrayXf top(std::min(rows_at_once, scores.rows())), sum(top.size());
  for (Index begin = 0; begin < scores.rows(); begin += rows_at_once) {
    const Index size = std::min(rows_at_once, scores.rows() - begin);
    const auto block = scores.middleRows(begin, size).array();
    auto largest = top.head(size);
    auto total = sum.head(size);
    largest.setZero();
    for (Index c = 0; c < scores.cols(); ++c) largest = largest.max(block.col(c));
    total = (-largest).exp();
    for (Index c = 0; c < scores.cols(); ++c) {
      auto p = out.col(c).segment(begin, size).array();
      p = (block.col(c) - largest).exp();
      total += p;
    }
    largest += total.log();
    if (row_weights.size() > 0) largest *= row_weights.segment(begin, size).array();
    normalizers += static_cast<double>(largest.sum());
    total = total.inverse();
    for (Index c = 0; c < scores.cols(); ++c) out.col(c).segment(begin, size).array() *= total;
  }
  return normalizers;
}

void weigh(const Vector& row_weights, Matrix& rows) {
  if (row_weights.size() > 0) rows.array().colwise() *= row_weights.array();
}

/// D applied to changes of the scores: p_c (u_c - sum over classes of p u), times the weight.
Matrix covariance_times(const Matrix& probabilities, const Vector& row_weights,
                        const Matrix& change) {
  Matrix result(change.rows(), change.cols());
  Eigen::ArrayXf mean(std::min(rows_at_once, change.rows()));
  for (Index begin = 0; begin < change.rows(); begin += rows_at_once) {
    const Index size = std::min(rows_at_once, change.rows() - begin);
    const auto p = probabilities.middleRows(begin, size).array();
    const auto u = change.middleRows(begin, size).array();
    auto to = result.middleRows(begin, size).array();
    mean.head(size).setZero();
    for (Index c = 0; c < u.cols(); ++c) mean.head(size) += p.col(c) * u.col(c);
    for (Index c = 0; c < u.cols(); ++c) to.col(c) = p.col(c) * (u.col(c) - mean.head(size));
  }
  weigh(row_weights, result);
  return result;
}

/// As in times_k.
Matrix penalty_slope(const Vector& ridges, const Matrix& weights, int classes) {
  const Vector mean = weights.rowwise().sum() / static_cast<float>(classes);
  return ridges.asDiagonal() * (weights.colwise() - mean);
}

}  // namespace

/// The search for one feature.
class GainCertificates::Search {
 public:
  Search(const GainCertificates& model, Index feature, double bar, CertifiedStart& start)
      : model_(model),
        data_(model.data_),
        bar_(bar),
        start_(start),
        q_(model.values_.cols()),
        m_(data_.outputs()),
        x_(data_.design->column(feature)),
        x_single_(x_.cast<float>()),
        ridge_(data_.ridges[feature]),
        ridges_(q_ + 1),
        label_sums_(q_ + 1, m_),
        labels_of_x_(data_.label_sums.row(feature)),
        probabilities_(data_.rows(), m_) {
    ridges_ << model.ridges_, static_cast<float>(ridge_);
    label_sums_ << model.label_sums_, labels_of_x_.cast<float>();
  }

  double run() {
    begin();
    double best = infinity;
    for (int step = 0; step < most_newton_steps; ++step) {
      if (start_.reached > bar_) break;
      const std::optional<Direction> direction = newton_direction();
      if (!direction) break;
      best = std::min(best, bound_at(direction->scores));
      if (best < bar_) {
        start_.change += direction->weights;
        break;
      }
      if (!move(*direction)) break;
    }
    return best;
  }

 private:
  struct Direction {
    Matrix weights, scores;
  };

  Matrix scores_of(const Matrix& change) const {
    Matrix scores = product_with_skinny(model_.values_, Matrix(change.topRows(q_)));
    scores.noalias() += x_single_ * change.row(q_);
    return scores;
  }

  /// Fills the probabilities; returns what the weights gain over those of the model.
  double evaluate(const Matrix& change, const Matrix& scores) {
    const double normalizers = probabilities_of(scores, model_.row_weights_, probabilities_);
    Eigen::MatrixXd before = Eigen::MatrixXd::Zero(q_ + 1, m_);
    before.topRows(q_) = model_.point_.weights;
    const Eigen::MatrixXd after = before + change.cast<double>();
    double penalty = 0.0;
    for (Index i = 0; i <= q_; ++i) {
      penalty += static_cast<double>(ridges_[i]) *
                 (square_k(after.row(i), data_.classes) - square_k(before.row(i), data_.classes));
    }
    return (label_sums_.cast<double>().cwiseProduct(change.cast<double>())).sum() - normalizers +
           model_.normalizers_ - 0.5 * penalty;
  }

  void set_weights() {
    weights_ = start_.change;
    weights_.topRows(q_) += model_.weights_;
  }

  /// Where it was left, if that is better than the model without the feature.
  void begin() {
    Matrix change = Matrix::Zero(q_ + 1, m_);
    const Index known = start_.change.rows() - 1;
    if (known >= 0 && known <= q_) {
      change.topRows(known) = start_.change.topRows(known);
      change.row(q_) = start_.change.row(known);
      scores_ = model_.scores_ + scores_of(change);
      start_.reached = evaluate(change, scores_);
    }
    if (known < 0 || known > q_ || !(start_.reached >= 0.0)) {
      change.setZero();
      scores_ = model_.scores_;
      start_.reached = evaluate(change, scores_);
    }
    start_.change = std::move(change);
    set_weights();
  }

  Matrix transposed(const Matrix& rows) const {
    Matrix result(q_ + 1, m_);
    result.topRows(q_) = transposed_with_skinny(model_.values_, rows);
    result.row(q_) = x_single_.transpose() * rows;
    return result;
  }

  /// What an equation that is left open adds to the bound.
  double price(const Matrix& open) const {
    double sum = 0.0;
    for (Index i = data_.intercept ? 1 : 0; i <= q_; ++i)
      sum += static_cast<double>(square_k_inverse(open.row(i))) / (2.0 * ridge_of(i));
    return sum;
  }

  double ridge_of(Index i) const { return i < q_ ? model_.columns_.ridges[i] : ridge_; }

  std::optional<Direction> newton_direction() const {
    Matrix rows = probabilities_;
    weigh(model_.row_weights_, rows);
    rows = model_.indicators_ - rows;
    Matrix residual = transposed(rows) - penalty_slope(ridges_, weights_, data_.classes);
    const BorderedSingle border(model_.values_, model_.inverse_, probabilities_,
                                model_.row_weights_, x_single_, static_cast<float>(ridge_));
    if (!border.is_usable()) return std::nullopt;
    Direction direction{Matrix::Zero(q_ + 1, m_), Matrix::Zero(data_.rows(), m_)};
    Matrix search = border.times(residual);
    float size = dot(residual, search);
    const float goal = enough_progress * size;
    const double affordable = affordable_share * (bar_ - start_.reached);
    for (int step = 0; step < most_conjugate_steps && size > 0.0F; ++step) {
      const Matrix scores = scores_of(search);
      const Matrix image =
          transposed(covariance_times(probabilities_, model_.row_weights_, scores)) +
          penalty_slope(ridges_, search, data_.classes);
      const float bend = dot(search, image);
      if (!(bend > 0.0F)) break;
      const float length = size / bend;
      direction.weights += length * search;
      direction.scores += length * scores;
      residual -= length * image;
      const Matrix preconditioned = border.times(residual);
      const float next = dot(residual, preconditioned);
      if (next <= goal && price(residual) <= affordable) break;
      search = preconditioned + (next / size) * search;
      size = next;
    }
    if (!direction.weights.allFinite()) return std::nullopt;
    return direction;
  }

  /// Goes along the direction, less far if that gains nothing.
  bool move(const Direction& direction) {
    float length = 1.0F;
    for (int halving = 0; halving <= most_halvings; ++halving, length *= 0.5F) {
      Matrix change = start_.change + length * direction.weights;
      Matrix scores = scores_ + length * direction.scores;
      const double reached = evaluate(change, scores);
      if (!(reached > start_.reached)) continue;
      start_ = {std::move(change), reached};
      scores_ = std::move(scores);
      set_weights();
      return true;
    }
    return false;
  }

  /// Linearized probabilities after a change of the scores, those below zero set to zero, and each
  /// row made to add up to 1.
  void fill_moved(const Matrix& change, Eigen::MatrixXd& moved, Eigen::VectorXd& reference) const {
    const Index most = std::min(rows_at_once, data_.rows());
    Eigen::ArrayXXf raw(most, m_);  // stays in the first-level cache
    Eigen::ArrayXf mean(most), last(most);
    Eigen::ArrayXd share(most);
    for (Index begin = 0; begin < data_.rows(); begin += rows_at_once) {
      const Index size = std::min(rows_at_once, data_.rows() - begin);
      const auto p = probabilities_.middleRows(begin, size).array();
      const auto u = change.middleRows(begin, size).array();
      mean.head(size).setZero();
      last.head(size).setOnes();
      for (Index c = 0; c < m_; ++c) {
        mean.head(size) += p.col(c) * u.col(c);
        last.head(size) -= p.col(c);
      }
      last.head(size) = (last.head(size).max(0.0F) * (1.0F - mean.head(size))).max(0.0F);
      mean.head(size) = 1.0F - mean.head(size);
      share.head(size) = last.head(size).cast<double>();
      for (Index c = 0; c < m_; ++c) {
        raw.col(c).head(size) = (p.col(c) * (u.col(c) + mean.head(size))).max(0.0F);
        share.head(size) += raw.col(c).head(size).cast<double>();
      }
      share.head(size) = share.head(size).inverse();
      for (Index c = 0; c < m_; ++c) {
        moved.col(c).segment(begin, size).array() =
            raw.col(c).head(size).cast<double>() * share.head(size);
      }
      reference.segment(begin, size).array() = last.head(size).cast<double>() * share.head(size);
    }
  }

  /// With an intercept, whose ridge is 0, the totals of the classes must be those of the labels.
  bool meet_totals(Eigen::MatrixXd& moved, Eigen::VectorXd& reference) const {
    if (!data_.intercept) return true;
    const Eigen::MatrixXd masses = weighed(*data_.design, moved);
    Eigen::MatrixXd change = Eigen::MatrixXd::Zero(moved.rows(), m_);
    Eigen::VectorXd of_reference = Eigen::VectorXd::Zero(moved.rows());
    const Eigen::VectorXd open =
        (data_.indicators.colwise().sum() - masses.colwise().sum()).transpose();
    if (!tilt_to_totals(TiltedRows<double>{moved, masses}, open, change, of_reference))
      return false;
    moved.array() *= 1.0 + change.array();
    reference.array() *= 1.0 + of_reference.array();
    return true;
  }

  /// sum of p log p, each row times its weight.
  double entropy(const Eigen::MatrixXd& probabilities, const Eigen::VectorXd& reference) const {
    constexpr float least = 1e-37F;
    double sum = 0.0;
    for (Index begin = 0; begin < data_.rows(); begin += rows_at_once) {
      const Index size = std::min(rows_at_once, data_.rows() - begin);
      const Eigen::ArrayXf last = reference.segment(begin, size).array().cast<float>();
      Eigen::ArrayXf of_rows = last * last.max(least).log();
      for (Index c = 0; c < m_; ++c) {
        const Eigen::ArrayXf p = probabilities.col(c).segment(begin, size).array().cast<float>();
        of_rows += p * p.max(least).log();
      }
      if (model_.row_weights_.size() > 0)
        of_rows *= model_.row_weights_.segment(begin, size).array();
      sum += static_cast<double>(of_rows.sum());
    }
    return sum;
  }

  double bound_at(const Matrix& score_change) const {
    Eigen::MatrixXd moved(data_.rows(), m_);
    Eigen::VectorXd reference(data_.rows());
    fill_moved(score_change, moved, reference);
    if (!meet_totals(moved, reference)) return infinity;
    double dual = entropy(moved, reference) + error_of_row * data_.design->total_weight;
    const Eigen::MatrixXd open = data_.indicators - weighed(*data_.design, std::move(moved));
    const Eigen::MatrixXd of_columns = transposed_with_skinny(model_.columns_.values, open);
    for (Index i = data_.intercept ? 1 : 0; i < q_; ++i)
      dual += square_k_inverse(of_columns.row(i)) / (2.0 * ridge_of(i));
    dual += square_k_inverse(Eigen::RowVectorXd(x_.transpose() * open)) / (2.0 * ridge_);
    const double bound =
        dual - model_.point_.objective + margin * (std::abs(dual) + data_.design->total_weight);
    return std::isnan(bound) ? infinity : bound;
  }

  const GainCertificates& model_;
  const SoftmaxData& data_;
  double bar_;
  CertifiedStart& start_;
  Index q_, m_;
  Eigen::VectorXd x_;
  Vector x_single_;
  double ridge_;
  Vector ridges_;
  Matrix label_sums_;
  Eigen::RowVectorXd labels_of_x_;
  Matrix probabilities_, scores_;
  Matrix weights_;  ///< of the model with the feature, where the search is
};

GainCertificates::GainCertificates(const SoftmaxData& data, const SoftmaxColumns& columns,
                                   const SoftmaxPoint& point, const Eigen::MatrixXd& inverse)
    : data_(data),
      columns_(columns),
      point_(point),
      values_(columns.values.cast<float>()),
      inverse_(inverse.cast<float>()),
      scores_(point.scores.cast<float>()),
      indicators_(data.indicators.cast<float>()),
      weights_(point.weights.cast<float>()),
      label_sums_(columns.label_sums.cast<float>()),
      ridges_(columns.ridges.cast<float>()),
      row_weights_(data.design->weights.cast<float>()) {
  Matrix unused(scores_.rows(), scores_.cols());
  normalizers_ = probabilities_of(scores_, row_weights_, unused);
}

double GainCertificates::bound(Index feature, double bar, CertifiedStart& start) const {
  return Search(*this, feature, bar, start).run();
}

}  // namespace holdfast::linalg
