#include "holdfast/linalg/skinny_products.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "holdfast/linalg/inner_products.hpp"

namespace holdfast::linalg {
namespace {

#if defined(__AVX512F__) || defined(__AVX2__)
#define HOLDFAST_SKINNY_PRODUCTS

using Index = Eigen::Index;
#ifdef __AVX512F__
constexpr Index register_bytes = 64;
constexpr Index registers_for_sums = 28;
#else
constexpr Index register_bytes = 32;
constexpr Index registers_for_sums = 13;
#endif
template <class Scalar>
constexpr Index lanes = register_bytes / static_cast<Index>(sizeof(Scalar));
template <class Scalar>
using Pack = Eigen::Array<Scalar, lanes<Scalar>, 1>;

/// Sums are kept in the registers; more columns than this leave too few.
constexpr Index most_columns = 12;

/// Writes the rows of x * thin that fill some Packs. `weights` is `thin` by rows.
template <Index Columns, Index Packs, class Scalar>
void product_of_block(const Scalar* x, Index stride, const Scalar* weights, Index depth,
                      Scalar* out, Index out_stride) {
  using Part = Pack<Scalar>;
  constexpr Index size = lanes<Scalar>;
  Part sums[Columns][Packs];
  for (auto& of_column : sums) std::fill(std::begin(of_column), std::end(of_column), Part::Zero());
  for (Index j = 0; j < depth; ++j) {
    for (Index p = 0; p < Packs; ++p) {
      const Part here = Eigen::Map<const Part>(x + j * stride + size * p);
      for (Index c = 0; c < Columns; ++c) sums[c][p] += here * weights[j * Columns + c];
    }
  }
  for (Index c = 0; c < Columns; ++c) {
    for (Index p = 0; p < Packs; ++p)
      Eigen::Map<Part>(out + c * out_stride + size * p) = sums[c][p];
  }
}

template <Index Columns, class Scalar>
void product_of_all(const Eigen::MatrixX<Scalar>& x, const Eigen::MatrixX<Scalar>& thin,
                    Eigen::MatrixX<Scalar>& out) {
  constexpr Index packs = registers_for_sums / Columns > 3 ? 3 : registers_for_sums / Columns;
  constexpr Index size = lanes<Scalar>;
  const Eigen::MatrixX<Scalar> weights = thin.transpose();
  Index row = 0;
  for (; row + size * packs <= x.rows(); row += size * packs) {
    product_of_block<Columns, packs>(x.data() + row, x.outerStride(), weights.data(), x.cols(),
                                     out.data() + row, out.outerStride());
  }
  out.bottomRows(x.rows() - row).noalias() = x.bottomRows(x.rows() - row) * thin;
}

/// Rows of `thin` that stay in the first-level cache while columns of x go by.
constexpr Index rows_at_once = 512;

/// Adds x' * thin of some rows in single precision, for a few columns of x.
template <Index Columns, Index Abreast>
void add_transposed(const Eigen::MatrixXf& x, const Eigen::MatrixXf& thin, Index begin, Index end,
                    Index first, Eigen::MatrixXf& out) {
  using Part = Pack<float>;
  Part sums[Abreast][Columns];
  for (auto& of_column : sums) std::fill(std::begin(of_column), std::end(of_column), Part::Zero());
  const Index whole = begin + (end - begin) / lanes<float> * lanes<float>;
  for (Index row = begin; row < whole; row += lanes<float>) {
    for (Index c = 0; c < Columns; ++c) {
      const Part there = Eigen::Map<const Part>(&thin(row, c));
      for (Index a = 0; a < Abreast; ++a)
        sums[a][c] += Eigen::Map<const Part>(&x(row, first + a)) * there;
    }
  }
  const Index left = end - whole;
  for (Index a = 0; a < Abreast; ++a) {
    for (Index c = 0; c < Columns; ++c) {
      out(first + a, c) +=
          sums[a][c].sum() +
          x.col(first + a).segment(whole, left).dot(thin.col(c).segment(whole, left));
    }
  }
}

template <Index Columns>
void transposed_of_all(const Eigen::MatrixXf& x, const Eigen::MatrixXf& thin,
                       Eigen::MatrixXf& out) {
  constexpr Index abreast = registers_for_sums / Columns > 3 ? 3 : registers_for_sums / Columns;
  out.setZero();
  for (Index begin = 0; begin < x.rows(); begin += rows_at_once) {
    const Index end = std::min(begin + rows_at_once, x.rows());
    Index j = 0;
    for (; j + abreast <= x.cols(); j += abreast)
      add_transposed<Columns, abreast>(x, thin, begin, end, j, out);
    for (; j < x.cols(); ++j) add_transposed<Columns, 1>(x, thin, begin, end, j, out);
  }
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

template <class Scalar>
Eigen::MatrixX<Scalar> product_with_skinny(const Eigen::MatrixX<Scalar>& x,
                                           const Eigen::MatrixX<Scalar>& thin) {
#ifdef HOLDFAST_SKINNY_PRODUCTS
  Eigen::MatrixX<Scalar> out(x.rows(), thin.cols());
  if (with_constant(thin.cols(), [&](auto columns) { product_of_all<columns>(x, thin, out); }))
    return out;
#endif
  return x * thin;
}

template <class Scalar>
Eigen::MatrixX<Scalar> transposed_with_skinny(const Eigen::MatrixX<Scalar>& x,
                                              const Eigen::MatrixX<Scalar>& thin) {
#ifdef HOLDFAST_SKINNY_PRODUCTS
  Eigen::MatrixX<Scalar> out(x.cols(), thin.cols());
  if (with_constant(thin.cols(), [&](auto columns) { transposed_of_all<columns>(x, thin, out); }))
    return out;
#endif
  return x.transpose() * thin;
}

template Eigen::MatrixXd product_with_skinny(const Eigen::MatrixXd&, const Eigen::MatrixXd&);
template Eigen::MatrixXf product_with_skinny(const Eigen::MatrixXf&, const Eigen::MatrixXf&);
template Eigen::MatrixXd transposed_with_skinny(const Eigen::MatrixXd&, const Eigen::MatrixXd&);
template Eigen::MatrixXf transposed_with_skinny(const Eigen::MatrixXf&, const Eigen::MatrixXf&);

}  // namespace holdfast::linalg
