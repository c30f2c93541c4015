#pragma once

#include <memory>

#include "holdfast/core/adversary.hpp"

namespace holdfast {

/// Another adversary's deletion, improved: the best exchange of a deleted item for a survivor,
/// while that lowers f.
class HOLDFAST_EXPORT ImprovedByExchanges : public Adversary {
 public:
  explicit ImprovedByExchanges(std::unique_ptr<Adversary> base);
  ~ImprovedByExchanges() override;

  /// The other's name and "+ls", for local search.
  std::string name() const override;

 private:
  Deletion do_attack(const State& state, Item tau) const override;

  std::unique_ptr<Adversary> base_;
};

}  // namespace holdfast
