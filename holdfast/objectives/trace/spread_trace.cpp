#include "holdfast/objectives/trace/spread_trace.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/core/require.hpp"
#include "holdfast/core/run.hpp"
#include "holdfast/objectives/item_names.hpp"
#include "holdfast/objectives/trace/member_moves.hpp"
#include "holdfast/objectives/trace/spectral_ratios.hpp"
#include "holdfast/objectives/trace/spread_oracle.hpp"

namespace holdfast {
namespace {

using spread::Question;
using spread::Reader;
using spread::Topic;

/// Says which items are meant in as few numbers as it takes.
spread::Candidates described(std::span<const Item> candidates, std::size_t size) {
  if (2 * candidates.size() < size || !std::ranges::is_sorted(candidates))
    return {false, {candidates.begin(), candidates.end()}};
  spread::Candidates all_but{true, {}};
  auto next = candidates.begin();
  for (Item item = 0; item < static_cast<Item>(size); ++item) {
    if (next != candidates.end() && *next == item) {
      ++next;
    } else {
      all_but.items.push_back(item);
    }
  }
  return all_but;
}

/// SpanState without the rows of items that are elsewhere.
class SpreadState final : public State {
 public:
  SpreadState(const Objective& objective, const SpreadOracle& oracle, const Run& run)
      : State(objective, run), oracle_(&oracle), rows_(oracle), set_(oracle, oracle.size()) {}

 private:
  double do_value() const override {
    if (rows_in_use_ && set_.is_farther_than(rows_, *this)) {
      bring_rows_up_to_date();
      double sum = 0.0;
      for (std::size_t i = 0; i < rows_.rank(); ++i)
        sum += oracle_->squared_length(rows_.attached(i));
      return sum;
    }
    set_.follow(*this, *oracle_);
    return set_.factor().value();
  }

  void do_gains(std::span<const Item> candidates, std::span<double> out) override {
    ask_for(Topic::gains, candidates, out);
  }
  void do_gradient_norms(std::span<const Item> candidates, std::span<double> out) override {
    ask_for(Topic::gradient_norms, candidates, out);
  }

  void do_losses(std::span<double> out) override {
    set_.follow(*this, *oracle_);
    set_.factor().losses(items(), out, *oracle_);
  }

  std::vector<Scored> do_largest_gains(std::span<const Item> candidates,
                                       std::size_t count) override {
    bring_rows_up_to_date();
    Question question;
    question.topic = Topic::largest;
    question.candidates = described(candidates, oracle_->size());
    question.count = count;
    question.scale = value();
    std::vector<Scored> finalists;
    for (const auto& bytes : oracle_->ask(question, told_, rows_.steps())) {
      if (bytes.empty()) continue;
      Reader reader(bytes);
      const auto winners = reader.get_all<Item>();
      const auto scores = reader.get_all<double>();
      for (std::size_t i = 0; i < winners.size(); ++i) finalists.push_back({winners[i], scores[i]});
      while (!reader.at_end()) {
        const auto item = reader.get<Item>();
        oracle_->keep(item, reader.get_text());
      }
    }
    count_evaluations(std::ssize(candidates));
    return largest_scores(std::move(finalists), count, value());
  }

  void do_add(Item /*item*/) override {}
  void do_remove(std::size_t /*position*/) override {}
  std::unique_ptr<State> do_clone() const override { return std::make_unique<SpreadState>(*this); }

  void bring_rows_up_to_date() const {
    rows_in_use_ = true;
    const auto clear = [&] {
      rows_.clear();
      told_.clear();
    };
    move_to_members(
        rows_, *this, clear, [&](Item item) { rows_.remove(item); },
        [&](Item item, const Items& /*missing*/) { rows_.append(item); });
  }

  void ask_for(Topic topic, std::span<const Item> candidates, std::span<double> out) {
    bring_rows_up_to_date();
    Question question;
    question.topic = topic;
    question.candidates = described(candidates, oracle_->size());
    std::vector<std::vector<double>> of_parts;
    for (const auto& bytes : oracle_->ask(question, told_, rows_.steps()))
      of_parts.push_back(bytes.empty() ? std::vector<double>() : Reader(bytes).get_all<double>());
    std::vector<std::size_t> next(of_parts.size(), 0);
    const auto& borders = oracle_->borders();
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const auto border = std::ranges::upper_bound(borders, candidates[c]);
      const auto part = static_cast<std::size_t>(border - borders.begin()) - 1;
      out[c] = of_parts[part].at(next[part]++);
    }
  }

