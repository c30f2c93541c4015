#include "holdfast/linalg/softmax_gain_bounds.hpp"

#include <algorithm>

#include "holdfast/linalg/simplex_tilt.hpp"

namespace holdfast::linalg {
namespace {

/// Rows that are handled together, so that their data stay in the first-level cache.
constexpr Index row_block = 256;

/// Numbers in a batch of sparse columns that are written out.
constexpr Index largest_batch = Index{1} << 22U;

/// Single precision moves the columns' equations by about 1e-6 of their size, which moves the bound
/// by 1e-12 weight / ridge of itself at worst, with the weight of all rows. With ridge / weight
/// above this it is lost in the margin.
constexpr double least_ridge_share_for_single = 1e-6;
/// Covers the rounding of sums, relative to the bound; the bound itself does not cancel.
constexpr double margin_single = 1e-4;
constexpr double margin_double = 1e-9;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, -1, -1>;
template <class Scalar>
using VectorOf = Eigen::Matrix<Scalar, -1, 1>;

/// The model in the precision of the screening.
template <class Scalar>
struct View {
  /// All of them; or, if they are sparse, only the candidates, written out.
  const MatrixOf<Scalar>& features;
  bool are_candidates;
  const MatrixOf<Scalar>& columns;
  const MatrixOf<Scalar>& probabilities;
  const VectorOf<Scalar>& reference;
  /// The same times the weights of the rows.
  const MatrixOf<Scalar>& masses;
  const VectorOf<Scalar>& reference_masses;
};

/// How a product computes a column depends on how many there are, if they are few, and on whether
/// the column is beyond the last four. So zeros fill up a batch; with many outputs, four candidates
/// make enough columns.
Index width_of(const SoftmaxData& data, std::size_t candidates) {
  if (data.design->is_sparse()) return static_cast<Index>(candidates);
  const std::size_t group = data.outputs() < 8 ? SoftmaxGainBounds::batch_size(data) : 4;
  return static_cast<Index>((candidates + group - 1) / group * group);
}

template <class Scalar>
MatrixOf<Scalar> written_out(const SoftmaxDesign& design,
                             std::span<ScreenedColumn* const> candidates) {
  if (!design.is_sparse()) return {};
  MatrixOf<Scalar> columns(design.rows(), std::ssize(candidates));
  for (Index k = 0; k < columns.cols(); ++k) {
    columns.col(k) =
        design.column(candidates[static_cast<std::size_t>(k)]->feature).template cast<Scalar>();
  }
  return columns;
}

template <class Body>
void for_row_blocks(Index rows, const Body& body) {
  for (Index begin = 0; begin < rows; begin += row_block) {
    body(begin, std::min(row_block, rows - begin));
  }
}

/// One batch of candidates on its way from proposed steps to bounds. `Outputs` is m if that is 1,
/// whose vectors need no memory of their own.
template <class Scalar, int Outputs>
class Batch {
 public:
  Batch(const SoftmaxData& data, const SoftmaxColumns& columns, const Eigen::MatrixXd& inverse,
        const View<Scalar>& view, std::span<ScreenedColumn* const> candidates)
      : data_(data),
        columns_(columns),
        inverse_(inverse),
        view_(view),
        candidates_(candidates),
        rows_(data.rows()),
        m_(data.outputs()),
        q_(columns.count()),
        width_(width_of(data, candidates.size())),
        changes_(rows_, m_ * width_),
        answers_(q_ * m_, width_),
        reference_change_(rows_),
        buffer_(std::min(row_block, rows_)) {
    changes_.rightCols(changes_.cols() - m_ * std::ssize(candidates)).setZero();
  }

  void run() {
    move_features();
    answer();
    for (std::size_t k = 0; k < candidates_.size(); ++k) bound(k);
    add_old_columns_of_clipped();
    constexpr double margin = sizeof(Scalar) < sizeof(double) ? margin_single : margin_double;
    for (auto* candidate : candidates_) candidate->bound *= 1.0 + margin;
  }

 private:
  using Array = Eigen::Array<Scalar, -1, 1>;
  using Step = Eigen::Matrix<Scalar, Outputs, 1>;  ///< m numbers of a candidate
  using Pull = Eigen::Matrix<double, Outputs, 1>;

