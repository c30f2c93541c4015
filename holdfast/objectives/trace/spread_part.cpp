#include "holdfast/objectives/trace/spread_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <map>
#include <mutex>
#include <utility>

#include "holdfast/core/ranking.hpp"
#include "holdfast/objectives/trace/linear_problem.hpp"
#include "holdfast/objectives/trace/spread_messages.hpp"
#include "holdfast/objectives/trace/variance_gains.hpp"

namespace holdfast {

SpreadPart::~SpreadPart() = default;

namespace {

using spread::Question;
using spread::Reader;
using spread::Reply;
using spread::Topic;
using spread::Writer;

/// Likely winners bring their data along, unless these are more bytes than a question costs.
constexpr std::size_t most_packed_winners = 2;
constexpr std::size_t most_packed_bytes = std::size_t{1} << 16U;
/// States that ask in turns, as those of selection in parts do, find their rows here.
constexpr std::size_t most_ways = 4;

/// What gains are computed from beside the rows, and moves with them.
class Gains {
 public:
  virtual ~Gains() = default;
  virtual void row_entered(const linalg::CandidateRows& rows, std::span<const double> row) = 0;
  virtual void row_left(const linalg::CandidateRows& rows, std::span<const double> row) = 0;
  virtual void gains(const linalg::CandidateRows& rows, std::span<const Item> own,
                     std::span<double> out) const = 0;
  virtual void gradient_norms(std::span<const Item> own, std::span<double> out) const = 0;
};

/// Where a State has led the rows.
struct Way {
  linalg::CandidateRows rows;
  std::unique_ptr<Gains> gains;
  std::vector<std::uint64_t> digests;  // after each step
};

/// What all kinds of parts share: the rows, and who may win.
class PartOfItems : public SpreadPart {
 public:
  std::string answer(std::string_view bytes) final {
    const std::lock_guard lock(access_);
    const Question question = Question::from(bytes);
    Writer writer;
    writer.put(Reply::done);
    switch (question.topic) {
      case Topic::diagonal: writer.put_all(diagonal()); return writer.bytes();
      case Topic::pack:
        for (const Item own : candidates_of(question.candidates)) writer.put_all(pack(own));
        return writer.bytes();
      case Topic::columns:
        for (const auto& guest : question.guests) writer.put_all(guest_of(guest.text).column);
        return writer.bytes();
      case Topic::gains:
      case Topic::largest:
      case Topic::gradient_norms: break;
    }
    const Way* way = follow(question);
    if (way == nullptr) {
      Writer refusal;
      refusal.put(Reply::tell_all);
      return refusal.bytes();
    }
    const Items mine = candidates_of(question.candidates);
    std::vector<double> scores(mine.size());
    if (question.topic == Topic::gradient_norms) {
      way->gains->gradient_norms(mine, scores);
    } else {
      way->gains->gains(way->rows, mine, scores);
    }
    if (question.topic == Topic::largest) {
      put_largest(question, mine, scores, writer);
    } else {
      writer.put_all(scores);
    }
    return writer.bytes();
  }

 protected:
  struct Guest {
    std::vector<double> column;    // A_(own, guest)
    std::vector<double> attached;  // to its row
  };

  PartOfItems(Item first, double dependent) : first_(first), dependent_(dependent) {}

  Workers& workers() { return workers_; }

 private:
  virtual std::span<const double> diagonal() const = 0;
  /// How many numbers are attached to a row.
  virtual std::size_t attached() const = 0;
  virtual std::string pack(Item own) const = 0;
  virtual Guest guest_of(const std::string& text) = 0;
  virtual std::unique_ptr<Gains> gains_of_none() = 0;

  std::size_t count() const { return diagonal().size(); }
  bool is_own(Item item) const {
    return item >= first_ && static_cast<std::size_t>(item - first_) < count();
  }

  Items candidates_of(const spread::Candidates& candidates) const {
    Items mine;
    if (!candidates.all_but) {
      for (const Item item : candidates.items)
        if (is_own(item)) mine.push_back(item - first_);
      return mine;
    }
    auto next = std::ranges::lower_bound(candidates.items, first_);
    for (Item item = first_; is_own(item); ++item) {
      if (next != candidates.items.end() && *next == item) {
        ++next;
      } else {
        mine.push_back(item - first_);
      }
    }
    return mine;
  }

