#include <string>
#include <vector>

#include "cli/program.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return holdfast::cli::run_program(words);
}
