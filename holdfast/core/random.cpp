#include "holdfast/core/random.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  constexpr double sqrt_half = 0.70710678118654752440;
  if (mantissa < sqrt_half) {
    mantissa *= 2.0;
    --exponent;
  }
  // log m = 2 atanh(z) with |z| <= 0.1716, so that 12 terms reach the last bit.
  const double z = (mantissa - 1.0) / (mantissa + 1.0);
  const double z2 = z * z;
  double series = 0.0;
  for (int term = 25; term >= 1; term -= 2) series = series * z2 + 1.0 / term;
  constexpr double ln2 = 0.69314718055994530942;
  return exponent * ln2 + 2.0 * z * series;
}

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t mix = seed;
  std::uint64_t offset = stream;
  mix = splitmix64(mix) ^ std::rotl(splitmix64(offset), 32);
  for (auto& word : state_) word = splitmix64(mix);
}

std::uint64_t Random::bits() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t t = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(bits() >> 11U) * 0x1.0p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t Random::below(std::uint64_t bound) {
  require(bound != 0, "Random::below needs a bound of at least 1, got 0");
  // Draws beyond the largest multiple of bound would favour small results, so they are repeated.
  const std::uint64_t excess = (0 - bound) % bound;
  std::uint64_t draw = bits();
  while (draw < excess) draw = bits();
  return draw % bound;
}

double Random::normal() {
  if (std::exchange(has_spare_normal_, false)) return spare_normal_;
  double u = 0.0;
  double v = 0.0;
  double square = 0.0;
  do {
    u = uniform(-1.0, 1.0);
    v = uniform(-1.0, 1.0);
    square = u * u + v * v;
  } while (square >= 1.0 || square == 0.0);
  const double scale = std::sqrt(-2.0 * portable_log(square) / square);
  spare_normal_ = v * scale;
  has_spare_normal_ = true;
  return u * scale;
}

Items Random::sample(std::span<const Item> pool, std::size_t count) {
  if (count > pool.size()) {
    throw std::invalid_argument("Random::sample asked for " + std::to_string(count) + " of " +
                                std::to_string(pool.size()) + " items");
  }
  Items shuffled(pool.begin(), pool.end());
  for (std::size_t i = 0; i < count; ++i) {
    const auto j = i + below(shuffled.size() - i);
    std::swap(shuffled[i], shuffled[j]);
  }
  shuffled.resize(count);
  return shuffled;
}

}  // namespace holdfast