  /// Moves rows to where the question is asked. Null if it continues rows that are not here.
  const Way* follow(const Question& question) {
    for (const auto& guest : question.guests) {
      if (!guests_.contains(guest.item)) guests_.emplace(guest.item, guest_of(guest.text));
    }
    std::vector<std::uint64_t> digests;
    std::uint64_t last = question.digest;
    for (const auto& step : question.steps) digests.push_back(last = spread::digest(last, step));
    auto way = std::ranges::find_if(ways_, [&](const Way& known) {
      return is_behind(known.digests, question.start, question.digest, digests);
    });
    if (way == ways_.end()) {
      if (question.start > 0) return nullptr;
      if (ways_.size() == most_ways) ways_.pop_back();
      ways_.push_front(
          {linalg::CandidateRows(diagonal(), attached(), dependent_), gains_of_none(), {}});
    } else {
      ways_.splice(ways_.begin(), ways_, way);
    }
    Way& ours = ways_.front();
    for (std::size_t next = ours.digests.size() - question.start; next < digests.size(); ++next) {
      const auto step = spread::step_of(question.steps[next]);
      if (step.enters && !guests_.contains(step.item)) return nullptr;
      repeat(step, ours);
      ours.digests.push_back(digests[next]);
    }
    return &ours;
  }

  /// Whether the question goes on where these rows are, or ahead of them.
  static bool is_behind(const std::vector<std::uint64_t>& known, std::size_t start,
                        std::uint64_t digest, const std::vector<std::uint64_t>& digests) {
    if (known.size() < start || known.size() > start + digests.size()) return false;
    if (start > 0 && known[start - 1] != digest) return false;
    return std::equal(known.begin() + static_cast<std::ptrdiff_t>(start), known.end(),
                      digests.begin());
  }

  void repeat(const spread::Step& step, Way& way) {
    if (!step.enters) {
      way.gains->row_left(way.rows, way.rows.remove_at(step.position, step.rotations,
                                                       step.entry.tolerance, workers_));
      return;
    }
    const Guest& guest = guests_.at(step.item);
    const int own = is_own(step.item) ? step.item - first_ : linalg::CandidateRows::elsewhere;
    way.gains->row_entered(
        way.rows, way.rows.append_entry(own, step.entry, guest.column, guest.attached, workers_));
  }

  /// All that may be among the `count` largest of all parts: whoever is out of reach of the last of
  /// our own is out of reach of theirs.
  void put_largest(const Question& question, const Items& mine, const std::vector<double>& scores,
                   Writer& writer) const {
    for (std::size_t i = 0; i < mine.size(); ++i)
      require<NumericFailure>(std::isfinite(scores[i]),
                              "the score of item {} is {}, not a finite number", first_ + mine[i],
                              scores[i]);
    double bar = -std::numeric_limits<double>::infinity();
    if (mine.size() > question.count) {
      std::vector<double> sorted = scores;
      const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(question.count - 1);
      std::ranges::nth_element(sorted, last, std::ranges::greater());
      bar = *last - TieRule::width(*last, question.scale);
    }
    Items winners;
    std::vector<double> their_scores;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (scores[i] < bar) continue;
      winners.push_back(first_ + mine[i]);
      their_scores.push_back(scores[i]);
    }
    writer.put_all(winners);
    writer.put_all(their_scores);
    if (question.count > 1 || winners.size() > most_packed_winners) return;
    for (const Item winner : winners) {
      const std::string text = pack(winner - first_);
      if (text.size() > most_packed_bytes) return;
      writer.put(winner);
      writer.put_all(text);
    }
  }

  Item first_;
  double dependent_;
  Workers workers_{1};
  std::mutex access_;
  std::map<Item, Guest> guests_;
  std::list<Way> ways_;  // the one asked about last comes first
};

class GainsOfColumns final : public Gains {
 public:
  explicit GainsOfColumns(const LinearProblem& problem) : gains_(problem) {}

 private:
  void row_entered(const linalg::CandidateRows& rows, std::span<const double> row) override {
    gains_.row_entered(rows, row);
  }
  void row_left(const linalg::CandidateRows& rows, std::span<const double> row) override {
    gains_.row_left(rows, row);
  }
  void gains(const linalg::CandidateRows& rows, std::span<const Item> own,
             std::span<double> out) const override {
    gains_.gains(rows, own, out);
  }
  void gradient_norms(std::span<const Item> own, std::span<double> out) const override {
    gains_.gradient_norms(own, out);
  }

