#include "holdfast/core/trace_form.hpp"

namespace holdfast {

TraceForm::~TraceForm() = default;

}  // namespace holdfast
