#include "paper/checked_statements.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "holdfast/algorithms/greedy_family.hpp"
#include "holdfast/core/random.hpp"
#include "holdfast/objectives/combined/function.hpp"
#include "holdfast/objectives/covering/coverage.hpp"
#include "holdfast/objectives/trace/kernel.hpp"
#include "holdfast/objectives/trace/linear.hpp"
#include "holdfast/objectives/trace/variance_reduction.hpp"
#include "holdfast/theory/exact_ratios.hpp"
#include "holdfast/theory/lemmas.hpp"
#include "paper/one_thread.hpp"

namespace holdfast::paper {
namespace {

constexpr Item items = 7;
constexpr int of_each_kind = 12;

std::vector<double> normals(std::size_t count, Random& random) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.normal();
  return numbers;
}

/// Columns of an orthogonal matrix, by Gram and Schmidt.
std::vector<std::vector<double>> random_rotation(std::size_t size, Random& random) {
  std::vector<std::vector<double>> columns;
  while (columns.size() < size) {
    auto column = normals(size, random);
    for (int twice = 0; twice < 2; ++twice) {
      for (const auto& other : columns) {
        double product = 0.0;
        for (std::size_t i = 0; i < size; ++i) product += column[i] * other[i];
        for (std::size_t i = 0; i < size; ++i) column[i] -= product * other[i];
      }
    }
    double square = 0.0;
    for (const double entry : column) square += entry * entry;
    for (double& entry : column) entry /= std::sqrt(square);
    columns.push_back(std::move(column));
  }
  return columns;
}

/// A small function, and what is known about it beforehand.
struct Small {
  std::unique_ptr<Objective> objective;
  double strong_over_smooth = 0.0;  ///< m/L of support selection; 0: not of that kind
};

/// X = D Q with a diagonal D and a rotation Q, so that the eigenvalues of X'X are known.
Small regression(Random& random) {
  constexpr std::size_t size = items;
  const auto rotation = random_rotation(size, random);
  std::vector<double> squares(size);
  for (double& square : squares) square = random.uniform(0.2, 1.0);
  std::vector<double> design(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      design[j * size + i] = std::sqrt(squares[i]) * rotation[i][j];
    }
  }
  const auto [least, most] = std::ranges::minmax(squares);
  return {std::make_unique<LinearObjective>(
              Matrix(size, size, std::move(design)), normals(size, random),
              LinearOptions{.ridge = 0.0, .intercept = false, .threads = 1}),
          least / most};
}

Small variance_reduction(Random& random) {
  const Matrix candidates(items, 2, normals(std::size_t{2} * items, random));
  const Matrix targets(5, 2, normals(10, random));
  Workers alone(1);
  const Kernel kernel;
  return {std::make_unique<VarianceReductionObjective>(
      kernel_matrix(kernel, candidates, candidates, alone),
      kernel_matrix(kernel, targets, candidates, alone), kernel_variances(kernel, targets), 0.5)};
}

Small coverage(Random& random) {
  constexpr std::size_t elements = 12;
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> rows;
  for (Item j = 0; j < items; ++j) {
    for (std::size_t i = 0; i < elements; ++i) {
      if (random.uniform() < 0.35) rows.push_back(static_cast<std::int32_t>(i));
    }
    starts.push_back(std::ssize(rows));
  }
  std::vector<double> weights(elements);
  for (double& weight : weights) weight = random.uniform(0.1, 1.0);
  std::vector<double> ones(rows.size(), 1.0);
  return {std::make_unique<CoverageObjective>(
      SparseMatrix(elements, items, std::move(starts), std::move(rows), std::move(ones)),
      std::move(weights))};
}

/// Neither submodular nor supermodular: each set is worth a random amount more than the best of its
/// subsets with one item fewer.
Small random_table(Random& random) {
  auto values = std::make_shared<std::vector<double>>(std::size_t{1} << items, 0.0);
  for (Mask set = 1; set < values->size(); ++set) {
    double best = 0.0;
    for (const Item item : to_items(set)) {
      best = std::max(best, (*values)[set & ~(Mask{1} << static_cast<unsigned>(item))]);
    }
    (*values)[set] = best + random.uniform();
  }
  return {std::make_unique<FunctionObjective>(
      items, [values](std::span<const Item> set) { return (*values)[to_mask(set)]; })};
}

/// The counterexample to Lemma 3 as printed: the better of two additive functions, one worth
/// little beyond its first two items, the other worth 1 an item.
Small better_of_two() {
  static constexpr double a[] = {1.01, 1.01, 0.01, 0.01, 0.01, 0, 0, 0, 0, 0};
  static constexpr double b[] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
  return {std::make_unique<FunctionObjective>(10, [](std::span<const Item> set) {
    double first = 0.0;
    double second = 0.0;
    for (const Item item : set) {
      first += a[item];
      second += b[item];
    }
    return std::max(first, second);
  })};
}

/// Counts checks by the name of the statement, in the order of the paper.
class Counter {
 public:
  Counter() {
    for (const char* name : {"Proposition 1", "Proposition 2", "Remark 1", "Lemma 1", "Lemma 2",
                             "Lemma 3 as printed", "Lemma 3 with gamma", "Lemma 4", "Theorem 1"}) {
      counted_.statements.push_back({name});
    }
    find("Lemma 3 with gamma").corrected = true;
  }

