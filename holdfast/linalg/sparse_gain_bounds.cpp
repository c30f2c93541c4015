#include "holdfast/linalg/sparse_gain_bounds.hpp"

#include <algorithm>
#include <limits>

namespace holdfast::linalg {
namespace {

/// A probability that would become negative is kept at this share of what it was, so that the
/// second answer of the old columns has some room.
constexpr double kept_share = 0.1;
/// Covers the rounding of sums, relative to the bound.
constexpr double margin = 1e-9;
/// The same for a difference, relative to what is subtracted from.
constexpr double margin_of_difference = 1e-10;

/// phi(x) is at most this times x^2, for all x >= -fall.
double entropy_factor(double fall) { return (3.0 - fall) / (6.0 - 4.0 * fall); }

/// The rows of a column's entries: changes of the probabilities of all classes there.
using Changes = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

/// Some candidates on their way from proposed steps to bounds.
class SparseGainBounds::Batch {
 public:
  Batch(const SparseGainBounds& model, std::span<ScreenedColumn* const> candidates)
      : model_(model),
        data_(model.data_),
        candidates_(candidates),
        q_(model.columns_.count()),
        m_(data_.outputs()),
        crosses_(Eigen::MatrixXd::Zero(q_ * m_, std::ssize(candidates))) {}

  void run() {
    for (std::size_t k = 0; k < candidates_.size(); ++k) add_cross(k);
    answers_.noalias() = -model_.inverse_ * crosses_;
    for (std::size_t k = 0; k < candidates_.size(); ++k) bound(k);
    if (!clipped_.empty()) answer_again();
    for (auto* candidate : candidates_) candidate->bound *= 1.0 + margin;
  }

 private:
  /// What moves in the rows of a candidate's entries.
  struct Here {
    std::span<const std::int32_t> rows;
    Eigen::VectorXd x;        ///< the entries, as differences from the other rows
    Eigen::VectorXd masses;   ///< the weights of the rows
    Changes all, of_answers;  ///< changes of the probabilities, relative to them: by everything,
                              ///< and by the answers of the old columns alone
  };

  /// Sums over the rows of the entries.
  struct Sums {
    double squares = 0.0;  ///< of p delta^2
    double squares_of_answers = 0.0;
    double largest_fall = 0.0;  ///< of -delta
    Eigen::VectorXd pull;       ///< x' P delta
  };

  struct Clipped {
    std::size_t k;
    double length;
    Here here;
  };

  using Answer = Eigen::Map<const Eigen::MatrixXd>;
  Answer as_answer(const Eigen::MatrixXd& of, std::size_t k) const {
    return {of.col(static_cast<Index>(k)).data(), q_, m_};
  }

  Here rows_of(Index feature) const {
    const auto& design = *data_.design;
    Here here{design.rows_of(feature), {}, {}, {}, {}};
    const auto what = design.entries.column_values(static_cast<std::size_t>(feature));
    here.x.resize(std::ssize(what));
    here.masses.setOnes(here.x.size());
    for (std::size_t p = 0; p < what.size(); ++p) {
      const auto i = static_cast<Index>(p);
      here.x[i] = design.scaled(feature, what[p]) - design.elsewhere[feature];
      if (design.is_weighted()) here.masses[i] = design.weights[here.rows[p]];
    }
    return here;
  }

  auto probabilities(const Here& here, Index i) const {
    return model_.probabilities_.row(here.rows[static_cast<std::size_t>(i)]);
  }
  auto old(const Here& here, Index i) const {
    return model_.old_.row(here.rows[static_cast<std::size_t>(i)]);
  }

  /// Changes of the scores of the first m classes as relative changes of all probabilities.
  template <class Row>
  static void center(const Eigen::RowVectorXd& scores, const Row& probabilities,
                     Eigen::Ref<Eigen::RowVectorXd> out) {
    const Index m = scores.size();
    const double mean = probabilities.head(m).dot(scores);
    out.head(m) = scores.array() - mean;
    out[m] = -mean;
  }

  /// X_S' D x d.
  void add_cross(std::size_t k) {
    if (q_ == 0) return;
    const auto& candidate = *candidates_[k];
    const Here here = rows_of(candidate.feature);
    Eigen::Map<Eigen::MatrixXd> cross(crosses_.col(static_cast<Index>(k)).data(), q_, m_);
    for (Index i = 0; i < here.x.size(); ++i) {
      const auto p = probabilities(here, i);
      const double mean = p.head(m_).dot(candidate.step);
      for (Index c = 0; c < m_; ++c) {
        cross.col(c) += (here.masses[i] * here.x[i] * p[c] * (candidate.step[c] - mean)) *
                        old(here, i).transpose();
      }
    }
  }

