#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/core/objective.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/theory/value_table.hpp"
#include "tests/support/slow_theory.hpp"

/// Random monotone functions on few items, of every kind that the theory distinguishes.
namespace holdfast::small {

/// A Run for a test.
class TestRun : public Run {
 public:
  explicit TestRun(int threads, std::uint64_t seed = 0, const std::atomic<bool>* stop = nullptr)
      : Run(options(threads, seed, stop)) {}

 private:
  static Options options(int threads, std::uint64_t seed, const std::atomic<bool>* stop) {
    Options made;
    made.threads = threads;
    made.seed = seed;
    made.stop_requested = stop;
    return made;
  }
};

struct SmallFunction {
  std::string label;
  ValueTable table;
  /// From the table; slow::Function takes any order of items.
  slow::Function value() const;
  /// A user function without structure, so that nothing but its values is known.
  std::unique_ptr<Objective> objective() const;
};

SmallFunction from_values(std::string label, Item items, const std::function<double(Mask)>& value);

SmallFunction coverage(Item items, std::uint64_t seed);
SmallFunction facility_location(Item items, std::uint64_t seed);
/// Every set gets a random increment over the best of its subsets: no structure at all.
SmallFunction random_increments(Item items, std::uint64_t seed);
/// Neither submodular nor supermodular, but close to additive.
SmallFunction nearly_additive(Item items, std::uint64_t seed);
/// (sum of weights)^p for p > 1.
SmallFunction supermodular(Item items, std::uint64_t seed);
SmallFunction modular(Item items, std::uint64_t seed);
SmallFunction regression(Item items, std::uint64_t seed);
SmallFunction variance_reduction(Item items, std::uint64_t seed);

/// `rounds` of each kind, with 2 to `most_items` items.
std::vector<SmallFunction> of_every_kind(Item most_items, int rounds, std::uint64_t seed);

}  // namespace holdfast::small
