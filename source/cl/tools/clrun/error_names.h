// Names OpenCL's error codes for messages.
#pragma once

#include <CL/cl.h>

#include <string>

namespace clrun {

/// Returns for instance "CL_INVALID_BINARY"; empty for an unknown code.
std::string errorName(cl_int code);

}  // namespace clrun
