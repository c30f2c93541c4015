#include "holdfast/objectives/trace/spectral_ratios.hpp"

#include <fmt/format.h>

#include <cmath>

#include "holdfast/linalg/eigenvalue_bounds.hpp"

namespace holdfast {
namespace {

/// If the smallest eigenvalue is below this share of the largest, the items count as dependent and
/// no bound is given.
constexpr double dependent = 1e-9;

std::string sizes(Item largest_set, std::size_t items) {
  return static_cast<std::size_t>(largest_set) < items
             ? fmt::format(" over sets of at most {} items", largest_set)
             : "";
}

std::vector<std::size_t> nonzero_items(const Matrix& gram) {
  std::vector<std::size_t> items;
  for (std::size_t j = 0; j < gram.cols(); ++j)
    if (gram(j, j) > 0.0) items.push_back(j);
  return items;
}

/// The rows and columns of `items` with the ridge added, optionally scaled to unit diagonal.
Matrix part_of(const Matrix& gram, double ridge, const std::vector<std::size_t>& items,
               bool unit_diagonal) {
  std::vector<double> entries;
  entries.reserve(items.size() * items.size());
  for (const std::size_t j : items) {
    for (const std::size_t i : items) {
      const double entry = gram(i, j) + (i == j ? ridge : 0.0);
      const double scale =
          unit_diagonal ? std::sqrt(gram(i, i) + ridge) * std::sqrt(gram(j, j) + ridge) : 1.0;
      entries.push_back(i == j && unit_diagonal ? 1.0 : entry / scale);
    }
  }
  return {items.size(), items.size(), std::move(entries)};
}

void prove_by_condition(double share, const std::string& why, RatioBounds& bounds) {
  for (const Ratio ratio :
       {Ratio::gamma, Ratio::gamma_check, Ratio::nu, Ratio::nu_check, Ratio::theta})
    bounds.at_least(ratio, share, why);
}

}  // namespace

void prove_quadratic_ratios(const Matrix& gram, double ridge, const char* matrix_name,
                            Item largest_set, RatioBounds& bounds) {
  const auto items = nonzero_items(gram);
  if (items.empty() || items.size() > most_spectral_items) return;
  const auto size = static_cast<std::size_t>(largest_set);
  const std::string range = sizes(largest_set, items.size());

  const auto plain = linalg::bound_eigenvalues(part_of(gram, ridge, items, false), size);
  if (plain.smallest > dependent * plain.largest)
    prove_by_condition(plain.smallest / plain.largest,
                       fmt::format("smallest / largest eigenvalue of {}{}", matrix_name, range),
                       bounds);

  const auto unit = linalg::bound_eigenvalues(part_of(gram, ridge, items, true), size);
  const std::string scaled = fmt::format("of {}, scaled to unit diagonal{}", matrix_name, range);
  bounds.at_least(Ratio::nu_check, 1.0 / unit.largest, "1 / largest eigenvalue " + scaled);
  if (unit.smallest <= dependent * unit.largest) return;
  bounds.at_least(Ratio::gamma, unit.smallest, "smallest eigenvalue " + scaled);
  for (const Ratio ratio : {Ratio::gamma_check, Ratio::theta})
    bounds.at_least(ratio, unit.smallest / unit.largest, "smallest / largest eigenvalue " + scaled);
}

void prove_concave_ratios(const Matrix& gram, double ridge, double share, Item largest_set,
                          RatioBounds& bounds) {
  if (gram.cols() > most_spectral_items) return;
  const auto eigenvalues = linalg::bound_eigenvalues(gram, static_cast<std::size_t>(largest_set));
  prove_by_condition(ridge / (ridge + share * eigenvalues.largest),
                     fmt::format("m/L = ridge / (ridge + {:g} * largest eigenvalue of X'X){}",
                                 share, sizes(largest_set, gram.cols())),
                     bounds);
}

}  // namespace holdfast
