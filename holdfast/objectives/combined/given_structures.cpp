#include "holdfast/objectives/combined/given_structures.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <utility>
#include <vector>

namespace holdfast {
namespace {

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

class CoveringGiven final : public CoveringStructure {
 public:
  CoveringGiven(const CoveringStructure& base, std::span<const Item> kept)
      : base_(base), covered_(base.rows(), 0.0) {
    for (const Item column : kept) base.raise(column, 0, covered_);
  }

  std::size_t rows() const override { return covered_.size(); }
  void raise(Item column, std::size_t first, std::span<double> out) const override {
    std::vector<double> similarities(out.size(), 0.0);
    base_.raise(column, first, similarities);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::max(out[i], similarities[i] - covered_[first + i]);
  }

 private:
  const CoveringStructure& base_;
  std::vector<double> covered_;
};

class TraceGiven final : public TraceOracle {
 public:
  TraceGiven(Eigen::MatrixXd a, const Eigen::MatrixXd& b, double dependent)
      : a_(std::move(a)), b_(b.transpose()), diagonal_(a_.diagonal()), dependent_(dependent) {}

  std::size_t responses() const override { return static_cast<std::size_t>(b_.rows()); }
  std::span<const double> response(Item item) const override {
    return {b_.col(item).data(), responses()};
  }
  using TraceOracle::diagonal;
  std::span<const double> diagonal() const override {
    return {diagonal_.data(), static_cast<std::size_t>(diagonal_.size())};
  }
  void entries(Item column, std::span<const Item> rows, std::span<double> out) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = a_(rows[i], column);
  }
  Column column(Item item, const std::function<Items()>& /*likely*/,
                Workers& /*workers*/) const override {
    return {{a_.col(item).data(), static_cast<std::size_t>(a_.rows())}, nullptr};
  }
  double dependent() const override { return dependent_; }

 private:
  Eigen::MatrixXd a_;
  Eigen::MatrixXd b_;  ///< a column for each item
  Eigen::VectorXd diagonal_;
  double dependent_;
};

Eigen::MatrixXd block(const TraceOracle& base, std::span<const Item> rows,
                      std::span<const Item> columns) {
  Eigen::MatrixXd entries(index(rows.size()), index(columns.size()));
  base.block(rows, columns, {entries.data(), rows.size() * columns.size()});
  return entries;
}

Eigen::MatrixXd responses(const TraceOracle& base, std::span<const Item> items) {
  Eigen::MatrixXd rows(index(items.size()), index(base.responses()));
  for (std::size_t i = 0; i < items.size(); ++i)
    std::ranges::copy(base.response(items[i]), rows.row(index(i)).begin());
  return rows;
}

}  // namespace

std::shared_ptr<const Structure> covering_given(const CoveringStructure& base,
                                                std::span<const Item> kept_columns) {
  return std::make_shared<CoveringGiven>(base, kept_columns);
}

std::shared_ptr<const Structure> trace_given(const TraceOracle& base, std::span<const Item> kept,
                                             std::span<const Item> free) {
  // Beyond this share of a column's square the complement would be mostly rounding.
  constexpr double too_close = 1e-6;
  Eigen::MatrixXd a = block(base, free, free);
  Eigen::MatrixXd b = responses(base, free);
  if (!kept.empty() && !free.empty()) {
    const Eigen::LLT<Eigen::MatrixXd> factor(block(base, kept, kept));
    if (factor.info() != Eigen::Success) return nullptr;
    const Eigen::MatrixXd root = factor.matrixL();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const double pivot = root(index(i), index(i));
      if (pivot * pivot <= too_close * base.diagonal(kept[i])) return nullptr;
    }
    const Eigen::MatrixXd half = factor.matrixL().solve(block(base, kept, free));
    a -= half.transpose() * half;
    b -= half.transpose() * factor.matrixL().solve(responses(base, kept));
  }
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (a(index(i), index(i)) <= too_close * base.diagonal(free[i])) return nullptr;
  }
  return std::make_shared<TraceGiven>(std::move(a), b, base.dependent());
}

}  // namespace holdfast
