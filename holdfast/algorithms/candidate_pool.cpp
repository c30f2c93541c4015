#include "holdfast/algorithms/candidate_pool.hpp"

#include <algorithm>

namespace holdfast::greedy_steps {

CandidatePool::CandidatePool(const Objective& objective, const Problem& problem)
    : problem_(&problem), size_(objective.size()), must_(problem.constraints.must) {
  left_ = constrained() ? allowed_after(problem.constraints, size_, problem.k, {})
                        : objective.all_items();
}

std::span<const Item> CandidatePool::next() const { return must_.empty() ? all() : must_; }

bool CandidatePool::offers(Item item) const {
  return std::binary_search(left_.begin(), left_.end(), item);
}

void CandidatePool::take(Item item) {
  if (!constrained()) {
    std::erase(left_, item);
    return;
  }
  std::erase(must_, item);
  chosen_.push_back(item);
  left_ = allowed_after(problem_->constraints, size_, problem_->k, chosen_);
}

}  // namespace holdfast::greedy_steps
