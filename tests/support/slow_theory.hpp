#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include "holdfast/core/item.hpp"
#include "holdfast/core/ratio_bounds.hpp"

/// The paper's definitions, implemented slowly and literally: sets are lists of items, and every
/// set, pair and triple is visited. Nothing here is shared with the library.
namespace holdfast::slow {

using Function = std::function<double(const Items&)>;

/// Every subset of `items`.
std::vector<Items> subsets(const Items& items);
Items join(Items a, const Items& b);
Items without(const Items& items, const Items& removed);
bool contains(const Items& items, Item item);

/// The seven ratios over sets of at most `largest_set` items.
std::map<Ratio, double> ratios(Item size, const Function& f, Item largest_set);
/// The ratio of one witness alone: what the definition says about these sets. Curvatures as
/// 1 - alpha.
double ratio_at(Ratio ratio, Item size, const Function& f, const Items& first, const Items& second,
                Item item);

/// gains never grow; gains never shrink (up to `slack` f(V)).
bool is_submodular(Item size, const Function& f, double slack);
bool is_supermodular(Item size, const Function& f, double slack);

/// max f(T) over T in `allowed`, |T| <= size.
double optimum(const Function& f, const Items& allowed, Item size);
/// max over |S| <= k of min over E in S, |E| <= tau of f(S \ E).
double robust_optimum(Item size, const Function& f, Item k, Item tau);

}  // namespace holdfast::slow
