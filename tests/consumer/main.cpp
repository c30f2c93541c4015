// Chooses 3 of 6 columns, prepared for the loss of any one of them.

#include <cstdio>
#include <vector>

#include "holdfast/holdfast.hpp"

int main() {
  constexpr std::size_t rows = 40;
  constexpr std::size_t columns = 6;
  holdfast::Random random(7);
  std::vector<double> numbers(rows * columns);
  for (double& number : numbers) number = random.normal();
  std::vector<double> response(rows);
  for (std::size_t i = 0; i < rows; ++i) response[i] = 2.0 * numbers[i] - numbers[3 * rows + i];

  const holdfast::LinearObjective objective(holdfast::Matrix(rows, columns, numbers), response);
  const holdfast::Run run;
  const auto selection = holdfast::ObliviousGreedy().select(objective, {.k = 3, .tau = 1}, run);
  const auto deletion = holdfast::Strong().attack(*selection.state, 1);

  std::printf("chosen:");
  for (const auto& step : selection.steps) std::printf(" %d", step.item);
  std::printf("\nvalue %.3f, after the worst deletion %.3f\n", selection.value, deletion.value);
  const bool sound =
      selection.steps.size() == 3 && deletion.proven && deletion.value < selection.value;
  return sound ? 0 : 1;
}
