#include "holdfast/attacks/trace_branch_and_bound.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "holdfast/attacks/best_first.hpp"
#include "holdfast/linalg/subset_relaxation.hpp"

namespace holdfast {
namespace {

using Index = Eigen::Index;
using Indices = std::vector<Index>;

/// A share below this counts as 0, and above one minus this as 1.
constexpr double nearly_whole = 1e-3;
constexpr int root_rounds = 40;
/// The number of Newton steps on D at the root, and the number of members up to which the search is
/// faster without them.
constexpr int newton_steps = 40;
constexpr Index smallest_for_newton = 24;
constexpr int node_rounds = 5;
/// D is raised again whenever this many more items have been decided.
constexpr std::size_t renewal = 3;
/// How many nodes are opened ahead. More would be opened in vain more often.
constexpr std::size_t nodes_per_thread = 4;
/// Two losses within this share of the larger count as equal.
constexpr double same = 1e-10;

/// The best-subset problem that is left in a node.
struct Rest {
  Indices free;
  Eigen::MatrixXd p;
  Eigen::MatrixXd w;
  Eigen::VectorXd d;
  double lost = 0.0;  ///< by the items deleted already
  Index open = 0;     ///< deletions
};

struct Relaxed {
  double bound = 0.0;  ///< on the loss of the open deletions
  Eigen::VectorXd shares;
  Eigen::VectorXd squares;  ///< |V_e|^2
};

/// Shares in [0, 1] that add up to `total` and are proportional to the weights where below 1.
Eigen::VectorXd water_fill(const Eigen::VectorXd& weights, double total) {
  const Index size = weights.size();
  Indices order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, std::greater<>(), [&](Index i) { return weights[i]; });
  double rest = weights.sum();
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(size);
  for (const Index i : order) {
    if (!(rest > 0.0) || !(total > 0.0)) break;
    shares[i] = std::min(1.0, weights[i] * total / rest);
    if (shares[i] < 1.0) {
      shares = (weights * (total / rest)).cwiseMin(1.0).cwiseMax(shares);
      break;
    }
    total -= 1.0;
    rest -= weights[i];
  }
  return shares;
}

double sum_of_largest(Eigen::VectorXd scores, Index count) {
  if (count >= scores.size()) return scores.sum();
  std::nth_element(scores.begin(), scores.begin() + count, scores.end(), std::greater<>());
  return scores.head(count).sum();
}

/// The bound of a node, iterated from `shares`; ends early once it is below `wanted`.
Relaxed relax(const Rest& rest, Eigen::VectorXd shares, int rounds, double wanted) {
  Relaxed best;
  best.bound = std::numeric_limits<double>::infinity();
  const Eigen::MatrixXd q = rest.p - Eigen::MatrixXd(rest.d.asDiagonal());
  const double most = static_cast<double>(rest.open);
  double previous = best.bound;
  for (int round = 0; round < rounds; ++round) {
    // V = T (T Q T + D)^-1 T W, T = sqrt(shares).
    const Eigen::VectorXd roots = shares.cwiseSqrt();
    Eigen::MatrixXd system = roots.asDiagonal() * q * roots.asDiagonal();
    system.diagonal() += rest.d;
    Eigen::MatrixXd v = roots.asDiagonal() * rest.w;
    Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>>(system).solveInPlace(v);
    v = roots.asDiagonal() * v;
    const Eigen::MatrixXd qv = q * v;
    const Eigen::VectorXd scores = (rest.w - qv).rowwise().squaredNorm().cwiseQuotient(rest.d);
    const double bound = v.cwiseProduct(qv).sum() + sum_of_largest(scores, rest.open);
    if (!(bound >= best.bound)) {
      best.bound = bound;
      best.shares = shares;
      best.squares = v.rowwise().squaredNorm();
    }
    if (best.bound <= wanted) break;
    if (round > 3 && previous - bound < 1e-4 * bound) break;
    previous = bound;
    // The best shares for this V. Every item keeps a little: an item whose share is 0 could never
    // return.
    const Eigen::VectorXd weights = rest.d.cwiseProduct(v.rowwise().squaredNorm()).cwiseSqrt();
    const double floor = 1e-3 * weights.maxCoeff();
    shares = water_fill(weights.cwiseMax(floor), most);
  }
  return best;
}

/// Raises D, by coordinates, towards the largest sum of `wish` . D + mu log det(P - D).
void raise(const Eigen::MatrixXd& p, const Eigen::VectorXd& wish, int rounds, bool only_up,
           Eigen::VectorXd& d) {
  const Index size = p.rows();
  const double least = 1e-6 * d.maxCoeff();
  double mu = (only_up ? 0.01 : 1.0) * wish.dot(d) / static_cast<double>(size);
  for (int round = 0; round < rounds; ++round, mu *= 0.4) {
    Eigen::MatrixXd inverse =
        (p - Eigen::MatrixXd(d.asDiagonal())).llt().solve(Eigen::MatrixXd::Identity(size, size));
    for (Index e = 0; e < size; ++e) {
      const double own = inverse(e, e);
      const double change = std::max(1.0 / own - mu / wish[e], only_up ? 0.0 : least - d[e]);
      const double scale = 1.0 - change * own;
      if (!(scale > 1e-9)) continue;
      d[e] += change;
      const Eigen::VectorXd column = inverse.col(e);
      inverse.noalias() += column * (column.transpose() * (change / scale));
    }
  }
}

/// Whether P - D is positive definite beyond rounding.
bool is_valid(const Eigen::MatrixXd& p, const Eigen::VectorXd& d) {
  Eigen::MatrixXd q = p;
  q.diagonal() -= d + 1e-12 * p.diagonal();
  return q.llt().info() == Eigen::Success;
}

struct OpenedTraceNode;
struct TraceNode {
  Indices deleted, kept;
  Index branch_on = 0;
  Eigen::VectorXd shares;    ///< of all members
  Eigen::VectorXd diagonal;  ///< D, of all members
  // The two nodes below, if they were opened ahead, and the loss that was known then.
  std::array<std::shared_ptr<OpenedTraceNode>, 2> below{};
  double opened_at = 0.0;
};
/// What a node has become: a deletion that it leads to, and the node unless that settles it.
struct OpenedTraceNode {
  Indices deletion;
  double loss = 0.0;
  double bound = 0.0;
  std::optional<TraceNode> node;
};

class TraceSearch {
 public:
  TraceSearch(const Eigen::MatrixXd& p, const Eigen::MatrixXd& w, Index tau,
              std::int64_t most_nodes, const Run& run)
      : p_(p), w_(w), tau_(tau), most_nodes_(most_nodes), run_(run) {}

