#include "holdfast/objectives/trace/moments.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "holdfast/core/require.hpp"
#include "holdfast/linalg/tree_sum.hpp"

namespace holdfast {
namespace {

constexpr std::size_t leaf_rows = linalg::rows_per_block;
/// Of the leaves that are summed at once.
constexpr std::size_t working_bytes = std::size_t{1} << 27U;
constexpr std::size_t most_leaves_at_once = 16;

/// The sums over 2^level leaves that begin at leaf index * 2^level, relative to the shift.
struct SumNode {
  std::size_t level = 0;
  std::size_t index = 0;
  Eigen::MatrixXd products;  // the lower triangle
  Eigen::VectorXd sums;
  double weight = 0.0;  // of all rows

  void add(const SumNode& other) {
    products += other.products;
    sums += other.sums;
    weight += other.weight;
  }
};

std::size_t as_size(Eigen::Index count) { return static_cast<std::size_t>(count); }
Eigen::Index as_index(std::size_t count) { return static_cast<Eigen::Index>(count); }

/// Of the first columns; each row counts once, whatever its weight.
std::vector<double> means_of(const Eigen::MatrixXd& rows, std::size_t columns) {
  std::vector<double> means(columns);
  for (std::size_t j = 0; j < means.size(); ++j) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) sum += rows(i, as_index(j));
    means[j] = sum / static_cast<double>(rows.rows());
  }
  return means;
}

/// Of rows relative to the shift. A column behind the first `columns` has the weights of the rows.
SumNode sums_of(Eigen::MatrixXd rows, std::size_t columns, std::size_t leaf) {
  const Eigen::Index width = as_index(columns);
  SumNode node{0, leaf, Eigen::MatrixXd::Zero(width, width), {}, static_cast<double>(rows.rows())};
  if (rows.cols() > width) {
    const Eigen::VectorXd weights = rows.col(width);
    rows.conservativeResize(Eigen::NoChange, width);
    node.weight = weights.sum();
    node.sums = rows.transpose() * weights;
    rows.array().colwise() *= weights.array().sqrt();
  } else {
    node.sums = rows.colwise().sum().transpose();
  }
  node.products.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
  return node;
}

Eigen::MatrixXd relative_to(const std::vector<double>& shift, Eigen::MatrixXd rows) {
  for (std::size_t j = 0; j < shift.size(); ++j) rows.col(as_index(j)).array() -= shift[j];
  return rows;
}

void copy_rows(std::span<const ColumnView> from, std::size_t first, std::size_t count,
               Eigen::MatrixXd& to, std::size_t place) {
  const auto rows = as_index(count);
  for (std::size_t j = 0; j < from.size(); ++j) {
    const std::ptrdiff_t stride = from[j].stride;
    const double* in = from[j].data + static_cast<std::ptrdiff_t>(first) * stride;
    auto out = to.col(as_index(j)).segment(as_index(place), rows);
    if (stride == 1) {
      out = Eigen::Map<const Eigen::VectorXd>(in, rows);
    } else {
      const Eigen::InnerStride<> steps(stride);
      out = Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<>>(in, rows, steps);
    }
  }
}

class ByteWriter {
 public:
  template <class Number>
  void put(const Number* numbers, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Number>);
    bytes_.append(reinterpret_cast<const char*>(numbers), count * sizeof(Number));
  }
  void put(std::size_t number) { put(&number, 1); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  template <class Number>
  void take(Number* numbers, std::size_t count) {
    require(count <= rest_.size() / sizeof(Number), "the bytes of the moments break off");
    std::memcpy(numbers, rest_.data(), count * sizeof(Number));
    rest_.remove_prefix(count * sizeof(Number));
  }
  std::size_t take() {
    std::size_t number = 0;
    take(&number, 1);
    return number;
  }

 private:
  std::string_view rest_;
};

}  // namespace

