#include "holdfast/objectives/classes/softmax.hpp"

#include <utility>

#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {

SoftmaxObjective::SoftmaxObjective(Matrix design, std::vector<int> labels, int classes,
                                   ClassificationOptions options, std::vector<std::string> names)
    : ClassificationObjective(
          std::make_unique<ClassificationProblem>(design, labels, classes, options, false),
          std::move(names)) {}

}  // namespace holdfast
