#pragma once

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Improves another adversary's deletion: makes the best exchange of a deleted item for a survivor
/// while that lowers f.
class HOLDFAST_EXPORT ImprovedByExchanges : public Adversary {
 public:
  explicit ImprovedByExchanges(std::unique_ptr<Adversary> base);
  ~ImprovedByExchanges() override;

  /// The name of the other adversary with "+ls", for local search.
  std::string name() const override;

 private:
  Deletion do_attack(const State& state, Item tau) const override;

  std::unique_ptr<Adversary> base_;
};

}  // namespace holdfast
