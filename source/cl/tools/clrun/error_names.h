// Names OpenCL's error codes for messages.
//
// Only for people: the names are not part of OpenCL's interface, and programs compare the codes.
#pragma once

#include <CL/cl.h>

#include <string>

namespace clrun {

/// Returns for instance "CL_INVALID_BINARY"; empty for an unknown code.
/// Codes of extensions are unknown too.
std::string errorName(cl_int code);

}  // namespace clrun
