#pragma once

#include <map>
#include <mutex>
#include <set>

#include "holdfast/core/items_elsewhere.hpp"
#include "holdfast/core/trace_oracle.hpp"
#include "holdfast/linalg/member_rows.hpp"
#include "holdfast/objectives/trace/spread_messages.hpp"
#include "holdfast/objectives/trace/spread_trace.hpp"

namespace holdfast {

/// The matrices of a trace form whose items are on parts. What is asked for about an item brings
/// the item here, with all others of the same question. Several threads may ask at once.
class SpreadOracle : public TraceOracle, public ItemsElsewhere {
 public:
  /// An item that is here.
  class Near {
   public:
    virtual ~Near() = default;
    std::vector<double> response;
  };

  SpreadOracle(SpreadItems items, std::size_t responses);

  std::size_t size() const { return diagonal_.size(); }
  std::size_t responses() const override { return responses_; }
  std::span<const double> response(Item item) const override { return near(item).response; }
  using TraceOracle::diagonal;
  std::span<const double> diagonal() const override { return diagonal_; }
  void entries(Item column, std::span<const Item> rows, std::span<double> out) const override;
  /// With its diagonal entry, without ridge or noise.
  Column column(Item item, const std::function<Items()>& likely, Workers& workers) const override;

  const Near& near(Item item) const;
  /// Brings items here.
  void fetch(std::span<const Item> items) const;

  /// How far along its steps a State has told a part.
  struct Told {
    std::uint64_t steps = 0;
    std::uint64_t digest = 0;
  };
  /// The answers of all parts that have candidates to a question asked at the end of the steps; the
  /// others give an empty text. `told` has an entry for each part, or none yet.
  std::vector<std::string> ask(const spread::Question& question, std::vector<Told>& told,
                               const std::vector<spread::Step>& steps) const;
  /// Keeps an item that came with an answer.
  void keep(Item item, const std::string& text) const;
  const std::vector<Item>& borders() const { return items_.borders; }

  /// The squared length of attached entries, added up as on one machine.
  virtual double squared_length(std::span<const double> numbers) const = 0;
  /// f from scratch.
  virtual double value(std::span<const Item> set) const = 0;

 private:
  virtual std::unique_ptr<Near> unpack(const std::string& text) const = 0;
  virtual double entry(const Near& row, const Near& column) const = 0;

  std::vector<std::size_t> all_parts() const;
  std::size_t part_of(Item item) const;
  std::vector<std::size_t> parts_of(const spread::Candidates& candidates) const;
  void ask_alike(spread::Question question, Told told, std::span<const std::size_t> parts,
                 const std::vector<spread::Step>& steps, std::vector<std::string>& answers) const;
  /// The items that enter, without those that all these parts have been told of unless `all` are
  /// wanted.
  std::vector<spread::PackedItem> guests_of(std::span<const spread::Step> steps,
                                            std::span<const std::size_t> parts, bool all) const;

  SpreadItems items_;
  std::size_t responses_;
  std::vector<double> diagonal_;
  mutable std::mutex access_;
  mutable std::map<Item, std::unique_ptr<Near>> near_;
  mutable std::map<Item, std::string> packed_;
  mutable std::vector<std::set<Item>> sent_;  // to each part
};

std::unique_ptr<SpreadOracle> make_oracle(SpreadItems items, const Matrix& responses,
                                          const LinearOptions& options);
std::unique_ptr<SpreadOracle> make_oracle(SpreadItems items, const Kernel& kernel,
                                          const Matrix& targets, double noise);

}  // namespace holdfast