struct Moments::Parts {
  std::size_t features = 0;
  std::size_t responses = 0;
  std::size_t first_row = 0;
  std::size_t rows = 0;
  bool weighted = false;
  std::vector<double> shift;
  std::vector<SumNode> nodes;    // from left to right; no two are both halves of one
  std::vector<SumNode> strange;  // merged parts that begin elsewhere
  std::size_t strange_rows = 0;
  Eigen::MatrixXd pending;  // the beginning of the next leaf, as it came
  std::size_t waiting = 0;  // rows in it

  std::size_t columns() const { return features + responses; }
  /// With the column of weights, if there are weights.
  std::size_t width() const { return columns() + (weighted ? 1 : 0); }
  std::size_t next_leaf() const { return (first_row + rows - waiting) / leaf_rows; }

  void push(SumNode node) {
    nodes.push_back(std::move(node));
    while (nodes.size() > 1) {
      SumNode& left = nodes[nodes.size() - 2];
      const SumNode& right = nodes.back();
      const bool siblings =
          left.level == right.level && left.index % 2 == 0 && right.index == left.index + 1;
      if (!siblings) return;
      left.add(right);
      left.level += 1;
      left.index /= 2;
      nodes.pop_back();
    }
  }

  /// Keeps the beginning of a leaf.
  void wait(std::span<const ColumnView> from, std::size_t first, std::size_t count) {
    if (count == 0) return;
    if (pending.size() == 0) pending.resize(as_index(leaf_rows), as_index(width()));
    copy_rows(from, first, count, pending, waiting);
    waiting += count;
    rows += count;
  }

  void finish_leaf() {
    if (shift.empty()) shift = means_of(pending, columns());
    SumNode node = sums_of(relative_to(shift, pending), columns(), next_leaf());
    require_finite_sums(node, [this] { return pending; });
    waiting = 0;
    push(std::move(node));
  }

  /// Adds whole leaves, several at once, and returns their rows.
  std::size_t add_leaves(std::span<const ColumnView> from, std::size_t first, std::size_t leaves,
                         Workers& workers) {
    const std::size_t at_once = std::clamp<std::size_t>(
        working_bytes / (leaf_rows * columns() * sizeof(double)), 1, most_leaves_at_once);
    std::vector<SumNode> fresh(at_once);
    for (std::size_t done = 0; done < leaves;) {
      const std::size_t count = std::min(at_once, leaves - done);
      const std::size_t first_leaf = next_leaf();
      workers.share(count, [&](std::size_t piece) {
        const auto leaf = [&] {
          Eigen::MatrixXd rows(as_index(leaf_rows), as_index(width()));
          copy_rows(from, first + (done + piece) * leaf_rows, leaf_rows, rows, 0);
          return rows;
        };
        fresh[piece] = sums_of(relative_to(shift, leaf()), columns(), first_leaf + piece);
        require_finite_sums(fresh[piece], leaf);
      });
      for (std::size_t piece = 0; piece < count; ++piece) push(std::move(fresh[piece]));
      rows += count * leaf_rows;
      done += count;
    }
    return leaves * leaf_rows;
  }

  /// All sums; the last, incomplete leaf included.
  SumNode total() const {
    SumNode sum{0, 0, Eigen::MatrixXd::Zero(as_index(columns()), as_index(columns())),
                Eigen::VectorXd::Zero(as_index(columns())), 0.0};
    if (waiting > 0) {
      const auto leaf = [this] { return Eigen::MatrixXd(pending.topRows(as_index(waiting))); };
      sum = sums_of(relative_to(settled_shift(), leaf()), columns(), next_leaf());
      require_finite_sums(sum, leaf);
    }
    // Addition commutes, so what is on the right may come first.
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) sum.add(*node);
    for (const SumNode& node : strange) sum.add(node);
    return sum;
  }

  /// The shift, or what it will be if no more rows come.
  std::vector<double> settled_shift() const {
    if (!shift.empty()) return shift;
    if (waiting > 0) return means_of(pending.topRows(as_index(waiting)), columns());
    return std::vector<double>(columns(), 0.0);
  }

  /// `rows_of_leaf` gives the rows as they came.
  template <class Rows>
  void require_finite_sums(const SumNode& node, const Rows& rows_of_leaf) const {
    if (node.products.diagonal().allFinite()) return;
    const Eigen::MatrixXd leaf = rows_of_leaf();
    for (Eigen::Index j = 0; j < leaf.cols(); ++j) {
      for (Eigen::Index i = 0; i < leaf.rows(); ++i) {
        if (std::isfinite(leaf(i, j))) continue;
        const bool feature = as_size(j) < features;
        throw InvalidInput(fmt::format("row {}, {} {} is {}; every value must be finite",
                                       node.index * leaf_rows + as_size(i),
                                       feature ? "column" : "response",
                                       feature ? as_size(j) : as_size(j) - features, leaf(i, j)));
      }
    }
    throw InvalidInput("the squares of the numbers overflow; scale the columns down");
  }
};

