#include "paper/decisions.hpp"

#include <fmt/ranges.h>

#include <vector>

namespace holdfast::paper {
namespace {

const char* name_of(ArStart start) {
  switch (start) {
    case ArStart::standard: return "standard";
    case ArStart::stationary: return "stationary";
    case ArStart::zero: break;
  }
  return "zero";
}

const char* name_of(Pixels pixels) {
  switch (pixels) {
    case Pixels::unit: return "0 to 1";
    case Pixels::bytes: return "0 to 255";
    case Pixels::standardized: break;
  }
  return "standardized";
}

const char* name_of(Attackers attackers) {
  switch (attackers) {
    case Attackers::paper: return "paper";
    case Attackers::greedy_min: return "greedy-min";
    case Attackers::strong: break;
  }
  return "strong";
}

}  // namespace

std::string Decisions::differences() const {
  const Decisions headline;
  std::vector<std::string> found;
  const auto add = [&](bool differs, const char* what, const auto& value) {
    if (differs) found.push_back(fmt::format("{} = {}", what, value));
  };
  add(process.noise != headline.process.noise, "ar-noise", "literal");
  add(process.start != headline.process.start, "ar-start", name_of(process.start));
  add(response_variance != headline.response_variance, "noise-variance", response_variance);
  add(labels != headline.labels, "labels", "drawn");
  add(pixels != headline.pixels, "pixels", name_of(pixels));
  add(ridge != headline.ridge, "ridge", ridge ? fmt::format("{}", *ridge) : "rows");
  add(intercept != headline.intercept, "intercept", intercept);
  add(one_vs_rest != headline.one_vs_rest, "one-vs-rest", one_vs_rest);
  add(remains != headline.remains, "weights of what is deleted", "zeroed");
  add(attackers != headline.attackers, "adversary", name_of(attackers));
  return fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace holdfast::paper
