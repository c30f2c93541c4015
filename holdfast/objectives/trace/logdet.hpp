#pragma once

#include "holdfast/core/matrix.hpp"
#include "holdfast/core/objective.hpp"

namespace holdfast {

class KernelOracle;
class TraceOracle;

/// How much noisy observations at the chosen points tell about a Gaussian process:
///   f(S) = log det(I + K_SS / noise).
/// Submodular. Cost with n items: a greedy step O(k n), deleting an item and all losses O(k^2).
/// Memory: the kernel matrix (shared, not copied) and k n numbers per State.
class HOLDFAST_EXPORT LogDetObjective : public Objective {
 public:
  LogDetObjective(Matrix kernel, double noise, std::vector<std::string> names = {});
  ~LogDetObjective() override;

  std::string name() const override { return "logdet"; }
  Item size() const override;
  std::string item_name(Item item) const override;
  bool is_submodular() const override { return true; }
  double gain_cost() const override { return 64.0; }

  /// A = K + noise I, for those who compute f themselves: f(S) = log det A_SS - |S| log noise. No
  /// structure(), because this is no trace form.
  const TraceOracle& matrix() const;
  double noise() const;

 private:
  class LogDetState;

  double do_value(std::span<const Item> set) const override;
  std::unique_ptr<State> do_start(const Run& run) const override;

  std::unique_ptr<const KernelOracle> oracle_;
  std::vector<std::string> names_;
};

}  // namespace holdfast
