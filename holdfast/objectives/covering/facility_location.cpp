#include "holdfast/objectives/covering/facility_location.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "holdfast/core/errors.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/core/state.hpp"
#include "holdfast/objectives/item_names.hpp"

namespace holdfast {
namespace {

/// Sum of term(i) over [0, count) in 16 interleaved partial sums. The order of additions is fixed
/// by this code, so every instruction set gives the same bits, and the compiler may still use its
/// widest registers.
template <class Term>
double sum_in_lanes(std::size_t count, const Term& term) {
  constexpr std::size_t lanes = 16;
  std::array<double, lanes> partial{};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) partial[lane] += term(i + lane);
  }
  for (std::size_t lane = 0; i + lane < count; ++lane) partial[lane] += term(i + lane);
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) partial[lane] += partial[lane + half];
  }
  return partial[0];
}

double sum(std::span<const double> values) {
  const double* v = values.data();
  return sum_in_lanes(values.size(), [v](std::size_t i) { return v[i]; });
}

/// How much the row maxima would rise in total with one more column.
double sum_of_rises(std::span<const double> column, std::span<const double> best) {
  const double* s = column.data();
  const double* b = best.data();
  return sum_in_lanes(column.size(),
                      [s, b](std::size_t i) { return s[i] > b[i] ? s[i] - b[i] : 0.0; });
}

bool has_negative(std::span<const double> column) {
  const double* s = column.data();
  return sum_in_lanes(column.size(), [s](std::size_t i) { return s[i] < 0.0 ? 1.0 : 0.0; }) > 0.0;
}

[[noreturn]] void refuse_column(std::span<const double> column, std::size_t j) {
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (!std::isfinite(column[i]) || column[i] < 0) {
      throw InvalidInput(fmt::format(
          "similarity: row {}, column {} is {}; every similarity must be finite and 0 or more", i,
          j, column[i]));
    }
  }
  throw InvalidInput(
      fmt::format("similarity: the sum of column {} overflows; scale the similarities down", j));
}

class FacilityLocationState final : public State {
 public:
  FacilityLocationState(const FacilityLocationObjective& objective, const Run& run)
      : State(objective, run),
        facilities_(&objective),
        best_(objective.similarity().rows(), 0.0),
        second_(best_.size(), 0.0),
        best_item_(best_.size(), nobody),
        second_item_(best_.size(), nobody) {}

 private:
  static constexpr Item nobody = -1;
  /// The number of similarities in a piece of work that makes handing it to another thread
  /// worthwhile.
  static constexpr std::size_t numbers_per_chunk = 8192;

  std::span<const double> column(Item item) const {
    return facilities_->similarity().column(static_cast<std::size_t>(item));
  }

  double do_value() const override { return sum(best_); }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    if (items().empty()) {
      const auto singles = facilities_->singleton_values();
      for (std::size_t c = 0; c < candidates.size(); ++c)
        out[c] = singles[static_cast<std::size_t>(candidates[c])];
      return;
    }
    const std::size_t chunk = std::max<std::size_t>(1, numbers_per_chunk / (best_.size() + 1));
    run().workers().share_range(candidates.size(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) out[c] = sum_of_rises(column(candidates[c]), best_);
    });
  }

  void do_losses(std::span<double> out) override {
    std::vector<double> loss_of(static_cast<std::size_t>(facilities_->size()), 0.0);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      loss_of[static_cast<std::size_t>(best_item_[i])] += best_[i] - second_[i];
    }
    for (std::size_t m = 0; m < out.size(); ++m)
      out[m] = loss_of[static_cast<std::size_t>(items()[m])];
  }

  void do_add(Item item) override {
    const auto s = column(item);
    for (std::size_t i = 0; i < s.size(); ++i) enter(i, item, s[i]);
  }

  void do_remove(std::size_t where) override {
    const Item gone = items()[where];
    std::vector<std::size_t> bereft;
    for (std::size_t i = 0; i < best_.size(); ++i) {
      if (best_item_[i] != gone && second_item_[i] != gone) continue;
      bereft.push_back(i);
      best_[i] = second_[i] = 0.0;
      best_item_[i] = second_item_[i] = nobody;
    }
    for (const Item member : items()) {
      if (member == gone) continue;
      const auto s = column(member);
      for (const std::size_t i : bereft) enter(i, member, s[i]);
    }
  }

  std::unique_ptr<State> do_clone() const override {
    return std::make_unique<FacilityLocationState>(*this);
  }

  /// A row without a best member takes any item, so that with a non-empty set every row has one,
  /// even if its value is 0.
  void enter(std::size_t i, Item item, double s) {
    if (s > best_[i] || best_item_[i] == nobody) {
      second_[i] = best_[i];
      second_item_[i] = best_item_[i];
      best_[i] = s;
      best_item_[i] = item;
    } else if (s > second_[i] || second_item_[i] == nobody) {
      second_[i] = s;
      second_item_[i] = item;
    }
  }

  const FacilityLocationObjective* facilities_;
  std::vector<double> best_;
  std::vector<double> second_;
  Items best_item_;
  Items second_item_;
};

}  // namespace

FacilityLocationObjective::FacilityLocationObjective(Matrix similarity,
                                                     std::vector<std::string> names)
    : similarity_(std::move(similarity)),
      names_(std::move(names)),
      singleton_values_(similarity_.cols()) {
  require_item_names(names_, similarity_.cols());
  // The matrix may be larger than the caches, so one pass both checks it and computes all that is
  // needed at the empty set.
  std::vector<double> row_maxima(similarity_.rows(), 0.0);
  for (std::size_t j = 0; j < similarity_.cols(); ++j) {
    const auto column = similarity_.column(j);
    for (std::size_t i = 0; i < column.size(); ++i)
      row_maxima[i] = std::max(row_maxima[i], column[i]);
    singleton_values_[j] = sum(column);
    if (!std::isfinite(singleton_values_[j]) || has_negative(column)) refuse_column(column, j);
  }
  largest_value_ = sum(row_maxima);
}

FacilityLocationObjective::FacilityLocationObjective(Savings savings,
                                                     std::vector<std::string> names)
    : FacilityLocationObjective(std::move(savings.similarity), std::move(names)) {
  farthest_ = savings.farthest;
}

std::string FacilityLocationObjective::item_name(Item item) const {
  return item_name_or_number(names_, item);
}

double FacilityLocationObjective::do_value(std::span<const Item> set) const {
  double total = 0.0;
  for (std::size_t i = 0; i < similarity_.rows(); ++i) {
    double best = 0.0;
    for (const Item item : set)
      best = std::max(best, similarity_(i, static_cast<std::size_t>(item)));
    total += best;
  }
  return total;
}

std::size_t FacilityLocationObjective::rows() const { return similarity_.rows(); }

void FacilityLocationObjective::raise(Item column, std::size_t first, std::span<double> out) const {
  const auto similarities =
      similarity_.column(static_cast<std::size_t>(column)).subspan(first, out.size());
  std::ranges::transform(similarities, out, out.begin(),
                         [](double a, double b) { return std::max(a, b); });
}

std::unique_ptr<State> FacilityLocationObjective::do_start(const Run& run) const {
  return std::make_unique<FacilityLocationState>(*this, run);
}

}  // namespace holdfast