  const SpreadOracle* oracle_;
  mutable linalg::MemberRows rows_;
  mutable std::vector<SpreadOracle::Told> told_;
  mutable MemberFactor set_;
  mutable bool rows_in_use_ = false;
};

struct Description {
  std::string name;
  bool has_gradient;
  double largest_value;
  double gain_cost;
  double ridge;
  std::string matrix;  // what A is called where its eigenvalues prove something
};

class SpreadTraceObjective final : public Objective {
 public:
  SpreadTraceObjective(std::unique_ptr<SpreadOracle> oracle, Description description,
                       std::vector<std::string> names, Items given = {})
      : oracle_(std::move(oracle)),
        description_(std::move(description)),
        names_(std::move(names)),
        given_(std::move(given)) {
    require_item_names(names_, oracle_->size());
    require(given_.empty() || given_.size() == oracle_->size(), "{} numbers for {} items",
            given_.size(), oracle_->size());
  }

  std::string name() const override { return description_.name; }
  Item size() const override { return static_cast<Item>(oracle_->size()); }
  Item given_index(Item item) const override {
    return given_.empty() ? item : given_.at(static_cast<std::size_t>(item));
  }
  std::string item_name(Item item) const override {
    return item_name_or_number(names_, names_.empty() ? given_index(item) : item);
  }
  bool has_gradient() const override { return description_.has_gradient; }
  std::optional<double> largest_value() const override { return description_.largest_value; }
  ItemStructure structure() const override { return {oracle_.get()}; }
  AttackCost attack_cost() const override { return AttackCost::microseconds; }
  double gain_cost() const override { return description_.gain_cost; }

 private:
  double do_value(std::span<const Item> set) const override { return oracle_->value(set); }
  std::unique_ptr<State> do_start(const Run& run) const override {
    return std::make_unique<SpreadState>(*this, *oracle_, run);
  }
  void do_prove_ratios(const Run& run, Item largest_set, RatioBounds& bounds) const override {
    const std::size_t count = oracle_->size();
    if (count > most_spectral_items) return;
    std::vector<double> entries;
    for (Item item = 0; item < size(); ++item) {
      run.check_stop();
      const auto column = oracle_->column(item, {}, run.workers());
      entries.insert(entries.end(), column.entries.begin(), column.entries.end());
    }
    prove_quadratic_ratios({count, count, std::move(entries)}, description_.ridge,
                           description_.matrix.c_str(), largest_set, bounds);
  }

  std::unique_ptr<SpreadOracle> oracle_;
  Description description_;
  std::vector<std::string> names_;
  Items given_;
};

}  // namespace

std::unique_ptr<Objective> make_spread_linear(SpreadItems items, const Matrix& responses,
                                              const LinearOptions& options,
                                              std::vector<std::string> names) {
  Workers workers(options.threads);
  const LinearObjective alone(Matrix(responses.rows(), 0, std::vector<double>{}), responses,
                              options);
  return std::make_unique<SpreadTraceObjective>(
      make_oracle(std::move(items), responses, options),
      Description{alone.name(), true, *alone.largest_value(), alone.gain_cost(), options.ridge,
                  options.ridge > 0.0 ? "X'X + ridge" : "X'X"},
      std::move(names));
}

std::unique_ptr<Objective> make_spread_variance_reduction(SpreadItems items, const Kernel& kernel,
                                                          const Matrix& targets, double noise,
                                                          std::vector<std::string> names,
                                                          Items given) {
  double total = 0.0;
  for (const double variance : kernel_variances(kernel, targets)) total += variance;
  return std::make_unique<SpreadTraceObjective>(
      make_oracle(std::move(items), kernel, targets, noise),
      Description{"variance-reduction", false, total, 64.0 + static_cast<double>(targets.rows()),
                  noise, "the kernel matrix + noise"},
      std::move(names), std::move(given));
}

}  // namespace holdfast
