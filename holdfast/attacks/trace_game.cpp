#include "holdfast/attacks/trace_game.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/attacks/state_game.hpp"
#include "holdfast/linalg/elimination.hpp"
#include "holdfast/attacks/trace_branch_and_bound.hpp"
#include "holdfast/attacks/trace_set.hpp"

namespace holdfast {
namespace {

using Index = Eigen::Index;
using Place = TracePool::Place;
using Places = TracePool::Places;

/// What is gained by a swap must be more than this share of f(S), or the exchange could go round in
/// circles on rounding.
constexpr double least_progress = 1e-11;

template <bool Single>
class TraceGame final : public Game {
 public:
  TraceGame(const Objective& objective, const Run& run, std::shared_ptr<const TracePool> pool)
      : objective_(objective),
        run_(run),
        pool_holder_(std::move(pool)),
        pool_(*pool_holder_),
        where_(pool_.items.size(), -1),
        outlook_column_(pool_.items.size(), -1) {}

  bool is_quick() const override { return true; }
  std::unique_ptr<Game> sibling() const override {
    return std::make_unique<TraceGame>(objective_, run_, pool_holder_);
  }

  void move_to(std::span<const Item> set) override {
    set_.assign(set.begin(), set.end());
    for (const Place place : at_.members) where_[static_cast<std::size_t>(place)] = -1;
    at_ = TraceSet(pool_, places_of(set));
    for (std::size_t i = 0; i < set_.size(); ++i)
      where_[static_cast<std::size_t>(at_.members[i])] = static_cast<Index>(i);
    if (!outlook_of_set_.candidates.empty()) {
      outlook_of_set_ = {};
      std::ranges::fill(outlook_column_, Index{-1});
    }
    if (!at_.sound) {
      if (!slow_) slow_ = std::make_unique<StateGame>(objective_, run_);
      slow_->move_to(set);
      return;
    }
    padded_p_ = Kernel::pad(at_.p);
    if constexpr (!Single) padded_m_ = Kernel::pad(at_.m);
  }

  double value_without(std::span<const Item> deleted) override {
    if (!at_.sound) return slow_->value_without(deleted);
    const TraceSet left(pool_, survivors_of(deleted));
    return left.sound ? left.value : through_states().value_without(deleted);
  }

  Strike greedy_min(Item tau, std::span<const Item> forced, double enough) override {
    count_attack(1);
    if (!at_.sound) return slow_->greedy_min(tau, forced, enough);
    begin_deleting(tau);
    return delete_greedily(at_.value, tau, forced, enough, nullptr);
  }

  Strike greedy_min_after(const Swap& swap, Item tau, std::span<const Item> forced,
                          double enough) override {
    count_attack(1);
    const Index j = at_.sound ? outlook_column_[place_of(swap.in)] : -1;
    if (j < 0) return through_states().greedy_min_after(swap, tau, forced, enough);
    const Index i = local(swap.out);
    const double pivot = at_.p(i, i);
    const double slope = outlook_of_set_.v(i, j) / pivot;
    const double rest = outlook_of_set_.rest[j] + slope * outlook_of_set_.v(i, j);
    if (!(rest > 1e-9 * outlook_of_set_.diagonal[j])) {
      return through_states().greedy_min_after(swap, tau, forced, enough);
    }
    begin_deleting(tau);
    joining_.noalias() = outlook_of_set_.v.col(j) - slope * at_.p.col(i);
    joining_[i] = -1.0;  // the place of the item that leaves is taken by the one that comes
    double value = at_.value;
    if constexpr (Single) {
      const double weight = at_.w[i];
      const double response = outlook_of_set_.open[j] + slope * weight;
      deleting_.precede(-1.0, at_.p.col(i), pivot, weight);
      deleting_.precede(1.0, joining_, rest, response);
      value += response * response / rest - weight * weight / pivot;
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
      value += square / rest - own / pivot;
    }
    return delete_greedily(value, tau, forced, enough, &swap);
  }

  Strike grow_min(Item tau, Item first, double hopeless, VisitedSets& met) override {
    count_attack(1);
    if (!at_.sound) return slow_->grow_min(tau, first, hopeless, met);
    if (grown_for_ != set_) prepare_growth();
    const Index wanted = at_.size() - tau;
    growing_.begin(padded_a_, Single ? nullptr : &padded_c_, own_diagonal_, own_numerators_, wanted,
                   Kernel::Choose::least);
    std::vector<char> survives(set_.size(), 0);
    Index next = local(first);
    std::uint64_t fingerprint = 0;
    for (Index step = 0; step < wanted; ++step) {
      if (step > 0) next = growing_.next();
      growing_.eliminate(next);
      fingerprint += VisitedSets::of(set_[static_cast<std::size_t>(next)]);
      if (met.meet(fingerprint)) return {};
      count_evaluations(at_.size());
      survives[static_cast<std::size_t>(next)] = 1;
      if (growing_.worth() > hopeless) return {};
    }
    Strike strike{{}, growing_.worth()};
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (!survives[i]) strike.deleted.push_back(set_[i]);
    }
    return strike;
  }

