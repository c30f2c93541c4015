#pragma once

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// The structure behind an objective, for attacks and bounds that can use more than its States: the
/// matrices of a trace form (TraceOracle), or the data of a class model. Code that can use a
/// structure asks for it by type; everything else works through States.
class HOLDFAST_EXPORT Structure {
 public:
  virtual ~Structure();

 protected:
  Structure() = default;
};

/// A structure, and which of its columns each item of the objective stands for.
struct ItemStructure {
  const Structure* structure = nullptr;  ///< null: only States are available
  std::span<const Items> blocks = {};    ///< the columns of each item; empty: item i is column i

  template <class Kind>
  const Kind* as() const {
    return dynamic_cast<const Kind*>(structure);
  }
  /// Whether item i is column i, for every i.
  bool plain() const { return blocks.empty(); }
};

/// What one attack costs. Callers decide by it how many attacks to make.
enum class AttackCost {
  microseconds,  ///< updates of small matrices, independent of the size of the data
  updates,       ///< a State that moves item by item
  refits,        ///< a model must be fitted again
};

}  // namespace holdfast
