#include "tests/support/class_definition.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "holdfast/core/random.hpp"
#include "holdfast/objectives/classes/classification.hpp"
#include "tests/support/sets.hpp"

namespace holdfast::support {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One row's log-probabilities and their first and second derivatives in the scores.
struct RowModel {
  VectorXd log_p;
  VectorXd p;
};

RowModel row_model(const VectorXd& scores) {
  const double top = scores.maxCoeff();
  const double log_sum = top + std::log((scores.array() - top).exp().sum());
  RowModel row{scores.array() - log_sum, {}};
  row.p = row.log_p.array().exp();
  return row;
}

/// The columns of the model, the intercept last.
MatrixXd model_columns(const ClassData& data, std::span<const Item> set, bool intercept) {
  MatrixXd columns(data.design.rows(), set.size() + (intercept ? 1 : 0));
  for (std::size_t j = 0; j < set.size(); ++j) {
    for (std::size_t i = 0; i < data.design.rows(); ++i) {
      columns(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          data.design(i, at(set[j]));
    }
  }
  if (intercept) columns.rightCols(1).setOnes();
  return columns;
}

/// Scores of row i: `outputs` weights per column; with one output, class 0 has the score 0.
VectorXd scores_of(const MatrixXd& columns, const MatrixXd& weights, Eigen::Index i, int classes) {
  const VectorXd own = weights.transpose() * columns.row(i).transpose();
  if (own.size() == classes) return own;
  VectorXd scores = VectorXd::Zero(2);
  scores[1] = own[0];
  return scores;
}

class Fitter {
 public:
  Fitter(const ClassData& data, std::span<const Item> set, double ridge, bool intercept,
         bool logistic)
      : data_(data),
        columns_(model_columns(data, set, intercept)),
        outputs_(logistic ? 1 : data.classes),
        penalties_(VectorXd::Constant(columns_.cols(), ridge)) {
    if (intercept) penalties_[columns_.cols() - 1] = 0.0;
    // Columns of any size get weights of similar size; the penalty is scaled to match.
    for (Eigen::Index j = 0; j < columns_.cols(); ++j) {
      const double norm = columns_.col(j).norm();
      if (norm == 0.0) continue;
      columns_.col(j) /= norm;
      penalties_[j] /= norm * norm;
    }
  }

  DefinedFit run() {
    MatrixXd weights = MatrixXd::Zero(columns_.cols(), outputs_);
    double value = objective(weights);
    for (int step = 0; step < 300; ++step) {
      const MatrixXd change = newton_step(weights);
      // Close to the maximum a step's effect is below the rounding of the objective.
      const double noise = 1e-14 * std::abs(value);
      double length = 1.0;
      while (length > 1e-9 && objective(weights + length * change) < value - noise) length *= 0.5;
      if (length <= 1e-9) break;
      weights += length * change;
      const double next = objective(weights);
      const bool done = std::abs(next - value) <= noise;
      value = next;
      if (done) break;
    }
    DefinedFit fit{{}, value};
    for (Eigen::Index i = 0; i < columns_.rows(); ++i) {
      const auto p = row_model(scores_of(columns_, weights, i, data_.classes)).p;
      fit.probabilities.emplace_back(p.begin(), p.end());
    }
    return fit;
  }

 private:
  double objective(const MatrixXd& weights) const {
    double value = 0.0;
    for (Eigen::Index i = 0; i < columns_.rows(); ++i) {
      value += row_model(scores_of(columns_, weights, i, data_.classes))
                   .log_p[data_.labels[static_cast<std::size_t>(i)]];
    }
    return value - 0.5 * (penalties_.asDiagonal() * weights.cwiseAbs2()).sum();
  }

  MatrixXd newton_step(const MatrixXd& weights) const {
    const Eigen::Index size = columns_.cols() * outputs_;
    VectorXd slope = VectorXd::Zero(size);
    MatrixXd bend = MatrixXd::Zero(size, size);
    const auto index = [&](Eigen::Index j, Eigen::Index c) { return j * outputs_ + c; };
    for (Eigen::Index i = 0; i < columns_.rows(); ++i) {
      const auto p = row_model(scores_of(columns_, weights, i, data_.classes)).p;
      const Eigen::Index first = outputs_ == 1 ? 1 : 0;
      VectorXd open = -p.tail(outputs_);
      const int label = data_.labels[static_cast<std::size_t>(i)];
      if (label >= first) open[label - first] += 1.0;
      MatrixXd spread = p.tail(outputs_).asDiagonal();
      spread -= p.tail(outputs_) * p.tail(outputs_).transpose();
      for (Eigen::Index j = 0; j < columns_.cols(); ++j) {
        slope.segment(index(j, 0), outputs_) += columns_(i, j) * open;
        for (Eigen::Index k = 0; k < columns_.cols(); ++k) {
          bend.block(index(j, 0), index(k, 0), outputs_, outputs_) +=
              columns_(i, j) * columns_(i, k) * spread;
        }
      }
    }
    for (Eigen::Index j = 0; j < columns_.cols(); ++j) {
      for (Eigen::Index c = 0; c < outputs_; ++c) {
        slope[index(j, c)] -= penalties_[j] * weights(j, c);
        bend(index(j, c), index(j, c)) += penalties_[j];
      }
      // Adding the same to all classes changes nothing: any positive curvature there will do.
      if (outputs_ > 1) {
        bend.block(index(j, 0), index(j, 0), outputs_, outputs_).array() += 1e-3;
      }
    }
    const VectorXd step = bend.ldlt().solve(slope);
    return step.reshaped<Eigen::RowMajor>(columns_.cols(), outputs_);
  }

  const ClassData& data_;
  MatrixXd columns_;
  Eigen::Index outputs_;
  VectorXd penalties_;
};

std::size_t draw_class(const VectorXd& p, Random& random) {
  double left = random.uniform();
  for (Eigen::Index c = 0; c + 1 < p.size(); ++c) {
    left -= p[c];
    if (left < 0.0) return static_cast<std::size_t>(c);
  }
  return static_cast<std::size_t>(p.size() - 1);
}

void make_special_columns(MatrixXd& design, const ClassShape& shape) {
  if (shape.constant) design.col(1).setConstant(0.1);
  if (shape.zero) design.col(2).setZero();
  for (Eigen::Index j = 0; j < design.cols(); ++j) {
    design.col(j) *= std::pow(shape.scale_spread, static_cast<double>(j % 3));
  }
  if (shape.duplicated) design.rightCols(1) = design.leftCols(1);
}

}  // namespace

ClassData random_class_data(const ClassShape& shape, std::uint64_t seed) {
  Random random(seed, 21);
  const auto rows = static_cast<Eigen::Index>(shape.rows);
  MatrixXd design(rows, static_cast<Eigen::Index>(shape.cols));
  for (Eigen::Index j = 0; j < design.cols(); ++j) {
    for (Eigen::Index i = 0; i < rows; ++i) design(i, j) = random.normal() + 0.3;
    if (j > 0) design.col(j) += 0.5 * design.col(j - 1);
  }
  MatrixXd weights(design.cols(), shape.classes);
  for (double& w : weights.reshaped()) w = shape.signal * random.normal();
  ClassData data;
  data.classes = shape.classes;
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto p = row_model(weights.transpose() * design.row(i).transpose()).p;
    data.labels.push_back(static_cast<int>(draw_class(p, random)));
  }
  for (int c = 0; c < shape.classes; ++c) {
    data.labels[static_cast<std::size_t>(c)] = shape.lonely && c == shape.classes - 1 ? 0 : c;
  }
  if (shape.lonely) {
    std::replace(data.labels.begin(), data.labels.end(), shape.classes - 1, 0);
    data.labels.back() = shape.classes - 1;
  }
  make_special_columns(design, shape);
  data.design = Matrix(shape.rows, shape.cols, {design.data(), design.data() + design.size()});
  return data;
}

