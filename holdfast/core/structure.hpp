#pragma once

#include <span>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// What lies behind an objective, for attacks and bounds that can use more than its States: the
/// matrices of a trace form (TraceOracle), the data of a class model. The rooms that can use a kind
/// ask for it by its type; everybody else plays through States.
class HOLDFAST_EXPORT Structure {
 public:
  virtual ~Structure();

 protected:
  Structure() = default;
};

/// A structure, and the columns of it that each item of the objective stands for.
struct ItemStructure {
  const Structure* structure = nullptr;  ///< null: there is nothing but States
  std::span<const Items> blocks = {};    ///< the columns of each item; empty: item i is column i

  template <class Kind>
  const Kind* as() const {
    return dynamic_cast<const Kind*>(structure);
  }
  /// Whether every item is one column, under its own number.
  bool plain() const { return blocks.empty(); }
};

/// What one more attack costs: the one thing to ask before deciding how many to make.
enum class AttackCost {
  microseconds,  ///< updates of small matrices, whatever the size of the data
  updates,       ///< a State that moves item by item
  refits,        ///< a model that is fitted again
};

}  // namespace holdfast
