#include "holdfast/objectives/trace/kernel.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "holdfast/core/require.hpp"

namespace holdfast {
namespace {

void require_valid(const Kernel& kernel, const Matrix& points, const Matrix& others) {
  require(kernel.lengthscale > 0.0 && std::isfinite(kernel.lengthscale),
          "lengthscale must be finite and above 0, got {}", kernel.lengthscale);
  require(kernel.output_variance > 0.0 && std::isfinite(kernel.output_variance),
          "output-variance must be finite and above 0, got {}", kernel.output_variance);
  require(points.cols() == others.cols(),
          "points must have equally many coordinates, got {} and {}", points.cols(), others.cols());
  require_finite(points, "points");
  require_finite(others, "points");
}

double radial(Kernel::Shape shape, double r) {
  switch (shape) {
    case Kernel::Shape::matern12: return std::exp(-r);
    case Kernel::Shape::matern32: {
      const double s = std::sqrt(3.0) * r;
      return (1.0 + s) * std::exp(-s);
    }
    case Kernel::Shape::matern52: {
      const double s = std::sqrt(5.0) * r;
      return (1.0 + s + s * s / 3.0) * std::exp(-s);
    }
    case Kernel::Shape::squared_exponential:
    case Kernel::Shape::linear: break;
  }
  return std::exp(-0.5 * r * r);
}

double covariance(const Kernel& kernel, const Matrix& points, std::size_t i, const Matrix& others,
                  std::size_t j) {
  double sum = 0.0;  // of products for the linear kernel, of squared differences for the others
  for (std::size_t c = 0; c < points.cols(); ++c) {
    const double a = points(i, c);
    const double b = others(j, c);
    sum += kernel.shape == Kernel::Shape::linear ? a * b : (a - b) * (a - b);
  }
  if (kernel.shape == Kernel::Shape::linear) {
    return kernel.output_variance * sum / (kernel.lengthscale * kernel.lengthscale);
  }
  return kernel.output_variance * radial(kernel.shape, std::sqrt(sum) / kernel.lengthscale);
}

}  // namespace

const std::vector<std::pair<std::string, Kernel::Shape>>& kernel_shapes() {
  using Shape = Kernel::Shape;
  static const std::vector<std::pair<std::string, Shape>> table{
      {"matern12", Shape::matern12},
      {"matern32", Shape::matern32},
      {"matern52", Shape::matern52},
      {"squared-exponential", Shape::squared_exponential},
      {"linear", Shape::linear}};
  return table;
}

Kernel::Shape kernel_shape(const std::string& name) {
  for (const auto& [known, shape] : kernel_shapes()) {
    if (known == name) return shape;
  }
  std::string names;
  for (const auto& [known, shape] : kernel_shapes()) names += (names.empty() ? "" : ", ") + known;
  throw std::invalid_argument("there is no kernel '" + name + "'; valid: " + names);
}

Matrix kernel_matrix(const Kernel& kernel, const Matrix& points, const Matrix& others,
                     Workers& workers) {
  require_valid(kernel, points, others);
  std::vector<double> entries(points.rows() * others.rows());
  workers.share_range(others.rows(), 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      for (std::size_t i = 0; i < points.rows(); ++i) {
        entries[j * points.rows() + i] = covariance(kernel, points, i, others, j);
      }
    }
  });
  return {points.rows(), others.rows(), std::move(entries)};
}

std::vector<double> kernel_variances(const Kernel& kernel, const Matrix& points) {
  require_valid(kernel, points, points);
  std::vector<double> variances(points.rows());
  for (std::size_t i = 0; i < variances.size(); ++i)
    variances[i] = covariance(kernel, points, i, points, i);
  return variances;
}

}  // namespace holdfast
