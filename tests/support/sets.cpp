#include "tests/support/sets.hpp"

#include <algorithm>
#include <numeric>

namespace holdfast::support {

Items ground_set(Item size) {
  Items all(at(size));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Items plus(std::span<const Item> set, Item item) {
  Items more(set.begin(), set.end());
  more.push_back(item);
  return more;
}

Items minus(std::span<const Item> set, Item item) {
  Items fewer;
  std::copy_if(set.begin(), set.end(), std::back_inserter(fewer),
               [item](Item member) { return member != item; });
  return fewer;
}

Items complement(Item size, std::span<const Item> set) {
  Items rest;
  for (Item item = 0; item < size; ++item) {
    if (std::find(set.begin(), set.end(), item) == set.end()) rest.push_back(item);
  }
  return rest;
}

Items sorted(std::span<const Item> set) {
  Items ascending(set.begin(), set.end());
  std::sort(ascending.begin(), ascending.end());
  return ascending;
}

void for_each_subset(std::span<const Item> set, std::size_t count,
                     const std::function<void(const Items&)>& visit) {
  Items chosen;
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    if (chosen.size() == count) {
      visit(chosen);
      return;
    }
    for (std::size_t i = from; i < set.size(); ++i) {
      chosen.push_back(set[i]);
      extend(i + 1);
      chosen.pop_back();
    }
  };
  extend(0);
}

Items random_set(Random& random, Item size, std::size_t count) {
  return random.sample(ground_set(size), count);
}

}  // namespace holdfast::support
