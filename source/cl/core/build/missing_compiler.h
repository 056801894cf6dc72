// Reports the missing compiler library to the application, for calls that need it.
#pragma once

#include <CL/cl.h>

#include <string_view>

#include "core/base/result.h"

namespace cl {

class Context;

/// The error, of which the context's notification function and, once, standard error are told the
/// reason: there is no library.
Error withoutCompiler(Context &context, std::string_view call, cl_int error);

}  // namespace cl
