#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/linear.hpp"

namespace holdfast {

/// Some of the items of a linear regression or of variance reduction, and what answers questions
/// about them; others, elsewhere, hold the others (see spread_trace.hpp). An answer depends on the
/// question and the data alone. What is kept between questions, the rows of chosen items, is a
/// cache: a question says whose rows it continues, and a part that has not got those asks to be
/// told all.
class HOLDFAST_EXPORT SpreadPart {
 public:
  virtual ~SpreadPart();
  SpreadPart(const SpreadPart&) = delete;
  SpreadPart& operator=(const SpreadPart&) = delete;

  /// Several threads may ask at once; they wait for each other.
  virtual std::string answer(std::string_view question) = 0;

 protected:
  SpreadPart() = default;
};

/// The columns from number `first` on.
HOLDFAST_EXPORT std::unique_ptr<SpreadPart> make_spread_part(Item first,
                                                             const LinearObjective::Design& design,
                                                             const Matrix& responses,
                                                             const LinearOptions& options);
/// The points from number `first` on.
HOLDFAST_EXPORT std::unique_ptr<SpreadPart> make_spread_part(Item first, const Kernel& kernel,
                                                             const Matrix& points,
                                                             const Matrix& targets, double noise);

}  // namespace holdfast
