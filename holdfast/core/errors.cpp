#include "holdfast/core/errors.hpp"

// Out-of-line destructors give each class one home for its type information, so that an exception
// thrown by the library is caught by type in the program that uses it.
namespace holdfast {

InvalidInput::~InvalidInput() = default;
IoFailure::~IoFailure() = default;
NumericFailure::~NumericFailure() = default;
Interrupted::~Interrupted() = default;

}  // namespace holdfast
