#include "holdfast/objectives/classes/subset_classifiers.hpp"

#include <Eigen/Core>
#include <utility>

#include "holdfast/linalg/softmax_inverse_updates.hpp"
#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {
namespace {

using linalg::Index;

linalg::SoftmaxPoint refit(const linalg::SoftmaxPart& part, const linalg::SoftmaxModel& full,
                           std::span<const Item> set) {
  const std::vector<Index> features(set.begin(), set.end());
  std::vector<Index> staying;
  if (part.data.intercept) staying.push_back(0);
  for (const Index feature : features) staying.push_back(feature + (part.data.intercept ? 1 : 0));
  auto foreseen = linalg::reduced_model(full.inverse, full.point.weights, staying);
  const auto columns = linalg::SoftmaxColumns::gather(part.data, features);
  const linalg::GivenInverse inverse(foreseen.inverse);
  auto start = linalg::evaluate(part.data, columns, std::move(foreseen.weights));
  return linalg::maximize(part.data, columns, std::move(start), &inverse, part.goal).point;
}

}  // namespace

struct SubsetClassifiers::FullModels {
  std::vector<linalg::SoftmaxModel> of_parts;
};

SubsetClassifiers::SubsetClassifiers(const ClassificationObjective& objective)
    : objective_(objective) {
  auto full = std::make_unique<FullModels>();
  const Items all = objective.all_items();
  for (const auto& part : objective.problem_->parts)
    full->of_parts.push_back(model_from_scratch(part, all));
  full_ = std::move(full);
}

SubsetClassifiers::~SubsetClassifiers() = default;

Classifier SubsetClassifiers::fit(std::span<const Item> set) const {
  objective_.require_set(set);
  const auto& problem = *objective_.problem_;
  std::vector<linalg::SoftmaxPoint> points;
  for (std::size_t p = 0; p < problem.parts.size(); ++p)
    points.push_back(refit(problem.parts[p], full_->of_parts[p], set));
  return classifier_at(problem, points, set);
}

}  // namespace holdfast