  LargestLoss run(const Indices& known) {
    if (static_cast<Index>(known.size()) == tau_) offer(known, loss_of(known));
    choose_diagonal();
    Node root;
    root.diagonal = d_;
    take(opened({}, {}, root, std::numeric_limits<double>::infinity()));
    // Bounds are on losses, from above; the queue wants the least first.
    std::int64_t branched = 0;
    found_.complete = nodes_.run(
        most_nodes_, [&](double negative) { return is_pruned(-negative); },
        [&](Node& node, double negative) {
          if (branched++ % 64 == 0) run_.check_stop();
          branch(node, -negative);
        });
    found_.most = found_.complete ? found_.loss : -nodes_.bound();
    return std::move(found_);
  }

 private:
  using Node = TraceNode;
  using Opened = OpenedTraceNode;

  bool is_pruned(double bound) const { return is_pruned(bound, found_.loss); }
  static bool is_pruned(double bound, double loss) { return bound <= loss * (1.0 + same); }

  double loss_of(const Indices& e) const {
    const Eigen::MatrixXd w = w_(e, Eigen::indexing::all);
    const Eigen::MatrixXd p = p_(e, e);
    return w.cwiseProduct(p.llt().solve(w)).sum();
  }

  void offer(Indices deleted, double loss) {
    if (found_.deleted.empty() || loss > found_.loss) {
      found_.loss = loss;
      found_.deleted = std::move(deleted);
    }
  }

