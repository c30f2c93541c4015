#include "holdfast/objectives/trace/spread_oracle.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "holdfast/objectives/trace/linear_problem.hpp"
#include "holdfast/objectives/trace/variance_gains.hpp"

namespace holdfast {
namespace {

/// Without the sign that it is one, which must be there.
spread::Reader answer_of(const std::string& bytes) {
  spread::Reader reader(bytes);
  require<std::runtime_error>(reader.get<spread::Reply>() == spread::Reply::done,
                              "a part has not understood what it was told");
  return reader;
}

}  // namespace

SpreadOracle::SpreadOracle(SpreadItems items, std::size_t responses)
    : items_(std::move(items)), responses_(responses), sent_(items_.borders.size() - 1) {
  for (const auto& bytes : items_.ask(spread::Question().bytes(), all_parts())) {
    const auto of_part = answer_of(bytes).get_all<double>();
    diagonal_.insert(diagonal_.end(), of_part.begin(), of_part.end());
  }
  require(std::ssize(diagonal_) == items_.borders.back(),
          "the parts have {} items in all, but {} were expected", diagonal_.size(),
          items_.borders.back());
}

std::vector<std::size_t> SpreadOracle::all_parts() const {
  std::vector<std::size_t> parts(items_.borders.size() - 1);
  std::iota(parts.begin(), parts.end(), std::size_t{0});
  return parts;
}

std::size_t SpreadOracle::part_of(Item item) const {
  const auto border = std::ranges::upper_bound(items_.borders, item);
  return static_cast<std::size_t>(border - items_.borders.begin()) - 1;
}

std::vector<std::size_t> SpreadOracle::parts_of(const spread::Candidates& candidates) const {
  if (candidates.all_but) return all_parts();
  std::set<std::size_t> parts;
  for (const Item item : candidates.items) parts.insert(part_of(item));
  return {parts.begin(), parts.end()};
}

void SpreadOracle::keep(Item item, const std::string& text) const {
  const std::lock_guard lock(access_);
  if (near_.contains(item)) return;
  near_.emplace(item, unpack(text));
  packed_.emplace(item, text);
}

void SpreadOracle::fetch(std::span<const Item> items) const {
  Items wanted;
  {
    const std::lock_guard lock(access_);
    std::ranges::copy_if(items, std::back_inserter(wanted),
                         [this](Item item) { return !near_.contains(item); });
  }
  if (wanted.empty()) return;
  std::ranges::sort(wanted);
  const auto repeated = std::ranges::unique(wanted);
  wanted.erase(repeated.begin(), repeated.end());
  std::vector<std::size_t> owners;
  for (const Item item : wanted) {
    const std::size_t part = part_of(item);
    if (owners.empty() || owners.back() != part) owners.push_back(part);
  }
  spread::Question question;
  question.topic = spread::Topic::pack;
  question.candidates.items = wanted;
  std::size_t next = 0;
  for (const auto& bytes : items_.ask(question.bytes(), owners)) {
    spread::Reader reader = answer_of(bytes);
    while (!reader.at_end()) keep(wanted[next++], reader.get_text());
  }
}

const SpreadOracle::Near& SpreadOracle::near(Item item) const {
  fetch(std::span(&item, 1));
  const std::lock_guard lock(access_);
  return *near_.at(item);
}

void SpreadOracle::entries(Item column, std::span<const Item> rows, std::span<double> out) const {
  Items all(rows.begin(), rows.end());
  all.push_back(column);
  fetch(all);
  const Near& there = near(column);
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = entry(near(rows[i]), there);
}

TraceOracle::Column SpreadOracle::column(Item item, const std::function<Items()>& /*likely*/,
                                         Workers& /*workers*/) const {
  fetch(std::span(&item, 1));
  spread::Question question;
  question.topic = spread::Topic::columns;
  {
    const std::lock_guard lock(access_);
    question.guests.push_back({item, packed_.at(item)});
  }
  auto whole = std::make_shared<std::vector<double>>();
  for (const auto& bytes : items_.ask(question.bytes(), all_parts())) {
    const auto of_part = answer_of(bytes).get_all<double>();
    whole->insert(whole->end(), of_part.begin(), of_part.end());
  }
  return {*whole, whole};
}

std::vector<spread::PackedItem> SpreadOracle::guests_of(std::span<const spread::Step> steps,
                                                        std::span<const std::size_t> parts,
                                                        bool all) const {
  Items entering;
  for (const auto& step : steps)
    if (step.enters) entering.push_back(step.item);
  fetch(entering);
  const std::lock_guard lock(access_);
  std::vector<spread::PackedItem> guests;
  for (const Item item : entering) {
    const bool is_known =
        std::ranges::all_of(parts, [&](std::size_t part) { return sent_[part].contains(item); });
    if (all || !is_known) guests.push_back({item, packed_.at(item)});
  }
  return guests;
}

std::vector<std::string> SpreadOracle::ask(const spread::Question& question,
                                           std::vector<Told>& told,
                                           const std::vector<spread::Step>& steps) const {
  told.resize(sent_.size());
  std::map<std::uint64_t, std::vector<std::size_t>> alike;  // parts that were told as much
  for (const std::size_t part : parts_of(question.candidates)) {
    if (told[part].steps > steps.size()) told[part] = {};
    alike[told[part].steps].push_back(part);
  }
  std::vector<std::string> answers(sent_.size());
  for (const auto& [start, parts] : alike) {
    Told now = told[parts.front()];
    ask_alike(question, now, parts, steps, answers);
    for (std::size_t i = now.steps; i < steps.size(); ++i)
      now.digest = spread::digest(now.digest, spread::bytes_of(steps[i]));
    now.steps = steps.size();
    for (const std::size_t part : parts) told[part] = now;
  }
  return answers;
}

/// Asks parts that have all been told the same.
void SpreadOracle::ask_alike(spread::Question question, Told told,
                             std::span<const std::size_t> parts,
                             const std::vector<spread::Step>& steps,
                             std::vector<std::string>& answers) const {
  std::vector<std::string> as_bytes;
  for (const auto& step : steps) as_bytes.push_back(spread::bytes_of(step));
  const std::vector<std::size_t> asked(parts.begin(), parts.end());
  question.start = told.steps;
  question.digest = told.digest;
  question.steps.assign(as_bytes.begin() + static_cast<std::ptrdiff_t>(told.steps), as_bytes.end());
  question.guests = guests_of(std::span(steps).subspan(told.steps), parts, false);
  const auto first = items_.ask(question.bytes(), asked);
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    answers[asked[i]] = first[i];
    if (spread::Reader(first[i]).get<spread::Reply>() == spread::Reply::tell_all)
      lost.push_back(asked[i]);
  }
  if (!lost.empty()) {
    question.start = question.digest = 0;
    question.steps = as_bytes;
    question.guests = guests_of(steps, lost, true);
    const auto again = items_.ask(question.bytes(), lost);
    for (std::size_t i = 0; i < lost.size(); ++i) answers[lost[i]] = again[i];
  }
  for (const std::size_t part : asked) {
    answer_of(answers[part]);
    answers[part].erase(0, sizeof(spread::Reply));
  }
  const std::lock_guard lock(access_);
  for (const std::size_t part : asked)
    for (const auto& step : steps)
      if (step.enters) sent_[part].insert(step.item);
}

