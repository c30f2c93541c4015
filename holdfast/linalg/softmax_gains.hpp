#pragma once

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <optional>

#include "holdfast/linalg/gain_certificates.hpp"
#include "holdfast/linalg/softmax_gain_bounds.hpp"
#include "holdfast/linalg/softmax_newton.hpp"

namespace holdfast::linalg {

/// The optimum for some columns, with the inverse of the curvature there.
struct SoftmaxModel {
  SoftmaxColumns columns;
  SoftmaxPoint point;
  Eigen::MatrixXd inverse;  ///< qm x qm
};

/// One of the models whose objectives add up, fitted. Softmax has one, one-vs-rest one per class;
/// all of them use the same features in the same order.
struct FittedPart {
  const SoftmaxData& data;
  const SoftmaxModel& model;
  const NewtonGoal& goal;
};

/// A feature that was fitted together with the columns of each model.
struct SolvedColumn {
  Index feature = 0;
  double gain = 0.0;
  std::vector<Eigen::MatrixXd> weights;  ///< of each part, (q+1) x m
  // Of the only part, where a thread had time for it:
  SoftmaxColumns columns;
  std::shared_ptr<SoftmaxModel> model;
};

/// Guesses of the inverse Schur complement of each feature (m x m), kept from step to step. They
/// decide how tight the bounds of screening are, never whether they hold. A matrix for each part,
/// feature after feature; zeros until first used.
using SchurGuesses = std::vector<Eigen::MatrixXd>;

/// What a search leaves for the next one, at a model with a few columns more. Like the guesses, it
/// decides how long the next one takes and never what it answers. A copy is empty: it would take
/// longer to make than it saves.
struct GainStarts {
  GainStarts() = default;
  GainStarts(const GainStarts&) {}
  GainStarts& operator=(const GainStarts&) = delete;
  /// Forgets everything, because a column has left the model.
  void clear();

  std::vector<std::vector<CertifiedStart>> of_parts;  ///< one per feature; empty until first used
  bool skip_screening = false;                        ///< since it decided next to nothing
};

/// The size of the objectives together: the scale of rounding errors.
double scale_of(std::span<const FittedPart> parts);

/// What a score must reach to be one of the `count` largest of these, or to tie with one: minus
/// infinity while there are fewer. `value` and `scale` set the width of a tie and of rounding.
double bar_of_largest(std::vector<double> scores, std::size_t count, double value, double scale);

/// The columns of `features` whose gains decide which are the `count` largest, solved to rounding
/// error; every other one is proven smaller by more than the width of a tie. A gain, and a bound on
/// it, is the sum of those in each part.
class GainSearch {
 public:
  /// `value` is the scale of ties. What the parts refer to must outlive the search.
  GainSearch(std::vector<FittedPart> parts, double value, Workers& workers);

  std::vector<SolvedColumn> largest(std::span<const Index> features, std::size_t count,
                                    SchurGuesses& guesses, GainStarts& starts);
  /// The columns whose gains decide which is the smallest, likewise; every other one is proven
  /// larger by more than the width of a tie.
  std::vector<SolvedColumn> smallest(std::span<const Index> features, SchurGuesses& guesses);
  /// Solves them all; the weights are not kept.
  std::vector<double> all(std::span<const Index> features);

  std::int64_t solved() const { return solved_; }
  std::int64_t screened() const { return screened_; }

 private:
  struct Candidate {
    Index feature = 0;
    std::size_t place = 0;  // among all
    double estimate = 0.0;  // sums of those of the parts
    double bound = std::numeric_limits<double>::infinity();
    bool screened_ahead = false;  // before it was known to be needed
  };
  /// Adds up what is known of each part.
  void add_up(Candidate& candidate) const;
  /// Slopes, first steps and estimates from the guesses, and the bound that the slope alone gives.
  std::vector<Candidate> prepare(std::span<const Index> features, SchurGuesses& guesses);
  /// For each candidate the gain of its step with all other weights fixed: at most its gain.
  /// O(rows m) per column.
  std::vector<double> gains_of_steps(std::span<const Candidate> candidates) const;
  /// New steps, estimates and bounds; updates the guesses.
  void screen(std::span<Candidate*> candidates, SchurGuesses& guesses);
  /// Screens candidates in one part; what is known of them stays as it is.
  template <class Bounds>
  void look(std::size_t part, std::span<Candidate* const> candidates, const Bounds& bounds);
  /// What has been seen becomes known.
  void adopt(std::size_t part, std::span<Candidate* const> candidates, SchurGuesses& guesses);
  /// Those of all columns but thin ones, made when they are first asked for.
  const SoftmaxGainBounds& bounds_of(std::size_t part);
  template <class Bounds>
  void screen_part(std::size_t part, std::span<Candidate* const> candidates, std::size_t batch_size,
                   const Bounds& bounds, SchurGuesses& guesses);
  /// Rounds of screening, while they pay.
  void screen_and_solve(std::vector<Candidate*>& open, std::size_t count, SchurGuesses& guesses,
                        GainStarts& starts);
  /// Certificates for what screening has left, if that is much.
  void certify(std::vector<Candidate*>& open, std::size_t count, GainStarts& starts);
  void certify(Candidate& candidate, std::span<const GainCertificates> models, GainStarts& starts);
  /// What each candidate reached in an earlier search is a better guess than a quadratic model.
  static void recall(std::span<Candidate> candidates, const GainStarts& starts);
  /// Where the next search may begin with the columns that were solved.
  void remember(GainStarts& starts) const;
  /// Nothing if the gain in one part is proven to be below `bar`; otherwise adds it to `solved`.
  bool solve_part(std::size_t part, double bar, bool keep_columns, SolvedColumn& solved) const;
  /// Nothing if the gain is proven to be below `bar`.
  std::optional<SolvedColumn> solve(const Candidate& candidate, double bar,
                                    bool keep_columns = false) const;
  /// Solves the first `wave` of the open candidates, raises the bar, and drops those that can no
  /// longer reach it.
  void solve_first(std::vector<Candidate*>& open, std::size_t wave, std::size_t count);
  void take(std::vector<std::optional<SolvedColumn>> results, std::vector<Candidate*>& open,
            std::size_t count);
  /// The same for those that will probably be among the `count` largest.
  void solve_leaders(std::vector<Candidate*>& open, std::size_t count);
  /// The same for the first leaders. Threads that would wait for their fits screen what these will
  /// probably leave open. What they find counts only if it is asked for later, so the answer, and
  /// what it took, are those of one thread.
  void solve_leaders_and_screen_ahead(std::vector<Candidate*>& open, std::size_t count);
  static std::vector<Candidate*> reaching(std::span<Candidate* const> candidates, double bar);
  void screen_ahead(std::span<Candidate* const> candidates);
  /// What a gain must reach to be, or to tie with, one of the `count` largest found so far, these
  /// included.
  double bar_with(std::span<const std::optional<SolvedColumn>> more, std::size_t count) const;

  std::vector<FittedPart> parts_;
  double scale_;  // of the parts' goals together
  double value_;
  Workers& workers_;
  // Of each part: bounds, and the candidates in their order.
  std::vector<std::optional<SoftmaxGainBounds>> bounds_;
  std::vector<ScreenedColumns> known_;
  std::vector<ScreenedColumns> seen_;
  std::vector<SolvedColumn> found_;
  double bar_;
  std::int64_t solved_ = 0;
  std::int64_t screened_ = 0;
};

}  // namespace holdfast::linalg
