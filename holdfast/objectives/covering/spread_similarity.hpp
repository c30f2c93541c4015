#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "holdfast/core/export.hpp"
#include "holdfast/core/item.hpp"

namespace holdfast {

/// Similarities whose rows are elsewhere, on other machines say. Gains are asked for there; what
/// comes here, once, are the columns of members, and of items that are asked for again and again,
/// as those in the pool of a search are. Copies share them; several threads may ask at once.
class HOLDFAST_EXPORT SpreadSimilarity {
 public:
  struct Column {
    std::vector<std::int32_t> rows;  ///< ascending; none if there is a value for every row
    std::vector<double> values;
  };
  using NearColumn = std::shared_ptr<const Column>;
  struct Source {
    std::size_t rows = 0;
    std::vector<double> singleton_values;  ///< one per item
    double largest_value = 0.0;
    std::function<std::vector<Column>(std::span<const Item>)> fetch;
    /// The gains of candidates at the set of these members, summed over rows as TreeSum does.
    std::function<std::vector<double>(std::span<const Item> members,
                                      std::span<const Item> candidates)>
        gains;
    /// How many similarities are stored, if they are sparse.
    std::optional<std::size_t> entries = {};
    /// Coverage, where s_ij is the weight of element i if item j covers it: named and summed so.
    bool of_coverage = false;
  };

  explicit SpreadSimilarity(Source source);

  std::size_t rows() const;
  std::size_t cols() const;
  const Source& source() const;

  NearColumn column(Item item) const;
  /// The columns that are here, after those that have been asked for often enough have come.
  std::vector<NearColumn> columns_nearby(std::span<const Item> items) const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace holdfast
