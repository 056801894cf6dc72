#include "opencl_handles.h"

#include "error_names.h"

namespace clrun {

std::string describe(const std::string &call, cl_int code) {
  const std::string name = errorName(code);
  return call + ": " + (name.empty() ? "error " + std::to_string(code) : name);
}

support::Status check(const char *call, cl_int code) {
  return code == CL_SUCCESS ? support::Status() : support::Failure{describe(call, code)};
}

}  // namespace clrun
