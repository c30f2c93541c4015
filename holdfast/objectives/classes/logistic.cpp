#include "holdfast/objectives/classes/logistic.hpp"

#include <utility>

#include "holdfast/objectives/classes/classification_problem.hpp"

namespace holdfast {

LogisticObjective::LogisticObjective(Matrix design, std::vector<int> labels,
                                     ClassificationOptions options, std::vector<std::string> names)
    : ClassificationObjective(
          std::make_unique<ClassificationProblem>(design, labels, 2, options, true),
          std::move(names)) {}

}  // namespace holdfast
