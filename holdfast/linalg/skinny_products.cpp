#include "holdfast/linalg/skinny_products.hpp"

#include <array>
#include <utility>

#include "holdfast/linalg/inner_products.hpp"

namespace holdfast::linalg {
namespace {

#ifdef __AVX512F__

using Index = Eigen::Index;
using Pack = Eigen::Array<double, 8, 1>;

/// Sums are kept in the 32 registers; more columns than this leave too few.
constexpr Index most_columns = 12;
constexpr Index registers_for_sums = 28;

/// Writes rows [0, 8 Packs) of x * thin. `weights` is `thin` by rows.
template <Index Columns, Index Packs>
void product_of_block(const double* x, Index stride, const double* weights, Index depth,
                      double* out, Index out_stride) {
  Pack sums[Columns][Packs];
  for (auto& of_column : sums) std::fill(std::begin(of_column), std::end(of_column), Pack::Zero());
  for (Index j = 0; j < depth; ++j) {
    for (Index p = 0; p < Packs; ++p) {
      const Pack here = Eigen::Map<const Pack>(x + j * stride + 8 * p);
      for (Index c = 0; c < Columns; ++c) sums[c][p] += here * weights[j * Columns + c];
    }
  }
  for (Index c = 0; c < Columns; ++c) {
    for (Index p = 0; p < Packs; ++p) Eigen::Map<Pack>(out + c * out_stride + 8 * p) = sums[c][p];
  }
}

template <Index Columns>
void product_of_all(const Eigen::MatrixXd& x, const Eigen::MatrixXd& thin, Eigen::MatrixXd& out) {
  constexpr Index packs = registers_for_sums / Columns > 3 ? 3 : registers_for_sums / Columns;
  const Eigen::MatrixXd weights = thin.transpose();
  Index row = 0;
  for (; row + 8 * packs <= x.rows(); row += 8 * packs) {
    product_of_block<Columns, packs>(x.data() + row, x.outerStride(), weights.data(), x.cols(),
                                     out.data() + row, out.outerStride());
  }
  out.bottomRows(x.rows() - row).noalias() = x.bottomRows(x.rows() - row) * thin;
}

template <std::size_t Columns>
void transposed_of_all(const Eigen::MatrixXd& x, const Eigen::MatrixXd& thin,
                       Eigen::MatrixXd& out) {
  constexpr auto abreast =
      static_cast<Index>(registers_for_sums / Columns > 3 ? 3 : registers_for_sums / Columns);
  std::array<const double*, Columns> v{};
  for (std::size_t c = 0; c < Columns; ++c) v[c] = thin.col(static_cast<Index>(c)).data();
  const auto rows = static_cast<std::size_t>(x.rows());
  Index j = 0;
  for (; j + abreast <= x.cols(); j += abreast) {
    std::array<const double*, abreast> columns{};
    for (Index a = 0; a < abreast; ++a) columns[static_cast<std::size_t>(a)] = x.col(j + a).data();
    std::array<std::array<double, Columns>, abreast> sums{};
    inner_products(columns, v, rows, sums);
    for (Index a = 0; a < abreast; ++a) {
      for (std::size_t c = 0; c < Columns; ++c)
        out(j + a, static_cast<Index>(c)) = sums[static_cast<std::size_t>(a)][c];
    }
  }
  out.bottomRows(x.cols() - j).noalias() = x.rightCols(x.cols() - j).transpose() * thin;
}

/// Calls task(integral_constant<columns>) for 2 to most_columns; false for any other number.
template <class Task>
bool with_constant(Index columns, const Task& task) {
  return [&]<Index... C>(std::integer_sequence<Index, C...>) {
    return ((columns == C + 2 && (task(std::integral_constant<Index, C + 2>()), true)) || ...);
  }
  (std::make_integer_sequence<Index, most_columns - 1>());
}

#endif

}  // namespace

Eigen::MatrixXd product_with_skinny(const Eigen::MatrixXd& x, const Eigen::MatrixXd& thin) {
#ifdef __AVX512F__
  Eigen::MatrixXd out(x.rows(), thin.cols());
  if (with_constant(thin.cols(), [&](auto columns) { product_of_all<columns>(x, thin, out); }))
    return out;
#endif
  return x * thin;
}

Eigen::MatrixXd transposed_with_skinny(const Eigen::MatrixXd& x, const Eigen::MatrixXd& thin) {
#ifdef __AVX512F__
  Eigen::MatrixXd out(x.cols(), thin.cols());
  if (with_constant(thin.cols(), [&](auto columns) { transposed_of_all<columns>(x, thin, out); }))
    return out;
#endif
  return x.transpose() * thin;
}

}  // namespace holdfast::linalg
