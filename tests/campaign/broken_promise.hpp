#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "holdfast/core/errors.hpp"
#include "holdfast/data/text.hpp"

namespace holdfast::campaign {

/// What a target throws; nobody may mistake it for an error about the input.
class BrokenPromise : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void promise(bool holds, std::string_view what) {
  if (!holds) throw BrokenPromise(std::string(what));
}

/// Messages quote what files hold, as UTF-8 at any rate; the command shows them as one line.
inline void promise_message(std::string_view message) {
  promise(!message.empty(), "an error without a message");
  promise(text::is_utf8(message), "a message that is no UTF-8");
}

/// Calls an action that may refuse its input, and only so; tells whether it did not.
template <class Action>
bool accepted(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& refusal) {
    promise_message(refusal.what());
    return false;
  } catch (const IoFailure& failure) {
    promise_message(failure.what());
    return false;
  }
  return true;
}

}  // namespace holdfast::campaign
