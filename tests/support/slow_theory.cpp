#include "tests/support/slow_theory.hpp"

#include <algorithm>
#include <numeric>

namespace holdfast::slow {
namespace {

Items all_items(Item size) {
  Items items(static_cast<std::size_t>(size));
  std::iota(items.begin(), items.end(), 0);
  return items;
}

/// Differences up to 1e-9 f(V) count as zero.
class Differences {
 public:
  Differences(Item size, const Function& f) : f_(f), negligible_(1e-9 * f(all_items(size))) {}

  double operator()(const Items& larger, const Items& smaller) const {
    const double difference = f_(larger) - f_(smaller);
    return difference <= negligible_ ? 0.0 : difference;
  }
  double gain(Item item, const Items& set) const { return (*this)(join(set, {item}), set); }
  double sum_of_gains(const Items& items, const Items& set) const {
    double sum = 0.0;
    for (const Item item : items) sum += gain(item, set);
    return sum;
  }

 private:
  const Function& f_;
  double negligible_;
};

/// The largest r in [0, 1] with part >= r whole.
double largest_constant(double part, double whole) {
  if (whole == 0.0) return 1.0;
  return std::clamp(part / whole, 0.0, 1.0);
}

bool small_enough(const Items& a, const Items& b, std::size_t more, Item largest_set) {
  return a.size() + b.size() + more <= static_cast<std::size_t>(largest_set);
}

}  // namespace

std::vector<Items> subsets(const Items& items) {
  std::vector<Items> all = {{}};
  for (const Item item : items) {
    const auto before = all;
    for (Items set : before) {
      set.push_back(item);
      all.push_back(set);
    }
  }
  return all;
}

Items join(Items a, const Items& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  return a;
}

bool contains(const Items& items, Item item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

Items without(const Items& items, const Items& removed) {
  Items left;
  for (const Item item : items)
    if (!contains(removed, item)) left.push_back(item);
  return left;
}

double ratio_at(Ratio ratio, Item size, const Function& f, const Items& first, const Items& second,
                Item item) {
  const Differences difference(size, f);
  const double joint = difference(join(first, second), first);
  const double sum = difference.sum_of_gains(second, first);
  switch (ratio) {
    case Ratio::gamma:
    case Ratio::nu: return largest_constant(sum, joint);
    case Ratio::gamma_check:
    case Ratio::nu_check: return largest_constant(joint, sum);
    case Ratio::alpha:
      return largest_constant(difference.gain(item, second), difference.gain(item, first));
    case Ratio::alpha_check:
      return largest_constant(difference.gain(item, first), difference.gain(item, second));
    case Ratio::theta:
      return largest_constant(difference(first, {}) + difference(second, {}),
                              difference(join(first, second), {}));
  }
  return 0.0;
}

std::map<Ratio, double> ratios(Item size, const Function& f, Item largest_set) {
  std::map<Ratio, double> smallest;
  for (const Ratio ratio : all_ratios) smallest[ratio] = 1.0;
  const auto offer = [&](Ratio ratio, const Items& first, const Items& second, Item item) {
    smallest[ratio] = std::min(smallest[ratio], ratio_at(ratio, size, f, first, second, item));
  };
  const Items everything = all_items(size);
  for (const Items& first : subsets(everything)) {
    for (const Items& second : subsets(without(everything, first))) {
      if (!small_enough(first, second, 0, largest_set)) continue;
      offer(Ratio::gamma, first, second, -1);
      offer(Ratio::gamma_check, first, second, -1);
      offer(Ratio::theta, first, second, -1);
      if (first.empty()) offer(Ratio::nu, first, second, -1);
      if (first.empty()) offer(Ratio::nu_check, first, second, -1);
      if (!small_enough(first, second, 1, largest_set)) continue;
      const Items larger = join(first, second);
      for (const Item item : without(everything, larger)) {
        offer(Ratio::alpha, first, larger, item);
        offer(Ratio::alpha_check, first, larger, item);
      }
    }
  }
  smallest[Ratio::alpha] = 1.0 - smallest[Ratio::alpha];
  smallest[Ratio::alpha_check] = 1.0 - smallest[Ratio::alpha_check];
  return smallest;
}

namespace {

/// The largest amount by which adding a second item changes a gain, in the given direction.
double largest_change(Item size, const Function& f, double sign) {
  double largest = 0.0;
  const Items everything = all_items(size);
  for (const Items& set : subsets(everything)) {
    for (const Item item : without(everything, set)) {
      for (const Item other : without(everything, join(set, {item}))) {
        const Items more = join(set, {other});
        const double change = (f(join(more, {item})) - f(more)) - (f(join(set, {item})) - f(set));
        largest = std::max(largest, sign * change);
      }
    }
  }
  return largest;
}

}  // namespace

bool is_submodular(Item size, const Function& f, double slack) {
  return largest_change(size, f, 1.0) <= slack * f(all_items(size));
}

bool is_supermodular(Item size, const Function& f, double slack) {
  return largest_change(size, f, -1.0) <= slack * f(all_items(size));
}

double optimum(const Function& f, const Items& allowed, Item size) {
  double best = 0.0;
  for (const Items& set : subsets(allowed))
    if (static_cast<Item>(set.size()) <= size) best = std::max(best, f(set));
  return best;
}

double robust_optimum(Item size, const Function& f, Item k, Item tau) {
  double best = 0.0;
  for (const Items& set : subsets(all_items(size))) {
    if (static_cast<Item>(set.size()) > k) continue;
    double worst = f(set);
    for (const Items& deleted : subsets(set))
      if (static_cast<Item>(deleted.size()) <= tau)
        worst = std::min(worst, f(without(set, deleted)));
    best = std::max(best, worst);
  }
  return best;
}

}  // namespace holdfast::slow