  auto feature(std::size_t k) const {
    return view_.features.col(view_.are_candidates ? static_cast<Index>(k)
                                                   : candidates_[k]->feature);
  }
  auto change(std::size_t k) {
    return changes_.template middleCols<Outputs>(static_cast<Index>(k) * m_, m_);
  }

  /// changes = D x_j d_j for each candidate.
  void move_features() {
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const Step step = candidates_[k]->step.template cast<Scalar>();
      for_row_blocks(rows_, [&](Index begin, Index size) {
        const auto mass = view_.masses.middleRows(begin, size).array();
        const auto x = feature(k).segment(begin, size).array();
        auto to = change(k).middleRows(begin, size);
        auto mean = buffer_.head(size);
        mean = (view_.probabilities.middleRows(begin, size) * step).array();
        for (Index c = 0; c < m_; ++c) to.col(c).array() = x * mass.col(c) * (step[c] - mean);
      });
    }
  }

  /// answers = -H_SS^-1 X_S' changes, then changes = X_S answers. The solve is always in double
  /// precision: the largest curvatures would amplify an error in it.
  void answer() {
    if (q_ == 0) {
      changes_.setZero();
      return;
    }
    MatrixOf<Scalar> small = view_.columns.transpose() * changes_;
    answers_.noalias() =
        -inverse_ *
        Eigen::Map<const MatrixOf<Scalar>>(small.data(), q_ * m_, width_).template cast<double>();
    small =
        Eigen::Map<const Eigen::MatrixXd>(answers_.data(), q_, m_ * width_).template cast<Scalar>();
    changes_.noalias() = view_.columns * small;
  }

  /// A summary of one candidate's relative changes delta of the probabilities.
  struct Measure {
    Pull pull;                  ///< x_j' P delta
    double spread = 0.0;        ///< sum of p delta^2, each row times its weight
    double largest_fall = 0.0;  ///< of -delta
  };

  /// Turns score changes into delta (reference class in reference_change_) and measures them.
  Measure center(std::size_t k) {
    Measure measure{Pull::Zero(m_)};
    const Step step = candidates_[k]->step.template cast<Scalar>();
    Scalar least = 0;
    for_row_blocks(rows_, [&](Index begin, Index size) {
      const auto p = view_.probabilities.middleRows(begin, size).array();
      const auto mass = view_.masses.middleRows(begin, size).array();
      const auto x = feature(k).segment(begin, size).array();
      auto u = change(k).middleRows(begin, size).array();
      auto minus_mean = reference_change_.segment(begin, size).array();
      auto weighted = buffer_.head(size);
      minus_mean.setZero();
      for (Index c = 0; c < m_; ++c) {
        u.col(c) += step[c] * x;
        minus_mean -= p.col(c) * u.col(c);
      }
      least = std::min(least, minus_mean.minCoeff());
      measure.spread += static_cast<double>(
          (view_.reference_masses.segment(begin, size).array() * minus_mean.square()).sum());
      for (Index c = 0; c < m_; ++c) {
        u.col(c) += minus_mean;
        least = std::min(least, u.col(c).minCoeff());
        weighted = mass.col(c) * u.col(c);
        measure.pull[c] += static_cast<double>((weighted * x).sum());
        measure.spread += static_cast<double>((weighted * u.col(c)).sum());
      }
    });
    measure.largest_fall = -static_cast<double>(least);
    return measure;
  }

