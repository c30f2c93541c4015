#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "holdfast/attacks/game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/core/deletion.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/linalg/block_tableau.hpp"
#include "holdfast/linalg/softmax_structure.hpp"

namespace holdfast {

/// Looks for the worst deletion from a set of features of a class model by means of quadratic
/// models. Around the best weights for some survivors, the value after another deletion is close to
/// the maximum of a quadratic form over the remaining weights, and there thousands of exchanges are
/// compared in milliseconds. What looks worst in a model is fitted; what the fit confirms gets a
/// model of its own. The parts of a class model have no curvature in common: a block holds the
/// weights of an item in all of them.
///   1. The given deletion, improved by exchanges.
///   2. Survivors grown by least gains from every member, in the model of the worst deletion and
///      in that of no feature, the best few improved by exchanges.
///   3. Random exchanges in the worst deletion so far, improved again: a dozen times, or more if
///      thorough and the model is small.
///   4. The most promising exchanges of the worst deletion, each fitted.
class ClassSearch {
 public:
  /// `blocks` are the features of each item; empty: item i is feature i. The model and the run must
  /// outlive the search. The result does not depend on the order of the set.
  ClassSearch(const linalg::SoftmaxStructure& model, std::span<const Items> blocks, Items set,
              const Run& run);

  /// The worst deletion found, of as many items as the first of `known`, which deletes some members
  /// but not all. The others may name items that are no members. Its value is that of a converged
  /// fit. Stops once the value falls to `stop_below`. Returns nothing if rounding spoils the
  /// models.
  std::optional<Deletion> run(std::span<const Items> known, double stop_below, Effort effort);

  /// The worst of all deletions of as many items as `from`, proven: weights that the model around
  /// the fit of all items predicts bound a value from below, and only those deletions that this
  /// does not rule out are fitted further. Returns nothing if a fit fails.
  std::optional<Deletion> try_all(const Items& from);

  /// The values, by the model around the fit of all items but `outside`, of the sets that differ
  /// from these by one swap for an item of `outside`; those above `floor`, the largest first. The
  /// first few are fitted where that is cheap. Returns nothing if rounding spoils the model.
  std::optional<std::vector<Swap>> swaps(const Items& outside, double floor);

  /// How many deletions were fitted.
  std::int64_t fits() const { return fits_; }

 private:
  /// Survivors with their best weights.
  struct Fitted {
    std::vector<linalg::Index> kept;           // their blocks, ascending; the intercept's first
    std::vector<linalg::SoftmaxPoint> points;  // of each part
    double value = 0.0;
  };

  /// Where the fit of a part starts.
  struct Start {
    Eigen::MatrixXd weights;
    std::unique_ptr<const linalg::CurvatureInverse> inverse;  // may be null
  };

  /// Fits the deletion that the search begins with.
  Fitted fit_anew(const Items& deleted);
  /// Fits from the weights that the model predicts. Returns nothing if the value is above `limit`.
  std::optional<Fitted> fit_predicted(const linalg::BlockTableau& model, double limit);
  /// The same; nothing if the fit fails.
  std::optional<Fitted> fit(const linalg::BlockTableau& model, double limit);
  /// Returns nothing if the value is above `limit`. The initial weights affect only how long the
  /// fit takes.
  std::optional<Fitted> fit(std::vector<linalg::Index> kept, std::span<const Start> starts,
                            double limit);
  /// The places of the blocks' features in columns_, the intercept's first.
  std::vector<linalg::Index> columns_of(const std::vector<linalg::Index>& blocks) const;
  linalg::Index outputs_of_all() const { return outputs_ * std::ssize(parts_); }
  /// Where the weights of a part are among those of so many columns in a quadratic model, which
  /// come column by column and within a column part by part.
  std::vector<linalg::Index> places_of(std::size_t part, linalg::Index columns) const;
  linalg::Index count_columns() const { return offsets_.back(); }
  /// Fills columns_.
  void write_columns();
  /// The quadratic model around a fit, with no block kept yet.
  linalg::BlockTableau model_around(const Fitted& at) const;
  linalg::BlockTableau model_at(const Fitted& at) const;
  /// Makes exchanges while they lower the model's value.
  void descend(linalg::BlockTableau& model) const;
  /// Keeps `first` and adds the item of least gain until there are `survivors` of them. False if it
  /// reaches a set that an earlier growth in the same model has visited: the rest would be the
  /// same.
  bool grow_from(linalg::Index first, std::size_t survivors, VisitedSets& visited,
                 linalg::BlockTableau& model) const;
  void exchange_at_random(Random& random, linalg::BlockTableau& model) const;
  /// Whether these survivors have not been visited before.
  bool is_new(const linalg::BlockTableau& model);

  /// Alternates between fits and models while the value falls.
  void settle(Fitted at);
  /// Grows survivors in the model around a fit.
  void grow(std::size_t survivors, const Fitted& around);
  void grow_from_nothing(std::size_t survivors);
  void kick(Effort effort);
  /// How many models may be made, `most` where they are small.
  int affordable(int most) const;
  /// The most promising swaps in a model whose kept blocks are worth `value`.
  std::vector<Swap> swaps_in(const linalg::BlockTableau& model, double value);
  void refine();
  /// Fits these deletions from the model of the worst so far. Where one names fewer members, the
  /// model fills it up.
  void try_others(std::span<const Items> known);
  bool done() const { return best_.value <= stop_below_; }
  /// What weights of all items are worth: a lower bound for those whose weights are not zero.
  double value_at(const Eigen::VectorXd& weights) const;
  /// Deletes each one of the blocks from `from` on, and fits what is left unless a bound rules it
  /// out.
  void try_last(const linalg::BlockTableau& model, linalg::Index from);
  /// Whether a new model is worth its cost before `more` of the blocks from `from` on are deleted
  /// in every way: the further a deletion is from the fit of its model, the less a bound rules out.
  bool pays_a_model(linalg::Index from, std::size_t more) const;
  /// Deletes `more` of the blocks from `from` on, in every way, and fits what is left.
  void try_without(const linalg::BlockTableau& model, linalg::Index from, std::size_t more);
  /// The deletion that leaves best_.
  Deletion worst() const;

  const std::vector<linalg::SoftmaxPart>& parts_;
  const double base_likelihood_;
  const bool intercept_;
  const linalg::Index outputs_;  // of each part
  const Items set_;
  const Run& run_;
  const linalg::Index first_;  // the block of the first item; the intercept, if any, is block 0
  std::vector<linalg::Index> features_;          // of all items, one block after the other
  std::vector<linalg::Index> offsets_;           // where each block's features begin in columns_
  std::optional<linalg::ThinColumns> thin_;      // of the whole set, where they are quicker
  std::vector<linalg::SoftmaxColumns> columns_;  // otherwise written out, for each part
  double stop_below_ = -std::numeric_limits<double>::infinity();
  Fitted best_;
  VisitedSets visited_;
  std::int64_t fits_ = 0;
  std::size_t deletions_tried_ = 0;   // by try_last
  std::size_t deletions_fitted_ = 0;  // those among them that no bound ruled out
};

}  // namespace holdfast