DefinedFit fit_by_definition(const ClassData& data, std::span<const Item> set, double ridge,
                             bool intercept, bool logistic) {
  return Fitter(data, set, ridge, intercept, logistic).run();
}

Definition class_definition(const ClassData& data, double ridge, bool intercept, bool logistic) {
  const auto known = std::make_shared<std::map<Items, double>>();
  return [=](std::span<const Item> set) {
    const auto fitted = [&](const Items& key) {
      if (!known->contains(key)) {
        (*known)[key] = fit_by_definition(data, key, ridge, intercept, logistic).objective;
      }
      return known->at(key);
    };
    return fitted(sorted(set)) - fitted({});
  };
}

std::shared_ptr<const ClassificationObjective> make_objective(const ClassData& data, double ridge,
                                                              bool intercept, bool logistic) {
  ClassificationOptions options;
  options.ridge = ridge;
  options.intercept = intercept;
  if (logistic) return std::make_shared<LogisticObjective>(data.design, data.labels, options);
  return std::make_shared<SoftmaxObjective>(data.design, data.labels, data.classes, options);
}

namespace {

/// For each feature, the norm of the gradient of l in its weights at the best model on `set`.
std::vector<double> gradients_by_definition(const ClassData& data, std::span<const Item> set,
                                            double ridge, bool intercept, bool logistic) {
  const auto fit = fit_by_definition(data, set, ridge, intercept, logistic);
  std::vector<double> norms;
  for (std::size_t j = 0; j < data.design.cols(); ++j) {
    double square = 0.0;
    for (int c = logistic ? 1 : 0; c < data.classes; ++c) {
      double slope = 0.0;
      for (std::size_t i = 0; i < data.design.rows(); ++i) {
        const double open =
            (data.labels[i] == c ? 1.0 : 0.0) - fit.probabilities[i][static_cast<std::size_t>(c)];
        slope += data.design(i, j) * open;
      }
      square += slope * slope;
    }
    norms.push_back(std::sqrt(square));
  }
  return norms;
}

}  // namespace

