#include "holdfast/theory/ratio_value.hpp"

namespace holdfast {

const char* to_string(RatioKind kind) {
  switch (kind) {
    case RatioKind::exact:
      return "exact";
    case RatioKind::lower_bound:
      return "lower-bound";
    case RatioKind::upper_bound:
      return "upper-bound";
  }
  return "";
}

}  // namespace holdfast
