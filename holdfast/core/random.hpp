#pragma once

#include <array>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// Our own generator and distributions, because the standard distributions differ between
/// libraries: a seed gives the same numbers on every machine, compiler and number of threads. The
/// generator is xoshiro256++ (Blackman and Vigna 2019), seeded through splitmix64.
class HOLDFAST_EXPORT Random {
 public:
  /// Equal (seed, stream) give equal sequences; different streams of one seed are unrelated.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t bits();
  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double low, double high);
  /// Uniform on {0, ..., bound-1}, without bias. Needs bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  /// Standard normal (Marsaglia's polar method).
  double normal();
  /// `count` distinct members of `pool`, every subset equally likely, in the order drawn.
  Items sample(std::span<const Item> pool, std::size_t count);

 private:
  std::array<std::uint64_t, 4> state_{};
  double spare_normal_ = 0.0;
  bool has_spare_normal_ = false;
};

/// Natural logarithm of x > 0 from additions, multiplications and divisions only, the same bits on
/// every machine. (The C library's own may differ in the last bit between processors: it has
/// variants with and without fused multiply-add.)
HOLDFAST_EXPORT double portable_log(double x);

}  // namespace holdfast