Moments::Moments(std::size_t features, std::size_t responses, std::size_t first_row,
                 std::vector<double> shift)
    : parts_(std::make_unique<Parts>()) {
  require(features > 0 && responses > 0, "moments need a column and a response, got {} and {}",
          features, responses);
  require(first_row % leaf_rows == 0, "first_row must be a multiple of {}, got {}", leaf_rows,
          first_row);
  require(shift.empty() || shift.size() == features + responses,
          "{} columns and responses need as many shifts, got {}", features + responses,
          shift.size());
  require(first_row == 0 || !shift.empty(),
          "a part that begins at row {} needs the shift of the part that begins at row 0",
          first_row);
  parts_->features = features;
  parts_->responses = responses;
  parts_->first_row = first_row;
  parts_->shift = std::move(shift);
}

Moments::~Moments() = default;
Moments::Moments(const Moments& other) : parts_(std::make_unique<Parts>(*other.parts_)) {}
Moments::Moments(Moments&& other) noexcept = default;
Moments& Moments::operator=(Moments&& other) noexcept = default;

std::size_t Moments::features() const { return parts_->features; }
std::size_t Moments::responses() const { return parts_->responses; }
std::size_t Moments::first_row() const { return parts_->first_row; }
std::size_t Moments::rows() const { return parts_->rows + parts_->strange_rows; }
const std::vector<double>& Moments::shift() const { return parts_->shift; }

namespace {

void require_weights(ColumnView weights, std::size_t rows, std::size_t first_row) {
  for (std::size_t i = 0; i < rows; ++i) {
    const double weight = weights.data[static_cast<std::ptrdiff_t>(i) * weights.stride];
    require<InvalidInput>(weight >= 0.0 && std::isfinite(weight),
                          "row {} has weight {}: a weight must be a number >= 0", first_row + i,
                          weight);
  }
}

}  // namespace

void Moments::update(std::span<const ColumnView> given, std::size_t rows, Workers& workers,
                     ColumnView weights) {
  Parts& parts = *parts_;
  require(given.size() == parts.columns(), "{} columns and responses are expected, got {}",
          parts.columns(), given.size());
  if (rows == 0) return;
  const bool weighted = weights.data != nullptr;
  if (this->rows() == 0) parts.weighted = weighted;
  require(weighted == parts.weighted,
          "these rows have {}, those before them have {}; every update must bring weights, or none",
          weighted ? "weights" : "no weights", weighted ? "none" : "weights");
  std::vector<ColumnView> columns(given.begin(), given.end());
  if (weighted) {
    require_weights(weights, rows, parts.first_row + parts.rows);
    columns.push_back(weights);
  }
  std::size_t done = 0;
  // What waits is filled up first, so that all other leaves are whole pieces of the update.
  if (parts.waiting > 0 || parts.shift.empty()) {
    done = std::min(rows, leaf_rows - parts.waiting);
    parts.wait(columns, 0, done);
  }
  if (parts.waiting == leaf_rows) parts.finish_leaf();
  done += parts.add_leaves(columns, done, (rows - done) / leaf_rows, workers);
  parts.wait(columns, done, rows - done);
}