  /// Step, image, estimate and bound of one candidate. If it had to be clipped, what the old
  /// columns add to its bound is left for later.
  void bound(std::size_t k) {
    auto& candidate = *candidates_[k];
    const Measure measure = center(k);
    const double ridge = data_.ridges[candidate.feature];
    const double mean_step = candidate.step.sum() / static_cast<double>(data_.classes);
    const Pull ridge_step = ridge * (candidate.step.array() - mean_step);
    const double slope_step = candidate.slope.dot(candidate.step);
    const double image_step = (measure.pull + ridge_step).dot(candidate.step);
    candidate.estimate = image_step > 0.0 ? 0.5 * slope_step * slope_step / image_step : 0.0;

    // The length with the smallest bound in the quadratic model. A step that points the wrong way
    // is not taken at all: what it makes of the probabilities was measured in its own direction.
    const double answer_square = squared_answer(k);
    const double bend = measure.spread + answer_square + square_k_inverse(measure.pull) / ridge;
    const double aim =
        (measure.pull.dot(candidate.slope) + measure.pull.sum() * candidate.slope.sum()) / ridge;
    const double length = bend > 0.0 ? std::max(0.0, aim / bend) : 0.0;

    Pull pull = length * measure.pull;
    if (length * measure.largest_fall <= 1.0) {
      candidate.bound =
          0.5 * length * length * answer_square + entropy_excess(k, static_cast<Scalar>(length));
    } else if (clip(k, static_cast<Scalar>(length))) {
      candidate.bound = entropy_excess(k, Scalar(1));
      change(k).array() *= view_.masses.array();
      pull = (change(k).transpose() * feature(k)).template cast<double>();
      clipped_.push_back(k);
    } else {
      candidate.bound = std::numeric_limits<double>::infinity();
    }
    candidate.bound += square_k_inverse(candidate.slope - pull) / (2.0 * ridge);
    candidate.step *= length;
    candidate.image = pull + length * ridge_step;
  }

  /// One product for all clipped candidates, whose changes are now those of probabilities; whole
  /// groups of columns, for the reason told at width_of.
  void add_old_columns_of_clipped() {
    if (q_ == 0 || clipped_.empty()) return;
    for (std::size_t place = 0; place < clipped_.size(); ++place) {
      if (clipped_[place] != place) change(place) = change(clipped_[place]);
    }
    constexpr Index at_once = 16;
    const Index needed = m_ * static_cast<Index>(clipped_.size());
    const Index whole = std::min(changes_.cols(), (needed + at_once - 1) / at_once * at_once);
    const MatrixOf<Scalar> open = view_.columns.transpose() * changes_.leftCols(whole);
    for (std::size_t place = 0; place < clipped_.size(); ++place) {
      const Eigen::MatrixXd own =
          open.middleCols(m_ * static_cast<Index>(place), m_).template cast<double>();
      double& sum = candidates_[clipped_[place]]->bound;
      for (Index i = data_.intercept ? 1 : 0; i < q_; ++i) {
        sum += square_k_inverse(own.row(i)) / (2.0 * columns_.ridges[i]);
      }
    }
  }

  /// sum over the old columns of ridge d K d'.
  double squared_answer(std::size_t k) const {
    const Eigen::Map<const Eigen::MatrixXd> answer(answers_.col(static_cast<Index>(k)).data(), q_,
                                                   m_);
    const Eigen::ArrayXd sums = answer.rowwise().sum().array();
    const Eigen::ArrayXd squares = answer.rowwise().squaredNorm().array();
    return (columns_.ridges.array() *
            (squares - sums.square() / static_cast<double>(data_.classes)))
        .sum();
  }

  /// sum of p phi(length delta), each row times its weight.
  double entropy_excess(std::size_t k, Scalar length) {
    double sum = 0.0;
    const auto add = [&](const auto& p, const auto& delta) {
      auto x = buffer_.head(p.size());
      x = length * delta.array();
      sum += static_cast<double>(
          (p.array() * x.square() * (Scalar(3) + x) / (Scalar(6) + Scalar(4) * x)).sum());
    };
    for_row_blocks(rows_, [&](Index begin, Index size) {
      add(view_.reference_masses.segment(begin, size), reference_change_.segment(begin, size));
      for (Index c = 0; c < m_; ++c) {
        add(view_.masses.col(c).segment(begin, size), change(k).col(c).segment(begin, size));
      }
    });
    return sum;
  }