  void move(Here& here, const Eigen::VectorXd& step, const Answer& answer) const {
    here.all.resize(here.x.size(), m_ + 1);
    here.of_answers.resize(here.x.size(), m_ + 1);
    Eigen::RowVectorXd scores = Eigen::RowVectorXd::Zero(m_);
    for (Index i = 0; i < here.x.size(); ++i) {
      const auto p = probabilities(here, i);
      for (Index c = 0; c < m_; ++c) scores[c] = old(here, i).dot(answer.col(c));
      center(scores, p, here.of_answers.row(i));
      scores += here.x[i] * step.transpose();
      center(scores, p, here.all.row(i));
    }
  }

  Sums sums_over(const Here& here) const {
    Sums sums{.pull = Eigen::VectorXd::Zero(m_)};
    for (Index i = 0; i < here.x.size(); ++i) {
      const Eigen::RowVectorXd mass = here.masses[i] * probabilities(here, i);
      sums.squares += mass.dot(here.all.row(i).cwiseAbs2());
      sums.squares_of_answers += mass.dot(here.of_answers.row(i).cwiseAbs2());
      sums.largest_fall = std::max(sums.largest_fall, -here.all.row(i).minCoeff());
      sums.pull += here.x[i] * mass.head(m_).cwiseProduct(here.all.row(i).head(m_)).transpose();
    }
    return sums;
  }

  /// sum over the rows of the entries of p phi(length delta).
  double entropy_excess(const Here& here, double length) const {
    double sum = 0.0;
    for (Index i = 0; i < here.x.size(); ++i) {
      const auto x = length * here.all.row(i).array();
      sum += here.masses[i] *
             (probabilities(here, i).array() * x.square() * (3.0 + x) / (6.0 + 4.0 * x)).sum();
    }
    return sum;
  }

  /// sum over the old columns of ridge a K a'.
  double penalty_of(const Eigen::MatrixXd& answer) const {
    double sum = 0.0;
    for (Index i = 0; i < q_; ++i)
      sum += model_.columns_.ridges[i] * square_k(answer.row(i), data_.classes);
    return sum;
  }

  /// What the old columns' answer to `cross` adds to the sum of p delta^2 in the rows without an
  /// entry: what it adds in all rows, minus that in those with one.
  double squares_elsewhere(const Eigen::MatrixXd& answer, const Eigen::MatrixXd& cross,
                           double penalty, double squares_here) const {
    const double form = -answer.cwiseProduct(cross).sum();
    return std::max(0.0, form - penalty - squares_here) + margin_of_difference * std::abs(form);
  }

  /// The largest fall of a probability that an answer can cause in any row.
  double largest_fall(const Eigen::MatrixXd& answer) const {
    double first = 0.0;
    double second = 0.0;
    for (Index c = 0; c < m_; ++c) {
      const double score = model_.largest_.dot(answer.col(c).cwiseAbs());
      second = std::max(second, std::min(first, score));
      first = std::max(first, score);
    }
    return first + second;
  }

  /// Of the rows without an entry, and the penalty of the answer.
  double bound_elsewhere(const Eigen::MatrixXd& answer, double squares, double penalty) const {
    const double fall = largest_fall(answer);
    if (!(fall < 1.0)) return std::numeric_limits<double>::infinity();
    return entropy_factor(fall) * squares + 0.5 * penalty;
  }

  Eigen::VectorXd ridge_on(const Eigen::VectorXd& step, double ridge) const {
    return ridge * times_k(step.transpose(), data_.classes).transpose();
  }

  void bound(std::size_t k) {
    auto& candidate = *candidates_[k];
    Here here = rows_of(candidate.feature);
    const Answer answer = as_answer(answers_, k);
    move(here, candidate.step, answer);
    Sums sums = sums_over(here);
    const double ridge = data_.ridges[candidate.feature];
    const Eigen::VectorXd ridge_step = ridge_on(candidate.step, ridge);
    const double slope_step = candidate.slope.dot(candidate.step);
    const double image_step = (sums.pull + ridge_step).dot(candidate.step);
    candidate.estimate = image_step > 0.0 ? 0.5 * slope_step * slope_step / image_step : 0.0;

    // The length with the smallest bound in the quadratic model.
    const double penalty = penalty_of(answer);
    const double elsewhere =
        squares_elsewhere(answer, as_answer(crosses_, k), penalty, sums.squares_of_answers);
    const double bend = sums.squares + elsewhere + penalty + square_k_inverse(sums.pull) / ridge;
    const double aim =
        (sums.pull.dot(candidate.slope) + sums.pull.sum() * candidate.slope.sum()) / ridge;
    const double length = bend > 0.0 ? std::max(0.0, aim / bend) : 0.0;

    sums.pull *= length;
    candidate.step *= length;
    candidate.image = sums.pull + length * ridge_step;
    if (length * sums.largest_fall > 1.0) {
      clip(here, length);
      clipped_.push_back({k, length, std::move(here)});
      return;
    }
    const double square = length * length;
    candidate.bound = bound_elsewhere(length * answer, square * elsewhere, square * penalty) +
                      entropy_excess(here, length) +
                      square_k_inverse(candidate.slope - sums.pull) / (2.0 * ridge);
  }

