#include "holdfast/attacks/trace_game.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>
#include <utility>

#include "holdfast/attacks/matrix_game.hpp"
#include "holdfast/attacks/moves.hpp"
#include "holdfast/attacks/trace_branch_and_bound.hpp"
#include "holdfast/attacks/trace_set.hpp"
#include "holdfast/linalg/elimination.hpp"

namespace holdfast {
namespace {

template <bool Single>
class TraceGame final : public MatrixGame<TracePool, TraceSet, TraceOutlook> {
 public:
  TraceGame(const Objective& objective, const Run& run, std::shared_ptr<const TracePool> pool)
      : MatrixGame(objective, run, std::move(pool)), outlook_column_(pool_->items.size(), -1) {}

  std::unique_ptr<Game> sibling(const Run& run) const override {
    return std::make_unique<TraceGame>(objective_, run, pool_);
  }

  void move_to(std::span<const Item> set) override {
    enter(set);
    if (!outlook_of_set_.candidates.empty()) {
      outlook_of_set_ = {};
      std::ranges::fill(outlook_column_, Index{-1});
    }
    if (!at_.sound) return;
    padded_p_ = Kernel::pad(at_.p);
    if constexpr (!Single) padded_m_ = Kernel::pad(at_.m);
  }

  void begin_deleting(Item most, const Swap* swap) override {
    swap_ = swap ? std::optional(*swap) : std::nullopt;
    removed_.clear();
    pairs_.reset();
    instead_ = nullptr;
    if (at_.sound) begin_kernel(most);
    if (at_.sound && (!swap || precede_by(*swap))) return;
    instead_ = &through_states();
    instead_->begin_deleting(most, swap);
  }

  bool remove(Item item) override {
    if (instead_) return instead_->remove(item);
    if (swap_ && item == swap_->out) return false;
    const Index e = local(swap_ && item == swap_->in ? swap_->out : item);
    if (e < 0) return false;
    eliminate(e);
    return true;
  }

  Item remove_worst() override {
    if (instead_) return instead_->remove_worst();
    const Index e = deleting_.next();
    eliminate(e);
    // The incoming item has taken the place of the outgoing one.
    const Item item = member(e);
    return swap_ && item == swap_->out ? swap_->in : item;
  }

  std::pair<Item, Item> worst_pair() override {
    if (instead_) return instead_->worst_pair();
    if (!pairs_) pairs_.emplace(at_);
    for (; pairs_->applied < removed_.size(); ++pairs_->applied)
      pairs_->remove(removed_[pairs_->applied]);
    count_evaluations(static_cast<std::int64_t>(pairs_->alive.size() * pairs_->alive.size() / 2));
    const auto [first, second] = pairs_->worst();
    return {member(first), member(second)};
  }

  double left() const override {
    return instead_ ? instead_->left() : std::max(0.0, start_value_ - deleting_.worth());
  }

  void begin_growing(Item most) override {
    instead_ = at_.sound ? nullptr : &through_states();
    if (instead_) return instead_->begin_growing(most);
    if (grown_for_ != set_) prepare_growth();
    growing_.begin(padded_a_, Single ? nullptr : &padded_c_, own_diagonal_, own_numerators_, most,
                   Kernel::Choose::least);
  }

  void keep(Item item) override {
    if (instead_) return instead_->keep(item);
    growing_.eliminate(local(item));
    count_evaluations(at_.size());
  }

  Item keep_least() override {
    if (instead_) return instead_->keep_least();
    const Item least = member(growing_.next());
    keep(least);
    return least;
  }

  double kept() const override { return instead_ ? instead_->kept() : growing_.worth(); }

  Deletion prove(const Deletion& known, std::int64_t most_nodes) override {
    if (!at_.sound) return through_states().prove(known, most_nodes);
    const auto tau = static_cast<Item>(known.items.size());
    Deletion worst = known;
    if (tau <= 2) {
      // For tau <= 2 it compares all deletions.
      Deletion found = pair_greedy(*this, tau);
      worst.items = std::move(found.items);
      worst.value = found.value;
      worst.proven = true;
      worst.at_least = worst.value;
      return worst;
    }
    Places start;
    for (const Item deleted : known.items) start.push_back(local(deleted));
    const auto result = search_largest_loss(at_.p, weights(), tau, start, most_nodes, run_);
    worst.items.clear();
    for (const Index e : result.deleted) worst.items.push_back(member(e));
    worst.value = at_.value - result.loss;
    worst.proven = result.complete;
    worst.at_least = result.complete ? worst.value : std::max(0.0, at_.value - result.most);
    return worst;
  }

