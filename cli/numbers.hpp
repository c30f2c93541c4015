#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

/// Numbers for people; programs get JSON or CSV.
namespace holdfast::cli {

/// One format for numbers that stand in one column, so that their decimal points do too: six digits
/// for the largest of them.
class NumberFormat {
 public:
  explicit NumberFormat(std::span<const double> values);
  std::string operator()(double value) const;

 private:
  bool scientific_ = false;
  int decimals_ = 0;
};

/// "61.2 %", or nothing.
std::string percent(std::optional<double> part);
/// 41234 as "41,234".
std::string grouped(std::int64_t count);
/// "3 items", "1 item".
std::string counted(std::int64_t count, const std::string& noun);
/// "1.2 ms", "0.35 s", "2 min 5 s".
std::string duration(double seconds);

}  // namespace holdfast::cli
