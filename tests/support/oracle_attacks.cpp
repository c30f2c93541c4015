#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "holdfast/core/random.hpp"
#include "holdfast/core/ranking.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/oracle_ranking.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

/// The `count` of these members whose deletion lowers f most.
std::vector<Scored> largest_losses(const SetFunction& f, const Items& set, const Items& members,
                                   std::size_t count) {
  std::vector<double> losses;
  for (const Item item : members) losses.push_back(f.value(set) - f.value(minus(set, item)));
  return ranked_by_rule(members, losses, count, f.value(set));
}

Attack delete_one_by_one(const SetFunction& f, Items set, Item tau,
                         const std::function<Item(const Items& left)>& choose) {
  Attack attack;
  for (Item step = 0; step < tau && !set.empty(); ++step) {
    const Item gone = choose(set);
    attack.deleted.push_back(gone);
    set = minus(set, gone);
  }
  attack.value = f.value(set);
  return attack;
}

/// The worst of several attacks, the first on ties.
Attack worst_of(const SetFunction& f, const Items& set, int repeats,
                const std::function<Attack(int repeat)>& attack) {
  Attack worst = attack(0);
  for (int repeat = 1; repeat < repeats; ++repeat) {
    const Attack next = attack(repeat);
    if (next.value < worst.value - TieRule::width(worst.value, f.value(set))) worst = next;
  }
  return worst;
}

}  // namespace

Attack greedy_min(const SetFunction& f, const Items& set, Item tau) {
  return delete_one_by_one(f, set, tau, [&](const Items& left) {
    return largest_losses(f, left, left, 1).front().item;
  });
}

Attack greedy_max(const SetFunction& f, const Items& set, Item tau) {
  Items deleted;
  return delete_one_by_one(f, set, tau, [&](const Items& left) {
    std::vector<double> gains;
    for (const Item item : left) gains.push_back(f.value(plus(deleted, item)) - f.value(deleted));
    deleted.push_back(ranked_by_rule(left, gains, 1, f.value(deleted)).front().item);
    return deleted.back();
  });
}

Attack random_greedy_min(const SetFunction& f, const Items& set, Item tau, int repeats,
                         std::uint64_t seed) {
  return worst_of(f, set, repeats, [&](int repeat) {
    Random random(seed, 1000 + static_cast<std::uint64_t>(repeat));
    return delete_one_by_one(f, set, tau, [&](const Items& left) {
      const auto worst = largest_losses(f, left, left, at(tau));
      const Items order = random.sample(sorted(left), left.size());
      return *std::ranges::find_if(order, [&](Item item) {
        return std::ranges::any_of(worst, [&](const Scored& w) { return w.item == item; });
      });
    });
  });
}

Attack stochastic_greedy_min(const SetFunction& f, const Items& set, Item tau, double epsilon,
                             int repeats, std::uint64_t seed) {
  const double share = static_cast<double>(set.size()) / tau * std::log(1.0 / epsilon);
  const auto wanted = static_cast<std::size_t>(std::max(1.0, std::ceil(share - 1e-9)));
  return worst_of(f, set, repeats, [&](int repeat) {
    Random random(seed, 2000 + static_cast<std::uint64_t>(repeat));
    return delete_one_by_one(f, set, tau, [&](const Items& left) {
      const Items sample = random.sample(sorted(left), std::min(wanted, left.size()));
      return largest_losses(f, left, sample, 1).front().item;
    });
  });
}

double worst_value(const SetFunction& f, const Items& set, Item tau) {
  const std::size_t kept = set.size() - std::min(set.size(), at(tau));
  double worst = std::numeric_limits<double>::infinity();
  for_each_subset(set, kept, [&](const Items& left) { worst = std::min(worst, f.value(left)); });
  return worst;
}

}  // namespace holdfast::support
