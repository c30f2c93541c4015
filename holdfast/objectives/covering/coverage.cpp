#include "holdfast/objectives/covering/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/covering/entry_sums.hpp"
#include "holdfast/objectives/item_names.hpp"

namespace holdfast {
namespace {

std::size_t index_of(std::int32_t index) { return static_cast<std::size_t>(index); }

SparseMatrix without_explicit_zeros(SparseMatrix sets) {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> elements;
  for (std::size_t j = 0; j < sets.cols(); ++j) {
    const auto values = sets.column_values(j);
    for (std::size_t p = 0; p < values.size(); ++p) {
      if (values[p] != 0.0) elements.push_back(sets.column_rows(j)[p]);
    }
    starts.push_back(static_cast<std::int64_t>(elements.size()));
  }
  if (elements.size() == sets.nonzeros()) return sets;
  std::vector<double> ones(elements.size(), 1.0);
  return {sets.rows(), sets.cols(), std::move(starts), std::move(elements), std::move(ones)};
}

std::vector<double> checked_weights(std::vector<double> weights, std::size_t elements) {
  if (weights.empty()) weights.assign(elements, 1.0);
  if (weights.size() != elements) {
    throw std::invalid_argument(fmt::format("{} elements need {} weights or none, got {}", elements,
                                            elements, weights.size()));
  }
  for (std::size_t i = 0; i < elements; ++i) {
    if (!std::isfinite(weights[i]) || weights[i] < 0.0) {
      throw InvalidInput(fmt::format(
          "weights: entry {} is {}; every weight must be finite and 0 or more", i, weights[i]));
    }
  }
  return weights;
}

class CoverageState final : public State {
 public:
  CoverageState(const CoverageObjective& objective, const Run& run)
      : State(objective, run),
        coverage_(&objective),
        covered_by_(objective.sets().rows(), 0),
        open_weights_(objective.weights().begin(), objective.weights().end()) {}

 private:
  /// The number of items in a piece of work that makes waking another thread worthwhile.
  static constexpr std::size_t items_per_chunk = 256;

  std::span<const std::int32_t> elements_of(Item item) const {
    return coverage_->sets().column_rows(index_of(item));
  }

  double do_value() const override {
    // Summed afresh: a running total would keep the rounding of every step.
    return sum_in_blocks(covered_by_.size(), [this](std::size_t i) {
      return covered_by_[i] > 0 ? coverage_->weights()[i] : 0.0;
    });
  }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    const auto gain = [this](Item item) {
      return sum_over_entries(
          elements_of(item), coverage_->sets().column_values(index_of(item)),
          [this](std::size_t element, double /*nonzero*/) { return open_weights_[element]; });
    };
    run().workers().share_range(candidates.size(), items_per_chunk,
                                [&](std::size_t begin, std::size_t end) {
                                  for (std::size_t c = begin; c < end; ++c)
                                    out[c] = gain(candidates[c]);
                                });
  }

  void do_losses(std::span<double> out) override {
    for (std::size_t m = 0; m < out.size(); ++m) {
      double loss = 0.0;
      for (const auto element : elements_of(items()[m])) {
        if (covered_by_[index_of(element)] == 1) loss += coverage_->weights()[index_of(element)];
      }
      out[m] = loss;
    }
  }

  void do_add(Item item) override {
    for (const auto element : elements_of(item)) {
      ++covered_by_[index_of(element)];
      open_weights_[index_of(element)] = 0.0;
    }
  }

  void do_remove(std::size_t where) override {
    for (const auto element : elements_of(items()[where])) {
      if (--covered_by_[index_of(element)] == 0)
        open_weights_[index_of(element)] = coverage_->weights()[index_of(element)];
    }
  }

  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<CoverageState>(*this);
  }

  const CoverageObjective* coverage_;
  std::vector<std::int32_t> covered_by_;  // how many members cover the element
  std::vector<double> open_weights_;      // the element's weight while no member covers it, then 0
};

}  // namespace

CoverageObjective::CoverageObjective(SparseMatrix sets, std::vector<double> weights,
                                     std::vector<std::string> names)
    : weights_(checked_weights(std::move(weights), sets.rows())), names_(std::move(names)) {
  require_item_names(names_, sets.cols());
  require_finite(sets, "sets");
  sets_ = without_explicit_zeros(std::move(sets));
  std::vector<bool> coverable(sets_.rows(), false);
  for (std::size_t j = 0; j < sets_.cols(); ++j) {
    for (const auto element : sets_.column_rows(j)) coverable[index_of(element)] = true;
  }
  largest_value_ = sum_in_blocks(coverable.size(),
                                 [&](std::size_t i) { return coverable[i] ? weights_[i] : 0.0; });
}

std::string CoverageObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

double CoverageObjective::do_value(std::span<const Item> set) const {
  std::vector<bool> covered(sets_.rows(), false);
  for (const Item item : set) {
    for (const auto element : sets_.column_rows(index_of(item))) covered[index_of(element)] = true;
  }
  double total = 0.0;
  for (std::size_t i = 0; i < covered.size(); ++i) {
    if (covered[i]) total += weights_[i];
  }
  return total;
}

std::size_t CoverageObjective::rows() const { return sets_.rows(); }

void CoverageObjective::raise(Item column, std::size_t first, std::span<double> out) const {
  const auto covered = sets_.column_rows(index_of(column));
  const auto from = std::ranges::lower_bound(covered, static_cast<std::int32_t>(first));
  for (const auto element : std::span(from, covered.end())) {
    const std::size_t i = index_of(element);
    if (i >= first + out.size()) break;
    out[i - first] = weights_[i];
  }
}

std::unique_ptr<State> CoverageObjective::do_start(const Run& run) const {
  return std::make_unique<CoverageState>(*this, run);
}

}  // namespace holdfast