  /// Tries two ways to find D, because neither is always better; on two threads if there are.
  void choose_diagonal() {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(p_, Eigen::EigenvaluesOnly);
    d_.setConstant(p_.rows(), 0.9 * std::max(eigen.eigenvalues().minCoeff(), 0.0));
    if (!(d_[0] > 0.0)) d_.setConstant(std::numeric_limits<double>::min());
    if (p_.rows() <= smallest_for_newton) return raise_in_rounds();
    Eigen::VectorXd other;
    // The first piece is the caller's, who may be asked to stop.
    run_.workers().share(2, [&](std::size_t way) {
      if (way == 0) {
        other = diagonal_by_newton_steps();
      } else {
        raise_in_rounds();
      }
    });
    if (other.size() > 0) try_diagonal(std::move(other), even_shares());
  }

  /// In each of a few rounds, relaxes and then raises D where it helps most.
  void raise_in_rounds() {
    Eigen::VectorXd shares = even_shares();
    Eigen::VectorXd wish = Eigen::VectorXd::Ones(p_.rows());
    const Eigen::VectorXd start = d_;
    for (int round = 0; round < 5; ++round) {
      Eigen::VectorXd raised = start;
      raise(p_, wish, 8, false, raised);
      const auto relaxed = try_diagonal(raised, shares);
      if (!relaxed) return;
      shares = relaxed->shares;
      wish = wish_of(*relaxed);
    }
  }

  /// That of the subset relaxation of the same problem; empty if it has none.
  Eigen::VectorXd diagonal_by_newton_steps() const {
    const auto n = static_cast<std::size_t>(p_.rows());
    linalg::SubsetRelaxation relaxation(
        {n, n, {p_.data(), p_.data() + p_.size()}},
        {n, static_cast<std::size_t>(w_.cols()), {w_.data(), w_.data() + w_.size()}},
        static_cast<std::size_t>(tau_));
    if (!relaxation.usable()) return {};
    relaxation.solve(100, 1e-3);
    // A step costs as much as several nodes.
    const auto most = std::min<std::int64_t>(newton_steps, most_nodes_);
    for (int step = 0; step < most && relaxation.improve_diagonal(30, 1e-3); ++step) {
      run_.check_stop();
    }
    const auto found = relaxation.diagonal();
    return Eigen::Map<const Eigen::VectorXd>(found.data(), std::ssize(found));
  }

  Eigen::VectorXd even_shares() const {
    const auto rows = static_cast<double>(p_.rows());
    return Eigen::VectorXd::Constant(p_.rows(), static_cast<double>(tau_) / rows);
  }

  /// Keeps D if it is valid beyond rounding and gives a better bound than the present one.
  std::optional<Relaxed> try_diagonal(Eigen::VectorXd d, const Eigen::VectorXd& shares) {
    d *= 1.0 - 1e-9;
    if (!is_valid(p_, d)) d *= 0.999;
    if (!is_valid(p_, d)) return std::nullopt;
    const Rest all{{}, p_, w_, d, 0.0, tau_};
    Relaxed relaxed = relax(all, shares, root_rounds, 0.0);
    if (relaxed.bound < root_bound_) {
      root_bound_ = relaxed.bound;
      d_ = std::move(d);
    }
    return relaxed;
  }