namespace {

class LinearOracle final : public SpreadOracle {
 public:
  LinearOracle(SpreadItems items, const Matrix& responses, const LinearOptions& options,
               Workers& workers)
      : SpreadOracle(std::move(items), responses.cols()),
        problem_(Matrix(responses.rows(), 0, std::vector<double>{}), responses, options, workers) {}

  double dependent() const override { return problem_.dependent(); }
  double squared_length(std::span<const double> numbers) const override {
    return LinearGains::squared_length(numbers);
  }
  double value(std::span<const Item> set) const override {
    fetch(set);
    return problem_.value(set.size(), [&](std::size_t i, std::span<double> out) {
      static_cast<const NearColumn&>(near(set[i])).column->copy_column(0, out);
    });
  }
  double largest_value() const { return problem_.largest_value(); }

 private:
  struct NearColumn : Near {
    std::unique_ptr<linalg::Columns> column;
  };

  std::unique_ptr<Near> unpack(const std::string& text) const override {
    auto guest = spread::LinearGuest::from(text, problem_.roots);
    auto near = std::make_unique<NearColumn>();
    near->response = std::move(guest.response);
    near->column = std::move(guest.column);
    return near;
  }
  double entry(const Near& row, const Near& column) const override {
    return static_cast<const NearColumn&>(row).column->product_with_other(
        0, *static_cast<const NearColumn&>(column).column);
  }

  LinearProblem problem_;
};

class KernelOracleOfParts final : public SpreadOracle {
 public:
  KernelOracleOfParts(SpreadItems items, const Kernel& kernel, const Matrix& targets)
      : SpreadOracle(std::move(items), targets.rows()), kernel_(kernel), targets_(targets) {}

  /// With noise, every item adds a direction.
  double dependent() const override { return 0.0; }
  double squared_length(std::span<const double> numbers) const override {
    return VarianceGains::squared_length(numbers);
  }
  double value(std::span<const Item> set) const override {
    fetch(set);
    return variance_explained(*this, set);
  }

 private:
  struct NearPoint : Near {
    Matrix point;
  };

  std::unique_ptr<Near> unpack(const std::string& text) const override {
    auto near = std::make_unique<NearPoint>();
    near->point = spread::point_of(text);
    Workers alone(1);
    const Matrix response = kernel_matrix(kernel_, targets_, near->point, alone);
    near->response.assign(response.column(0).begin(), response.column(0).end());
    return near;
  }
  double entry(const Near& row, const Near& column) const override {
    Workers alone(1);
    return kernel_matrix(kernel_, static_cast<const NearPoint&>(row).point,
                         static_cast<const NearPoint&>(column).point, alone)(0, 0);
  }

  Kernel kernel_;
  Matrix targets_;
};

}  // namespace

std::unique_ptr<SpreadOracle> make_oracle(SpreadItems items, const Matrix& responses,
                                          const LinearOptions& options) {
  Workers workers(options.threads);
  return std::make_unique<LinearOracle>(std::move(items), responses, options, workers);
}

std::unique_ptr<SpreadOracle> make_oracle(SpreadItems items, const Kernel& kernel,
                                          const Matrix& targets, double noise) {
  require(noise > 0.0, "noise must be above 0, got {}", noise);
  return std::make_unique<KernelOracleOfParts>(std::move(items), kernel, targets);
}

}  // namespace holdfast