  Strike pair_greedy(Item tau) override {
    count_attack(1);
    if (!at_.sound) return slow_->pair_greedy(tau);
    Eigen::MatrixXd p = at_.p;
    Eigen::MatrixXd n = Single ? Eigen::MatrixXd(at_.w * at_.w.transpose()) : at_.m;
    std::vector<Index> alive(set_.size());
    for (std::size_t i = 0; i < alive.size(); ++i) alive[i] = static_cast<Index>(i);
    Strike strike{{}, at_.value};
    const auto take = [&](Index e) {
      const Eigen::VectorXd v = p.col(e);
      const double pivot = v[e];
      const Eigen::VectorXd side = n.col(e) / pivot - v * (n(e, e) / (2.0 * pivot * pivot));
      strike.value -= n(e, e) / pivot;
      p.noalias() -= v * (v.transpose() / pivot);
      n.noalias() -= v * side.transpose() + side * v.transpose();
      std::erase(alive, e);
      strike.deleted.push_back(set_[static_cast<std::size_t>(e)]);
    };
    while (strike.deleted.size() + 2 <= static_cast<std::size_t>(tau)) {
      const auto [first, second] = worst_pair(p, n, alive);
      count_evaluations(static_cast<std::int64_t>(alive.size() * alive.size() / 2));
      take(first);
      take(second);
    }
    if (strike.deleted.size() < static_cast<std::size_t>(tau)) {
      take(*std::ranges::max_element(alive, {}, [&](Index e) { return n(e, e) / p(e, e); }));
    }
    return strike;
  }

  Strike improve(Strike strike) override {
    if (!at_.sound) return slow_->improve(std::move(strike));
    for (;;) {
      const TraceSet left(pool_, survivors_of(strike.deleted));
      if (!left.sound) return through_states().improve(std::move(strike));
      strike.value = left.value;
      const TraceOutlook outlook(pool_, left, places_of(strike.deleted));
      count_evaluations(outlook.v.size());
      double best = left.value - least_progress * at_.value;
      std::pair<Index, Index> exchange{-1, -1};
      for (Index e = 0; e < outlook.v.cols(); ++e) {
        for (Index s = 0; s < left.size(); ++s) {
          const double value = outlook.after_swap(left, s, e);
          if (value < best) {
            best = value;
            exchange = {s, e};
          }
        }
      }
      if (exchange.first < 0) return strike;
      strike.deleted[static_cast<std::size_t>(exchange.second)] =
          item(left.members[static_cast<std::size_t>(exchange.first)]);
    }
  }

  std::vector<Swap> swaps(std::span<const Item> deleted, std::span<const Item> candidates,
                          double floor) override {
    Items outside;
    for (const Item candidate : candidates) {
      if (local(candidate) < 0) outside.push_back(candidate);
    }
    const TraceSet left(pool_, survivors_of(deleted));
    if (!at_.sound || !left.sound) return through_states().swaps(deleted, candidates, floor);
    const Places columns = places_of(outside);
    const TraceOutlook outlook(pool_, left, columns);
    count_evaluations(outlook.v.size());
    std::vector<Swap> found;
    for (Index j = 0; j < outlook.v.cols(); ++j) {
      for (Index s = 0; s < left.size(); ++s) {
        const double bound = outlook.after_swap(left, s, j);
        if (bound > floor) {
          found.push_back({item(left.members[static_cast<std::size_t>(s)]),
                           outside[static_cast<std::size_t>(j)], bound});
        }
      }
    }
    std::ranges::sort(found, [](const Swap& a, const Swap& b) {
      return std::tie(b.bound, a.out, a.in) < std::tie(a.bound, b.out, b.in);
    });
    look_around(columns);
    return found;
  }

  Proof prove(Item tau, const Strike& known, std::int64_t most_nodes) override {
    if (!at_.sound) return slow_->prove(tau, known, most_nodes);
    if (tau == 1 || tau == 2) return prove_small(tau);
    Eigen::MatrixXd w;
    if (Single) {
      w = at_.w;
    } else {
      // Any W with W W' = M will do.
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(at_.m);
      w = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
    }
    Places start;
    for (const Item deleted : known.deleted) start.push_back(local(deleted));
    const auto result = search_deletions(at_.p, w, tau, start, most_nodes, run_);
    Proof proof;
    for (const Index e : result.deleted)
      proof.worst.deleted.push_back(set_[static_cast<std::size_t>(e)]);
    proof.worst.value = at_.value - result.loss;
    proof.at_least = std::max(0.0, at_.value - result.most);
    proof.complete = result.complete;
    proof.nodes = result.nodes;
    if (proof.complete) proof.at_least = proof.worst.value;
    return proof;
  }

 private:
  using Kernel = linalg::Elimination<Single>;

  std::size_t place_of(Item item) const { return static_cast<std::size_t>(pool_.place(item)); }
  Item item(Place place) const { return pool_.items[static_cast<std::size_t>(place)]; }

  Places places_of(std::span<const Item> items) const {
    Places places;
    places.reserve(items.size());
    for (const Item item : items) places.push_back(pool_.place(item));
    return places;
  }

