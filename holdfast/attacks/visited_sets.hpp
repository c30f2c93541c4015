#pragma once

#include <unordered_set>

#include "holdfast/core/item.hpp"

namespace holdfast {

/// The sets that a search has visited, by their fingerprints: from one of them on it would only
/// repeat itself.
class VisitedSets {
 public:
  /// Adds a set and returns whether it was new. A set's fingerprint is the sum of those of its
  /// items.
  bool insert(std::uint64_t fingerprint) { return visited_.insert(fingerprint).second; }

  static std::uint64_t fingerprint(Item item) {
    // The finalizer of splitmix64 (Steele, Lea, Flood 2014).
    std::uint64_t bits = (static_cast<std::uint64_t>(item) + 1) * 0x9e3779b97f4a7c15ULL;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    return bits ^ (bits >> 31);
  }

 private:
  std::unordered_set<std::uint64_t> visited_;
};

}  // namespace holdfast
