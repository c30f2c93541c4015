#include "holdfast/attacks/scaled_trace.hpp"

#include <algorithm>
#include <cmath>

namespace holdfast {

ScaledTrace::ScaledTrace(const TraceOracle& oracle, std::span<const Item> columns,
                         Workers& workers) {
  const auto size = static_cast<Eigen::Index>(columns.size());
  a.resize(size, size);
  oracle.square(columns, {a.data(), columns.size() * columns.size()}, workers);
  b.resize(size, static_cast<Eigen::Index>(oracle.responses()));
  for (Eigen::Index i = 0; i < size; ++i)
    std::ranges::copy(oracle.response(columns[static_cast<std::size_t>(i)]), b.row(i).begin());
  Eigen::VectorXd scales(size);
  for (Eigen::Index i = 0; i < size; ++i)
    scales[i] = a(i, i) > 0.0 ? 1.0 / std::sqrt(a(i, i)) : 1.0;
  a = scales.asDiagonal() * a * scales.asDiagonal();
  b = scales.asDiagonal() * b;
}

}  // namespace holdfast