  /// Makes delta = length * delta feasible where it is below -1 and repairs the sums. False if that
  /// fails.
  bool clip(std::size_t k, Scalar length) {
    for_row_blocks(rows_, [&](Index begin, Index size) {
      const auto p = view_.probabilities.middleRows(begin, size).array();
      auto delta = change(k).middleRows(begin, size).array();
      auto of_reference = reference_change_.segment(begin, size).array();
      auto excess = buffer_.head(size);
      of_reference = (length * of_reference).max(Scalar(-1));
      excess = view_.reference.segment(begin, size).array() * of_reference;
      for (Index c = 0; c < m_; ++c) {
        delta.col(c) = (length * delta.col(c)).max(Scalar(-1));
        excess += p.col(c) * delta.col(c);
      }
      of_reference = (of_reference - excess) / (Scalar(1) + excess);
      for (Index c = 0; c < m_; ++c) delta.col(c) = (delta.col(c) - excess) / (Scalar(1) + excess);
    });
    return !data_.intercept ||
           tilt_to_totals(TiltedRows<Scalar>{view_.probabilities, view_.masses},
                          Eigen::VectorXd::Zero(m_), change(k), reference_change_);
  }

  const SoftmaxData& data_;
  const SoftmaxColumns& columns_;
  const Eigen::MatrixXd& inverse_;
  const View<Scalar>& view_;
  std::span<ScreenedColumn* const> candidates_;
  Index rows_, m_, q_;
  Index width_;               ///< candidates, and zeros in the place of others
  MatrixOf<Scalar> changes_;  ///< rows x (m of each candidate), of scores and then of probabilities
  Eigen::MatrixXd answers_;   ///< qm x candidates
  VectorOf<Scalar> reference_change_;
  std::vector<std::size_t> clipped_;
  Array buffer_;
};

}  // namespace

SoftmaxGainBounds::SoftmaxGainBounds(const SoftmaxData& data, const SoftmaxColumns& columns,
                                     const SoftmaxPoint& point, const Eigen::MatrixXd& inverse)
    : data_(data), columns_(columns), point_(point), inverse_(inverse) {
  single_ = data.ridges.minCoeff() >= least_ridge_share_for_single * data.design->total_weight;
  if (single_) {
    values_single_ = columns.values.cast<float>();
    probabilities_single_ = point.probabilities.cast<float>();
    reference_single_ = point.reference.cast<float>();
  }
  if (!data.design->is_weighted()) return;
  masses_ = weighed(*data.design, point.probabilities);
  reference_masses_ = weighed(*data.design, point.reference);
  masses_single_ = masses_.cast<float>();
  reference_masses_single_ = reference_masses_.cast<float>();
}

std::size_t SoftmaxGainBounds::batch_size(const SoftmaxData& data) {
  const std::size_t most = data.outputs() < 10 ? 16 : 8;
  if (!data.design->is_sparse()) return most;
  const Index affordable = std::max<Index>(1, largest_batch / (data.rows() * data.outputs()));
  return std::min(most, static_cast<std::size_t>(affordable));
}

void SoftmaxGainBounds::screen(std::span<ScreenedColumn* const> candidates) const {
  const std::size_t size = batch_size(data_);
  while (!candidates.empty()) {
    const auto batch = candidates.first(std::min(size, candidates.size()));
    data_.outputs() == 1 ? screen_batch<1>(batch) : screen_batch<Eigen::Dynamic>(batch);
    candidates = candidates.subspan(batch.size());
  }
}

template <int Outputs>
void SoftmaxGainBounds::screen_batch(std::span<ScreenedColumn* const> candidates) const {
  const bool weighted = data_.design->is_weighted();
  const bool sparse = data_.design->is_sparse();
  if (single_) {
    const Eigen::MatrixXf own = written_out<float>(*data_.design, candidates);
    const View<float> view{sparse ? own : data_.columns_single,
                           sparse,
                           values_single_,
                           probabilities_single_,
                           reference_single_,
                           weighted ? masses_single_ : probabilities_single_,
                           weighted ? reference_masses_single_ : reference_single_};
    Batch<float, Outputs>(data_, columns_, inverse_, view, candidates).run();
  } else {
    const Eigen::MatrixXd own = written_out<double>(*data_.design, candidates);
    const View<double> view{sparse ? own : data_.columns,
                            sparse,
                            columns_.values,
                            point_.probabilities,
                            point_.reference,
                            weighted ? masses_ : point_.probabilities,
                            weighted ? reference_masses_ : point_.reference};
    Batch<double, Outputs>(data_, columns_, inverse_, view, candidates).run();
  }
}

}  // namespace holdfast::linalg
