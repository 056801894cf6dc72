// Tells the application that a call failed for lack of the compiler library.
#pragma once

#include <CL/cl.h>

#include <string_view>

#include "core/base/result.h"

namespace cl {

class Context;

/// Reports the cause to the context's notification function and, once, to standard error. Returns
/// `error`.
Error withoutCompiler(Context &context, std::string_view call, cl_int error);

}  // namespace cl
