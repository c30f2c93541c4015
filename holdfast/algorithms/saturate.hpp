#pragma once

#include "holdfast/core/algorithm.hpp"

namespace holdfast {

/// For an objective made of events (EventStructure) that counts the worst of them or the worst tail
/// (Krause, McMahon, Guestrin and Gupta 2008). Greedy on the worst event stalls where no single
/// item helps all of the worst events at once. Greedy on the mean of min(value of an event, cap)
/// does not: it is submodular if the base is, and reaches the cap only if every event does. The
/// caps are found by bisection between 0 and what the best event could be worth; the set that is
/// best in terms of the objective itself is returned. (Theirs may take more than k items in
/// exchange for a guarantee. Ours takes k.)
///
/// On an objective without events, and on a mean over events, it is greedy. Costs some 20 greedy
/// runs on the capped mean.
class HOLDFAST_EXPORT Saturate : public Algorithm {
 public:
  std::string name() const override { return "saturate"; }
  bool is_prefix_closed() const override { return false; }

 private:
  Choice do_select(const Objective& objective, const Problem& problem,
                   const Run& run) const override;
};

/// Whether greedy may stall on the objective, so that saturate and swaps are worth a try even if
/// nothing else is lost.
bool greedy_may_stall(const Objective& objective);

}  // namespace holdfast