  Rest rest_of(const Indices& deleted, const Indices& kept, const Eigen::VectorXd& d) const {
    Rest rest;
    std::vector<char> out(static_cast<std::size_t>(p_.rows()), 0);
    for (const Index e : deleted) out[static_cast<std::size_t>(e)] = 1;
    for (const Index e : kept) out[static_cast<std::size_t>(e)] = 1;
    for (Index e = 0; e < p_.rows(); ++e) {
      if (!out[static_cast<std::size_t>(e)]) rest.free.push_back(e);
    }
    rest.open = tau_ - static_cast<Index>(deleted.size());
    rest.d = d(rest.free);
    rest.p = p_(rest.free, rest.free);
    rest.w = w_(rest.free, Eigen::indexing::all);
    if (deleted.empty()) return rest;
    const Eigen::MatrixXd own = p_(deleted, deleted);
    const Eigen::LLT<Eigen::MatrixXd> factor(own);
    const Eigen::MatrixXd across = p_(deleted, rest.free);
    const Eigen::MatrixXd w = w_(deleted, Eigen::indexing::all);
    const Eigen::MatrixXd answers = factor.solve(across);
    rest.lost = w.cwiseProduct(factor.solve(w)).sum();
    rest.p.noalias() -= across.transpose() * answers;
    rest.w.noalias() -= answers.transpose() * w;
    return rest;
  }

  /// With several threads, nodes are opened ahead, as they would be if nothing worse were found
  /// meanwhile. What is not so is opened again: the search goes as it does on one thread.
  void branch(Node& node, double bound) {
    if (run_.threads() > 1 && !is_opened(node)) open_ahead(node, bound);
    for (std::size_t which = 0; which < 2; ++which)
      take(is_opened(node) ? std::move(*node.below[which]) : below(node, bound, which));
  }

  bool is_opened(const Node& node) const {
    return node.below.back() && node.opened_at == found_.loss;
  }

  /// Below the node and the most promising others, some for each thread.
  void open_ahead(Node& first, double bound) {
    std::vector<std::pair<Node*, double>> nodes{{&first, bound}};
    const auto most = nodes_per_thread * static_cast<std::size_t>(run_.threads()) - 1;
    nodes_.look_ahead(most, [&](Node& node, double negative) {
      if (!is_opened(node) && !is_pruned(-negative)) nodes.emplace_back(&node, -negative);
    });
    run_.workers().share(2 * nodes.size(), [&](std::size_t i) {
      const auto& [node, its_bound] = nodes[i / 2];
      node->below[i % 2] = std::make_shared<Opened>(below(*node, its_bound, i % 2));
    });
    for (const auto& [node, its_bound] : nodes) node->opened_at = found_.loss;
  }

  Opened below(const Node& node, double bound, std::size_t which) const {
    Indices decided = which == 0 ? node.deleted : node.kept;
    decided.push_back(node.branch_on);
    return which == 0 ? opened(std::move(decided), node.kept, node, bound)
                      : opened(node.deleted, std::move(decided), node, bound);
  }

  void take(Opened opened) {
    if (!opened.deletion.empty()) offer(std::move(opened.deletion), opened.loss);
    if (opened.node) nodes_.push(-opened.bound, *std::move(opened.node));
  }

  Opened settled(Indices deletion) const {
    const double loss = loss_of(deletion);
    return {std::move(deletion), loss, 0.0, std::nullopt};
  }

