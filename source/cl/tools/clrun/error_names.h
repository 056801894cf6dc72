// OpenCL's error codes by name.
#pragma once

#include <CL/cl.h>

#include <string>

namespace clrun {

/// "CL_INVALID_BINARY"; empty for a code that no version of OpenCL has.
std::string errorName(cl_int code);

}  // namespace clrun
