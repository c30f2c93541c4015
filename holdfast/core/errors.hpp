#pragma once

#include <stdexcept>

#include "holdfast/core/export.hpp"

/// What can go wrong, and who has to act. The lines are short so that no formatter merges them.
///   std::invalid_argument  the caller broke a contract; gives the value and what is valid
///   InvalidInput           a file or a data value is wrong; gives the place
///   IoFailure              the system refused to read or write
///   NumericFailure         a computation did not reach its stated tolerance
///   Interrupted            a stop was requested
namespace holdfast {

class HOLDFAST_EXPORT InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  ~InvalidInput() override;
};

class HOLDFAST_EXPORT IoFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~IoFailure() override;
};

class HOLDFAST_EXPORT NumericFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~NumericFailure() override;
};

class HOLDFAST_EXPORT Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
  ~Interrupted() override;
};

}  // namespace holdfast