  std::int64_t nodes_per_second() const override { return Single ? 6'000 : 800; }

 private:
  using Kernel = linalg::Elimination<Single>;

  /// P and N = W W' written out, as the losses of pairs need them.
  struct Pairs {
    explicit Pairs(const TraceSet& set)
        : p(set.p), n(Single ? Eigen::MatrixXd(set.w * set.w.transpose()) : set.m) {
      alive.resize(static_cast<std::size_t>(set.size()));
      std::iota(alive.begin(), alive.end(), Index{0});
    }

    void remove(Index e) {
      const Eigen::VectorXd v = p.col(e);
      const double pivot = v[e];
      const Eigen::VectorXd side = n.col(e) / pivot - v * (n(e, e) / (2.0 * pivot * pivot));
      p.noalias() -= v * (v.transpose() / pivot);
      n.noalias() -= v * side.transpose() + side * v.transpose();
      std::erase(alive, e);
    }

    std::pair<Index, Index> worst() const {
      std::pair<Index, Index> best{alive[0], alive[1]};
      double largest = -1.0;
      for (std::size_t x = 0; x < alive.size(); ++x) {
        for (std::size_t y = x + 1; y < alive.size(); ++y) {
          const Index a = alive[x];
          const Index b = alive[y];
          const double determinant = p(a, a) * p(b, b) - p(a, b) * p(a, b);
          const double loss =
              (n(a, a) * p(b, b) - 2.0 * n(a, b) * p(a, b) + n(b, b) * p(a, a)) / determinant;
          if (!(loss > largest)) continue;
          largest = loss;
          best = {a, b};
        }
      }
      return best;
    }

    Eigen::MatrixXd p, n;
    std::vector<Index> alive;
    std::size_t applied = 0;  ///< how many of the removals have been applied
  };

  void look_around(Places candidates) override {
    std::ranges::fill(outlook_column_, Index{-1});
    for (std::size_t j = 0; j < candidates.size(); ++j)
      outlook_column_[static_cast<std::size_t>(candidates[j])] = static_cast<Index>(j);
    outlook_of_set_ = TraceOutlook(*pool_, at_, std::move(candidates));
  }

  void begin_kernel(Item most) {
    start_value_ = at_.value;
    if constexpr (Single) {
      deleting_.begin(padded_p_, nullptr, at_.p.diagonal(), at_.w, most, Kernel::Choose::largest);
    } else {
      deleting_.begin(padded_p_, &padded_m_, at_.p.diagonal(), at_.m.diagonal(), most,
                      Kernel::Choose::largest);
    }
  }

  void eliminate(Index e) {
    deleting_.eliminate(e);
    removed_.push_back(e);
    count_evaluations(at_.size());
  }

  /// Applies the swap before the first deletion. False if the incoming item is not in the outlook,
  /// or adds no direction.
  bool precede_by(const Swap& swap) {
    const Index j = outlook_column_[static_cast<std::size_t>(pool_->place(swap.in))];
    if (j < 0) return false;
    const Index i = local(swap.out);
    const double pivot = at_.p(i, i);
    const double slope = outlook_of_set_.v(i, j) / pivot;
    const double rest = outlook_of_set_.rest[j] + slope * outlook_of_set_.v(i, j);
    if (!(rest > 1e-9 * outlook_of_set_.diagonal[j])) return false;
    joining_.noalias() = outlook_of_set_.v.col(j) - slope * at_.p.col(i);
    joining_[i] = -1.0;  // the incoming item takes the place of the outgoing one
    if constexpr (Single) {
      const double weight = at_.w[i];
      const double response = outlook_of_set_.open[j] + slope * weight;
      deleting_.precede(-1.0, at_.p.col(i), pivot, weight);
      deleting_.precede(1.0, joining_, rest, response);
      start_value_ += response * response / rest - weight * weight / pivot;
    } else {
      const auto& x = outlook_of_set_.x;
      const double own = at_.m(i, i);
      leaving_side_.noalias() = at_.m.col(i) / pivot - at_.p.col(i) * (own / (2.0 * pivot * pivot));
      const double square =
          std::max(0.0, outlook_of_set_.open[j] + slope * (2.0 * x(i, j) + slope * own));
      // W_T c, T = S - out.
      joining_side_.noalias() =
          x.col(j) + slope * at_.m.col(i) - at_.p.col(i) * ((x(i, j) + slope * own) / pivot);
      joining_side_[i] = 0.0;
      joining_side_ = joining_side_ / rest - joining_ * (square / (2.0 * rest * rest));
      deleting_.precede(-1.0, at_.p.col(i), pivot, leaving_side_);
      deleting_.precede(1.0, joining_, rest, joining_side_);
      start_value_ += square / rest - own / pivot;
    }
    return true;
  }

  /// W, or with several responses any matrix with W W' = M.
  Eigen::MatrixXd weights() const {
    if constexpr (Single) return at_.w;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(at_.m);
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
  }

  void prepare_growth() {
    const Eigen::MatrixXd a = pool_->quadratic(at_.members, at_.members);
    own_diagonal_ = a.diagonal();
    padded_a_ = Kernel::pad(a);
    if constexpr (Single) {
      own_numerators_ = pool_->responses(at_.members);
    } else {
      const Eigen::MatrixXd c = pool_->products(at_.members, at_.members);
      own_numerators_ = c.diagonal();
      padded_c_ = Kernel::pad(c);
    }
    grown_for_ = set_;
  }

  TraceOutlook outlook_of_set_;
  std::vector<Index> outlook_column_;  ///< place in the pool -> column, or -1
  Kernel deleting_, growing_;
  double start_value_ = 0.0;  ///< before the first deletion
  std::optional<Swap> swap_;
  std::vector<Index> removed_;
  std::optional<Pairs> pairs_;  ///< filled when a pair is first asked for
  Eigen::MatrixXd padded_p_, padded_m_;
  Eigen::VectorXd joining_, joining_side_, leaving_side_;
  Items grown_for_;
  Eigen::MatrixXd padded_a_, padded_c_;
  Eigen::VectorXd own_diagonal_, own_numerators_;
};

}  // namespace

std::unique_ptr<Game> make_trace_game(const Objective& objective, const TraceOracle& oracle,
                                      const Run& run, std::span<const Item> pool) {
  auto matrices = std::make_shared<const TracePool>(oracle, pool, run.workers());
  if (matrices->single())
    return std::make_unique<TraceGame<true>>(objective, run, std::move(matrices));
  return std::make_unique<TraceGame<false>>(objective, run, std::move(matrices));
}

}  // namespace holdfast