void Moments::merge(const Moments& other) {
  Parts& parts = *parts_;
  const Parts& more = *other.parts_;
  require(parts.features == more.features && parts.responses == more.responses,
          "moments of {} columns and {} responses cannot be merged with those of {} and {}",
          parts.features, parts.responses, more.features, more.responses);
  if (rows() == 0) parts.weighted = more.weighted;
  require(other.rows() == 0 || parts.weighted == more.weighted,
          "moments of rows with weights cannot be merged with those of rows without");
  const bool continues = parts.waiting == 0 && parts.rows > 0 &&
                         more.first_row == parts.first_row + parts.rows &&
                         more.shift == parts.shift && more.strange.empty();
  if (continues) {
    for (const SumNode& node : more.nodes) parts.push(node);
    parts.rows += more.rows;
    parts.pending = more.pending;
    parts.waiting = more.waiting;
    return;
  }
  if (other.rows() == 0) return;
  if (parts.shift.empty())
    parts.shift = parts.waiting > 0 ? parts.settled_shift() : more.settled_shift();
  // Sums relative to one shift from those relative to another.
  SumNode node = more.total();
  const std::vector<double> theirs = more.settled_shift();
  const Eigen::VectorXd moved =
      Eigen::Map<const Eigen::VectorXd>(theirs.data(), as_index(theirs.size())) -
      Eigen::Map<const Eigen::VectorXd>(parts.shift.data(), as_index(theirs.size()));
  const double count = node.weight;
  node.products += node.sums * moved.transpose() + moved * node.sums.transpose() +
                   count * moved * moved.transpose();
  node.sums += count * moved;
  parts.strange.push_back(std::move(node));
  parts.strange_rows += other.rows();
}

std::vector<double> Moments::means() const {
  const SumNode total = parts_->total();
  std::vector<double> means = parts_->settled_shift();
  if (rows() == 0) return means;
  for (std::size_t j = 0; j < means.size(); ++j)
    means[j] += total.weight > 0.0 ? total.sums[as_index(j)] / total.weight : 0.0;
  return means;
}

Moments::Compressed Moments::compressed(bool intercept, bool standardize) const {
  require(rows() > 0, "moments of no rows say nothing; update them first");
  const SumNode total = parts_->total();
  const double count = total.weight;
  require<InvalidInput>(count > 0.0, "all row weights are 0: at least one row must count");
  const std::vector<double> mean_list = means();
  const Eigen::Map<const Eigen::VectorXd> means(mean_list.data(), as_index(mean_list.size()));
  const auto width = means.size();
  const auto features = as_index(parts_->features);
  const auto responses = width - features;

  Eigen::MatrixXd products = total.products.selfadjointView<Eigen::Lower>();
  products -= total.sums * total.sums.transpose() / count;
  Eigen::VectorXd deviations = (products.diagonal() / count).cwiseMax(0.0).cwiseSqrt();
  for (Eigen::Index j = 0; j < width; ++j) {
    // A constant column leaves nothing but rounding.
    if (deviations[j] > 1e-13 * std::abs(means[j])) continue;
    deviations[j] = 0.0;
    products.row(j).setZero();
    products.col(j).setZero();
  }
  if (!intercept && standardize) {
    // Scaled columns are centered, so only the responses have a mean.
    products.bottomRightCorner(responses, responses) +=
        count * means.tail(responses) * means.tail(responses).transpose();
  } else if (!intercept) {
    products += count * means * means.transpose();
  }

  // Factored with a diagonal of ones, so that rank does not depend on the units.
  Eigen::VectorXd lengths = products.diagonal().cwiseMax(0.0).cwiseSqrt();
  const Eigen::VectorXd inverse =
      lengths.unaryExpr([](double length) { return length > 0.0 ? 1.0 / length : 0.0; });
  const Eigen::LDLT<Eigen::MatrixXd> factor(inverse.asDiagonal() * products * inverse.asDiagonal());
  // P'LDL'P = root' root.
  Eigen::MatrixXd lower = factor.matrixL();
  lower = factor.transpositionsP().transpose() * lower;
  const Eigen::VectorXd pivots = factor.vectorD().cwiseMax(0.0).cwiseSqrt();
  Eigen::MatrixXd root = (lower * pivots.asDiagonal()).transpose();
  if (standardize) {
    for (Eigen::Index j = 0; j < features; ++j)
      lengths[j] = deviations[j] > 0.0 ? lengths[j] / deviations[j] : 0.0;
  }
  root = root * lengths.asDiagonal();
  const double* numbers = root.data();
  const std::size_t height = as_size(width);
  const std::size_t cut = height * parts_->features;
  return {
      {height, parts_->features, std::vector<double>(numbers, numbers + cut)},
      {height, parts_->responses, std::vector<double>(numbers + cut, numbers + height * height)}};
}