TestProblem class_problem(const ClassShape& shape, double ridge, bool intercept, bool logistic,
                          std::uint64_t seed) {
  return class_problem(random_class_data(shape, seed), ridge, intercept, logistic);
}

TestProblem class_problem(const ClassData& data, double ridge, bool intercept, bool logistic) {
  TestProblem problem;
  problem.label = logistic ? "logistic" : "softmax";
  problem.objective = make_objective(data, ridge, intercept, logistic);
  problem.definition = class_definition(data, ridge, intercept, logistic);
  problem.gradients = [=](std::span<const Item> set) {
    return gradients_by_definition(data, set, ridge, intercept, logistic);
  };
  problem.tolerance = 1e-9;
  return problem;
}

std::vector<ClassData> one_against_rest(const ClassData& data) {
  if (data.classes == 2) return {data};
  std::vector<ClassData> parts;
  for (int c = 0; c < data.classes; ++c) {
    parts.push_back({data.design, {}, 2});
    for (const int label : data.labels) parts.back().labels.push_back(label == c ? 1 : 0);
  }
  return parts;
}

Definition one_vs_rest_definition(const ClassData& data, double ridge, bool intercept) {
  std::vector<Definition> parts;
  for (const auto& part : one_against_rest(data))
    parts.push_back(class_definition(part, ridge, intercept, true));
  return [=](std::span<const Item> set) {
    double sum = 0.0;
    for (const auto& part : parts) sum += part(set);
    return sum;
  };
}

TestProblem one_vs_rest_problem(const ClassShape& shape, double ridge, bool intercept,
                                std::uint64_t seed) {
  return one_vs_rest_problem(random_class_data(shape, seed), ridge, intercept);
}

TestProblem one_vs_rest_problem(const ClassData& data, double ridge, bool intercept) {
  TestProblem problem;
  problem.label = "one_vs_rest";
  problem.objective = std::make_shared<OneVsRestObjective>(
      data.design, data.labels, data.classes,
      ClassificationOptions{.ridge = ridge, .intercept = intercept});
  problem.definition = one_vs_rest_definition(data, ridge, intercept);
  problem.gradients = [=](std::span<const Item> set) {
    std::vector<double> norms(data.design.cols(), 0.0);
    for (const auto& part : one_against_rest(data)) {
      const auto own = gradients_by_definition(part, set, ridge, intercept, true);
      for (std::size_t j = 0; j < norms.size(); ++j) norms[j] = std::hypot(norms[j], own[j]);
    }
    return norms;
  };
  problem.tolerance = 1e-9;
  return problem;
}

}  // namespace holdfast::support