  Opened opened(Indices deleted, Indices kept, const Node& parent, double parent_bound) const {
    Rest rest = rest_of(deleted, kept, parent.diagonal);
    const auto free = static_cast<Index>(rest.free.size());
    if (free < rest.open) return {};
    if (rest.open == 0 || free == rest.open) {
      if (rest.open > 0) deleted.insert(deleted.end(), rest.free.begin(), rest.free.end());
      return settled(std::move(deleted));
    }
    if (rest.open == 1) {
      Index worst = 0;
      rest.w.rowwise().squaredNorm().cwiseQuotient(rest.p.diagonal()).maxCoeff(&worst);
      deleted.push_back(rest.free[static_cast<std::size_t>(worst)]);
      return settled(std::move(deleted));
    }
    const double wanted = found_.loss * (1.0 + same) - rest.lost;
    Relaxed relaxed = relax(rest, start(rest, parent.shares), node_rounds, wanted);
    if (relaxed.bound > wanted && (deleted.size() + kept.size()) % renewal == 1) {
      renew_diagonal(rest, relaxed);
      Relaxed again = relax(rest, relaxed.shares, node_rounds, wanted);
      if (again.bound < relaxed.bound) relaxed = std::move(again);
    }
    const double bound = std::min(parent_bound, rest.lost + relaxed.bound);
    if (is_pruned(bound)) return {};
    Opened result = settled(rounded_off(deleted, rest, relaxed));
    if (is_pruned(bound, std::max(found_.loss, result.loss))) return result;
    result.bound = bound;
    Node& node = result.node.emplace();
    node.deleted = std::move(deleted);
    node.kept = std::move(kept);
    node.branch_on = most_undecided(rest, relaxed);
    node.shares = Eigen::VectorXd::Zero(p_.rows());
    node.shares(rest.free) = relaxed.shares;
    node.diagonal = parent.diagonal;
    node.diagonal(rest.free) = rest.d;
    return result;
  }

  /// The decisions made so far leave room to raise D.
  static void renew_diagonal(Rest& rest, const Relaxed& relaxed) {
    Eigen::VectorXd raised = rest.d;
    raise(rest.p, wish_of(relaxed), 2, true, raised);
    raised *= 1.0 - 1e-9;
    if (is_valid(rest.p, raised)) rest.d = std::move(raised);
  }

  /// How fast the bound falls as D rises.
  static Eigen::VectorXd wish_of(const Relaxed& relaxed) {
    Eigen::VectorXd wish = relaxed.squares.cwiseProduct(
        (relaxed.shares.cwiseMax(1e-6).cwiseInverse().array() - 1.0).matrix());
    wish.array() += 1e-3 * wish.mean() + std::numeric_limits<double>::min();
    return wish;
  }

  Eigen::VectorXd start(const Rest& rest, const Eigen::VectorXd& parent_shares) const {
    const auto size = static_cast<Index>(rest.free.size());
    if (parent_shares.size() == 0) {
      return Eigen::VectorXd::Constant(size,
                                       static_cast<double>(rest.open) / static_cast<double>(size));
    }
    const Eigen::VectorXd shares = parent_shares(rest.free);
    return water_fill(shares.cwiseMax(nearly_whole), static_cast<double>(rest.open));
  }

  /// The items with the largest shares are also a deletion: it may be a new worst one.
  static Indices rounded_off(const Indices& deleted, const Rest& rest, const Relaxed& relaxed) {
    Indices order(rest.free.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](Index i) { return relaxed.shares[i]; });
    Indices guess = deleted;
    for (Index i = 0; i < rest.open; ++i) {
      guess.push_back(rest.free[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    }
    return guess;
  }

  /// The free item whose decision tightens the relaxation most: the one with the largest u^2 D (1/s
  /// - 1).
  static Index most_undecided(const Rest& rest, const Relaxed& relaxed) {
    const Eigen::ArrayXd s = relaxed.shares.array().max(1e-9);
    const Eigen::ArrayXd cost = relaxed.squares.array() * rest.d.array() * (s.inverse() - 1.0);
    Index which = 0;
    cost.maxCoeff(&which);
    return rest.free[static_cast<std::size_t>(which)];
  }

  const Eigen::MatrixXd& p_;
  const Eigen::MatrixXd& w_;
  Index tau_;
  std::int64_t most_nodes_;
  const Run& run_;
  Eigen::VectorXd d_;
  double root_bound_ = std::numeric_limits<double>::infinity();
  LargestLoss found_;
  BestFirst<Node> nodes_;
};

}  // namespace

LargestLoss search_largest_loss(const Eigen::MatrixXd& p, const Eigen::MatrixXd& w, Index tau,
                                const Indices& known, std::int64_t most_nodes, const Run& run) {
  return TraceSearch(p, w, tau, most_nodes, run).run(known);
}

}  // namespace holdfast