  /// Makes the changes `length` times as large, but keeps probabilities from falling too far.
  void clip(Here& here, double length) const {
    here.all *= length;
    here.of_answers *= length;
    for (Index i = 0; i < here.x.size(); ++i) {
      auto delta = here.all.row(i).array();
      if (delta.minCoeff() >= kept_share - 1.0) continue;
      delta = delta.max(kept_share - 1.0);
      const double excess = (probabilities(here, i).array() * delta).sum();
      delta = (delta - excess) / (1.0 + excess);
    }
  }

  /// What clipping changed in the equations of the old columns.
  Eigen::MatrixXd open_equations(const Clipped& clipped) const {
    const auto& candidate = *candidates_[clipped.k];
    Eigen::MatrixXd open = Eigen::MatrixXd::Zero(q_, m_);
    Here before = rows_of(candidate.feature);
    move(before, candidate.step, Answer(open.data(), q_, m_));
    for (Index i = 0; i < before.x.size(); ++i) {
      const auto p = probabilities(before, i);
      for (Index c = 0; c < m_; ++c) {
        const double linear = before.all(i, c) + clipped.here.of_answers(i, c);
        open.col(c) += before.masses[i] * p[c] * (clipped.here.all(i, c) - linear) *
                       old(before, i).transpose();
      }
    }
    return open;
  }

  void answer_again() {
    Eigen::MatrixXd open(q_ * m_, std::ssize(clipped_));
    for (std::size_t place = 0; place < clipped_.size(); ++place)
      open.col(static_cast<Index>(place)) = open_equations(clipped_[place]).reshaped();
    const Eigen::MatrixXd more = -model_.inverse_ * open;
    for (std::size_t place = 0; place < clipped_.size(); ++place)
      bound_clipped(clipped_[place], as_answer(more, place), as_answer(open, place));
  }

  void bound_clipped(Clipped& clipped, const Answer& more, const Answer& open) {
    Here& here = clipped.here;
    auto& candidate = *candidates_[clipped.k];
    Eigen::RowVectorXd scores(m_);
    Eigen::RowVectorXd change(m_ + 1);
    for (Index i = 0; i < here.x.size(); ++i) {
      for (Index c = 0; c < m_; ++c) scores[c] = old(here, i).dot(more.col(c));
      center(scores, probabilities(here, i), change);
      here.all.row(i) += change;
      here.of_answers.row(i) += change;
    }
    const Sums sums = sums_over(here);
    const double ridge = data_.ridges[candidate.feature];
    candidate.image = sums.pull + ridge_on(candidate.step, ridge);
    if (sums.largest_fall > 1.0) {
      candidate.bound = std::numeric_limits<double>::infinity();
      return;
    }
    const Eigen::MatrixXd answer = clipped.length * as_answer(answers_, clipped.k) + more;
    const Eigen::MatrixXd cross = clipped.length * as_answer(crosses_, clipped.k) + open;
    const double penalty = penalty_of(answer);
    const double squares = squares_elsewhere(answer, cross, penalty, sums.squares_of_answers);
    candidate.bound = bound_elsewhere(answer, squares, penalty) + entropy_excess(here, 1.0) +
                      square_k_inverse(candidate.slope - sums.pull) / (2.0 * ridge);
  }

  const SparseGainBounds& model_;
  const SoftmaxData& data_;
  std::span<ScreenedColumn* const> candidates_;
  Index q_, m_;
  Eigen::MatrixXd crosses_;  ///< qm x candidates
  Eigen::MatrixXd answers_;  ///< -H^-1 of them
  std::vector<Clipped> clipped_;
};

SparseGainBounds::SparseGainBounds(const SoftmaxData& data, const SoftmaxColumns& columns,
                                   const SoftmaxPoint& point, const Eigen::MatrixXd& inverse)
    : data_(data),
      columns_(columns),
      inverse_(inverse),
      old_(columns.values),
      probabilities_(data.rows(), data.outputs() + 1),
      largest_(Eigen::VectorXd::Zero(columns.count())) {
  probabilities_.leftCols(data.outputs()) = point.probabilities;
  probabilities_.col(data.outputs()) = point.reference;
  for (Index s = 0; s < largest_.size(); ++s)
    largest_[s] = columns.values.col(s).cwiseAbs().maxCoeff();
}

bool SparseGainBounds::can_screen(Index feature) const {
  const auto& design = *data_.design;
  return design.is_thin[static_cast<std::size_t>(feature)] &&
         (design.intercept || design.elsewhere[feature] == 0.0);
}

void SparseGainBounds::screen(std::span<ScreenedColumn* const> candidates) const {
  Batch(*this, candidates).run();
}

}  // namespace holdfast::linalg
