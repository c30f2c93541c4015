#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

/// How long a harness goes on. In `make test` each does a short fixed part; `make campaign` gives
/// it seconds and a seed of its own through the environment, and reads what it counted.
namespace holdfast::campaign {

class Budget {
 public:
  Budget() {
    const char* seconds = std::getenv("HOLDFAST_CAMPAIGN_SECONDS");
    const char* seed = std::getenv("HOLDFAST_CAMPAIGN_SEED");
    if (seconds != nullptr) seconds_ = std::atof(seconds);
    if (seed != nullptr) seed_ = std::strtoull(seed, nullptr, 10);
  }

  /// Whether this is a campaign and not a short test.
  bool is_long() const { return seconds_ > 0.0; }
  std::uint64_t seed() const { return seed_; }
  bool is_over() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
    return passed.count() > seconds_;
  }

  /// Leaves a line "name count" for the campaign.
  static void count(const std::string& name, std::int64_t count) {
    if (const char* file = std::getenv("HOLDFAST_CAMPAIGN_COUNTS"))
      std::ofstream(file, std::ios::app) << name << ' ' << count << '\n';
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double seconds_ = 0.0;
  std::uint64_t seed_ = 1;
};

}  // namespace holdfast::campaign