  LinearGains gains_;
};

class LinearPart final : public PartOfItems {
 public:
  LinearPart(Item first, const LinearObjective::Design& design, const Matrix& responses,
             const LinearOptions& options)
      : PartOfItems(first, LinearProblem::dependent_share),
        problem_(design, responses, options, workers()) {}

 private:
  std::span<const double> diagonal() const override { return problem_.diagonal(); }
  std::size_t attached() const override { return problem_.responses(); }
  std::string pack(Item own) const override {
    return spread::packed(problem_.response(own),
                          problem_.columns->single(static_cast<std::size_t>(own)));
  }
  Guest guest_of(const std::string& text) override {
    auto guest = spread::LinearGuest::from(text, problem_.roots);
    std::vector<double> column(diagonal().size());
    problem_.columns->products_with_other(*guest.column, column, workers());
    return {std::move(column), std::move(guest.response)};
  }
  std::unique_ptr<Gains> gains_of_none() override {
    return std::make_unique<GainsOfColumns>(problem_);
  }

  LinearProblem problem_;
};

class GainsOfPoints final : public Gains {
 public:
  GainsOfPoints(const TargetCovariances& covariances, Workers& workers)
      : gains_(covariances), workers_(&workers) {}

 private:
  void row_entered(const linalg::CandidateRows& rows, std::span<const double> row) override {
    gains_.row_entered(rows, row, *workers_);
  }
  void row_left(const linalg::CandidateRows& rows, std::span<const double> row) override {
    gains_.row_left(rows, row, *workers_);
  }
  void gains(const linalg::CandidateRows& rows, std::span<const Item> own,
             std::span<double> out) const override {
    gains_.gains(rows, own, out);
  }
  void gradient_norms(std::span<const Item> /*own*/, std::span<double> /*out*/) const override {
    throw std::invalid_argument("variance reduction has no gradient");
  }

  VarianceGains gains_;
  Workers* workers_;
};

class KernelPart final : public PartOfItems {
 public:
  KernelPart(Item first, const Kernel& kernel, Matrix points, Matrix targets, double noise)
      : PartOfItems(first, 0.0),
        kernel_(kernel),
        points_(std::move(points)),
        targets_(std::move(targets)),
        diagonal_(kernel_variances(kernel_, points_)),
        covariances_(kernel_matrix(kernel_, targets_, points_, workers())) {
    for (double& variance : diagonal_) variance += noise;
  }

 private:
  std::span<const double> diagonal() const override { return diagonal_; }
  std::size_t attached() const override { return covariances_.attached(); }
  std::string pack(Item own) const override {
    std::vector<double> point(points_.cols());
    for (std::size_t c = 0; c < point.size(); ++c)
      point[c] = points_(static_cast<std::size_t>(own), c);
    return spread::packed(point);
  }
  Guest guest_of(const std::string& text) override {
    const Matrix point = spread::point_of(text);
    const Matrix column = kernel_matrix(kernel_, points_, point, workers());
    const Matrix response = kernel_matrix(kernel_, targets_, point, workers());
    const auto numbers = column.column(0);
    const auto to_targets = response.column(0);
    std::vector<double> attached(covariances_.attached());
    std::ranges::copy(to_targets, attached.begin());
    if (covariances_.carries_products())
      covariances_.columns->products_with(
          to_targets, std::span(attached).subspan(covariances_.targets()), workers());
    return {{numbers.begin(), numbers.end()}, std::move(attached)};
  }
  std::unique_ptr<Gains> gains_of_none() override {
    return std::make_unique<GainsOfPoints>(covariances_, workers());
  }

  Kernel kernel_;
  Matrix points_;
  Matrix targets_;
  std::vector<double> diagonal_;
  TargetCovariances covariances_;
};

}  // namespace

std::unique_ptr<SpreadPart> make_spread_part(Item first, const LinearObjective::Design& design,
                                             const Matrix& responses,
                                             const LinearOptions& options) {
  return std::make_unique<LinearPart>(first, design, responses, options);
}

std::unique_ptr<SpreadPart> make_spread_part(Item first, const Kernel& kernel, const Matrix& points,
                                             const Matrix& targets, double noise) {
  return std::make_unique<KernelPart>(first, kernel, points, targets, noise);
}

}  // namespace holdfast