  /// left >= right, up to rounding.
  void check(const char* name, double left, double right) {
    CheckedStatement& statement = find(name);
    ++statement.checks;
    const double slack = 1e-9 * std::max({std::abs(left), std::abs(right), 1e-3});
    statement.violations += left < right - slack;
  }
  void next_function() { ++counted_.functions; }
  CheckedStatements finish() && { return std::move(counted_); }

 private:
  CheckedStatement& find(const char* name) {
    return *std::ranges::find(counted_.statements, name, &CheckedStatement::name);
  }

  CheckedStatements counted_;
};

void check_relations(const Ratios& ratios, double strong_over_smooth, Counter& counter) {
  const auto value = [&](Ratio ratio) { return ratios[ratio].value; };
  counter.check("Proposition 1", value(Ratio::nu), value(Ratio::gamma));
  counter.check("Proposition 1", value(Ratio::gamma), 1.0 - value(Ratio::alpha_check));
  counter.check("Proposition 1", value(Ratio::nu_check), value(Ratio::gamma_check));
  counter.check("Proposition 1", value(Ratio::gamma_check), 1.0 - value(Ratio::alpha));
  counter.check("Remark 1", value(Ratio::theta), value(Ratio::nu) * value(Ratio::nu_check));
  if (strong_over_smooth > 0.0) {
    counter.check("Proposition 2", value(Ratio::gamma_check), strong_over_smooth);
  }
}

/// What Lemma 3 says without gamma in the exponent.
double lemma3_as_printed(const DeletionCase& measured, double theta) {
  const auto& [k, tau, beta] = measured.problem;
  const double x =
      1.0 - std::exp(-static_cast<double>(k - measured.guard) / static_cast<double>(k - tau));
  return theta * measured.optimum_without_deleted.value() - measured.greedy / x;
}

void check_deletion(const ValueTable& table, const GuaranteeProblem& problem, Mask guard,
                    Mask greedy, Mask deleted, const KnownRatios& ratios, Counter& counter) {
  const DeletionCase measured = measure_deletion(table, problem, guard, greedy, deleted);
  for (const auto& lemma : check_lemmas(measured, ratios)) {
    if (!lemma.applies) continue;
    if (lemma.name == "lemma2") counter.check("Lemma 2", lemma.left, lemma.right);
    if (lemma.name == "lemma3") counter.check("Lemma 3 with gamma", lemma.left, lemma.right);
    if (lemma.name == "lemma4") counter.check("Lemma 4", lemma.left, lemma.right);
  }
  const double optimum = measured.optimum_without_deleted.value();
  if (measured.guard < problem.k) {
    counter.check("Lemma 3 as printed", measured.kept,
                  lemma3_as_printed(measured, ratios[Ratio::theta]->value));
  }
  const Guarantee theorem = guarantee(Statement::theorem1, problem, ratios);
  if (theorem.applies) counter.check("Theorem 1", measured.kept, theorem.value * optimum);
}

void check_choice(const Objective& objective, const ValueTable& table,
                  const GuaranteeProblem& problem, const KnownRatios& ratios, const Run& run,
                  Counter& counter) {
  const auto chosen =
      ObliviousGreedy(problem.beta).select(objective, {problem.k, problem.tau}, run);
  Mask guard = 0;
  Mask greedy = 0;
  for (const auto& step : chosen.steps) {
    (step.part == Part::S0 ? guard : greedy) |= Mask{1} << static_cast<unsigned>(step.item);
  }
  const Mask all = guard | greedy;
  for (Mask deleted = all;; deleted = (deleted - 1) & all) {
    if (std::popcount(deleted) <= problem.tau) {
      check_deletion(table, problem, guard, greedy, deleted, ratios, counter);
    }
    if (deleted == 0) break;
  }
}

void check_greedy(const Objective& objective, const ValueTable& table, double gamma, const Run& run,
                  Counter& counter) {
  Mask set = 0;
  Item size = 0;
  for (const auto& step : Greedy().select(objective, {table.items, 0}, run).steps) {
    set |= Mask{1} << static_cast<unsigned>(step.item);
    ++size;
    for (Item k = size; k <= table.items; ++k) {
      const double share = 1.0 - std::exp(-gamma * size / k);
      counter.check("Lemma 1", table[set], share * best_value(table, table.everything(), k));
    }
  }
}

void check_function(const Small& small, const Run& run, Counter& counter) {
  const ValueTable table = tabulate(*small.objective, run);
  const Ratios exact = exact_ratios(table, run, table.items);
  const KnownRatios ratios(exact);
  counter.next_function();
  check_relations(exact, small.strong_over_smooth, counter);
  check_greedy(*small.objective, table, exact[Ratio::gamma].value, run, counter);
  for (const Item k : {3, 4, 5}) {
    for (const Item tau : {1, 2}) {
      for (const double beta : {1.0, 1.5, 2.0, 3.0}) {
        const GuaranteeProblem problem{k, tau, beta};
        if (guard_size(problem) > k) continue;
        check_choice(*small.objective, table, problem, ratios, run, counter);
      }
    }
  }
}

}  // namespace

CheckedStatements check_statements() {
  const Run run(one_thread());
  Random random(2018);
  Counter counter;
  for (int i = 0; i < of_each_kind; ++i) {
    for (const auto& make : {regression, variance_reduction, coverage, random_table}) {
      check_function(make(random), run, counter);
    }
  }
  check_function(better_of_two(), run, counter);
  return std::move(counter).finish();
}

}  // namespace holdfast::paper