  /// Place of a member in the set; -1 if it is none.
  Index local(Item item) const {
    const auto place = pool_.place(item);
    return place < 0 ? -1 : where_[static_cast<std::size_t>(place)];
  }

  Places survivors_of(std::span<const Item> deleted) const {
    Places places;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (std::ranges::find(deleted, set_[i]) == deleted.end()) places.push_back(at_.members[i]);
    }
    return places;
  }

  StateGame& through_states() {
    if (!slow_) slow_ = std::make_unique<StateGame>(objective_, run_);
    if (slow_->set() != set_) slow_->move_to(set_);
    return *slow_;
  }

  void look_around(const Places& columns) {
    outlook_of_set_ = TraceOutlook(pool_, at_, columns);
    std::ranges::fill(outlook_column_, Index{-1});
    for (std::size_t j = 0; j < columns.size(); ++j)
      outlook_column_[static_cast<std::size_t>(columns[j])] = static_cast<Index>(j);
  }

  void begin_deleting(Item tau) {
    if constexpr (Single) {
      deleting_.begin(padded_p_, nullptr, at_.p.diagonal(), at_.w, tau, Kernel::Choose::largest);
    } else {
      deleting_.begin(padded_p_, &padded_m_, at_.p.diagonal(), at_.m.diagonal(), tau,
                      Kernel::Choose::largest);
    }
  }

  Strike delete_greedily(double value, Item tau, std::span<const Item> forced, double enough,
                         const Swap* swap) {
    Strike strike;
    strike.deleted.reserve(static_cast<std::size_t>(tau));
    const auto wanted = static_cast<std::size_t>(tau);
    const auto remove = [&](Index e) {
      deleting_.eliminate(e);
      count_evaluations(at_.size());
      const bool replaced = swap && set_[static_cast<std::size_t>(e)] == swap->out;
      strike.deleted.push_back(replaced ? swap->in : set_[static_cast<std::size_t>(e)]);
    };
    for (const Item item : forced) {
      if (strike.deleted.size() == wanted) break;
      if (swap && item == swap->out) continue;
      const Index e = swap && item == swap->in ? local(swap->out) : local(item);
      if (e >= 0) remove(e);
    }
    while (strike.deleted.size() < wanted && value - deleting_.worth() > enough) {
      remove(deleting_.next());
    }
    strike.value = std::max(0.0, value - deleting_.worth());
    return strike;
  }

  /// One or two deletions: all of them are looked at.
  Proof prove_small(Item tau) {
    const Strike worst = pair_greedy(tau);
    return {worst, worst.value, true, 1};
  }

  void prepare_growth() {
    const Eigen::MatrixXd a = pool_.quadratic(at_.members, at_.members);
    own_diagonal_ = a.diagonal();
    padded_a_ = Kernel::pad(a);
    if constexpr (Single) {
      own_numerators_ = pool_.responses(at_.members);
    } else {
      const Eigen::MatrixXd c = pool_.products(at_.members, at_.members);
      own_numerators_ = c.diagonal();
      padded_c_ = Kernel::pad(c);
    }
    grown_for_ = set_;
  }

  static std::pair<Index, Index> worst_pair(const Eigen::MatrixXd& p, const Eigen::MatrixXd& n,
                                            const std::vector<Index>& alive) {
    std::pair<Index, Index> best{alive[0], alive[1]};
    double largest = -1.0;
    for (std::size_t x = 0; x < alive.size(); ++x) {
      for (std::size_t y = x + 1; y < alive.size(); ++y) {
        const Index a = alive[x];
        const Index b = alive[y];
        const double determinant = p(a, a) * p(b, b) - p(a, b) * p(a, b);
        const double loss =
            (n(a, a) * p(b, b) - 2.0 * n(a, b) * p(a, b) + n(b, b) * p(a, a)) / determinant;
        if (loss > largest) {
          largest = loss;
          best = {a, b};
        }
      }
    }
    return best;
  }

  const Objective& objective_;
  const Run& run_;
  std::shared_ptr<const TracePool> pool_holder_;
  const TracePool& pool_;
  TraceSet at_;
  TraceOutlook outlook_of_set_;
  std::vector<Index> where_;           ///< place in the pool -> place in the set, or -1
  std::vector<Index> outlook_column_;  ///< place in the pool -> column, or -1
  Kernel deleting_, growing_;
  Eigen::MatrixXd padded_p_, padded_m_;
  Eigen::VectorXd joining_, joining_side_, leaving_side_;
  Items grown_for_;
  Eigen::MatrixXd padded_a_, padded_c_;
  Eigen::VectorXd own_diagonal_, own_numerators_;
  std::unique_ptr<StateGame> slow_;
};

}  // namespace

std::unique_ptr<Game> make_trace_game(const Objective& objective, const TraceForm& form,
                                      const Run& run, std::span<const Item> pool) {
  auto matrices = std::make_shared<const TracePool>(form, pool);
  if (matrices->single())
    return std::make_unique<TraceGame<true>>(objective, run, std::move(matrices));
  return std::make_unique<TraceGame<false>>(objective, run, std::move(matrices));
}

}  // namespace holdfast