std::string Moments::to_bytes() const {
  const Parts& parts = *parts_;
  ByteWriter writer;
  for (const std::size_t number : {parts.features, parts.responses, parts.first_row, parts.rows,
                                   parts.shift.size(), parts.nodes.size(), parts.strange.size(),
                                   parts.strange_rows, parts.waiting, std::size_t{parts.weighted}})
    writer.put(number);
  writer.put(parts.shift.data(), parts.shift.size());
  for (const auto* list : {&parts.nodes, &parts.strange}) {
    for (const SumNode& node : *list) {
      writer.put(node.level);
      writer.put(node.index);
      writer.put(node.products.data(), as_size(node.products.size()));
      writer.put(node.sums.data(), as_size(node.sums.size()));
      writer.put(&node.weight, 1);
    }
  }
  for (std::size_t j = 0; parts.waiting > 0 && j < parts.width(); ++j)
    writer.put(parts.pending.col(as_index(j)).data(), parts.waiting);
  return writer.take();
}

Moments Moments::from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::size_t features = reader.take();
  const std::size_t responses = reader.take();
  Moments moments(features, responses);
  Parts& parts = *moments.parts_;
  parts.first_row = reader.take();
  parts.rows = reader.take();
  parts.shift.resize(reader.take());
  const std::size_t nodes = reader.take();
  const std::size_t strange = reader.take();
  parts.strange_rows = reader.take();
  parts.waiting = reader.take();
  parts.weighted = reader.take() != 0;
  reader.take(parts.shift.data(), parts.shift.size());
  const auto width = as_index(parts.columns());
  for (std::size_t n = 0; n < nodes + strange; ++n) {
    SumNode node;
    node.level = reader.take();
    node.index = reader.take();
    node.products.resize(width, width);
    node.sums.resize(width);
    reader.take(node.products.data(), as_size(node.products.size()));
    reader.take(node.sums.data(), as_size(node.sums.size()));
    reader.take(&node.weight, 1);
    (n < nodes ? parts.nodes : parts.strange).push_back(std::move(node));
  }
  require(parts.waiting <= leaf_rows, "the bytes of the moments are damaged");
  if (parts.waiting > 0) parts.pending.resize(as_index(leaf_rows), as_index(parts.width()));
  for (std::size_t j = 0; parts.waiting > 0 && j < parts.width(); ++j)
    reader.take(parts.pending.col(as_index(j)).data(), parts.waiting);
  return moments;
}

std::string numeric_environment() {
#if defined(__AVX512F__)
  constexpr const char* level = "x86-64-v4";
#elif defined(__AVX2__)
  constexpr const char* level = "x86-64-v3";
#elif defined(__SSE4_2__)
  constexpr const char* level = "x86-64-v2";
#elif defined(__x86_64__)
  constexpr const char* level = "x86-64";
#else
  constexpr const char* level = "generic";
#endif
  return fmt::format("{}, caches {}/{}/{} KiB", level, Eigen::l1CacheSize() / 1024,
                     Eigen::l2CacheSize() / 1024, Eigen::l3CacheSize() / 1024);
}

}  // namespace holdfast
