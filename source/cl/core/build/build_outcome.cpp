#include "core/build/build_outcome.h"

namespace cl {
namespace {

/// Translates a failure of the compiler to the error of a call. CL 3.0 §5.8.4 clBuildProgram:
/// CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS, CL_INVALID_BINARY,
/// CL_COMPILER_NOT_AVAILABLE; §5.8.5 clCompileProgram and clLinkProgram:
/// CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS, CL_LINK_PROGRAM_FAILURE,
/// CL_INVALID_LINKER_OPTIONS; §5.10 clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES,
/// CL_INVALID_PROGRAM_EXECUTABLE.
cl_int errorOf(compiler::Error error, BuildOutcome::Call call) {
  constexpr cl_int failed[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE,
                               CL_LINK_PROGRAM_FAILURE, CL_OUT_OF_RESOURCES};
  const bool isLater = call == BuildOutcome::Call::later;
  switch (error) {
    case compiler::Error::invalidBuildOptions:
      return CL_INVALID_BUILD_OPTIONS;
    case compiler::Error::invalidCompilerOptions:
      return CL_INVALID_COMPILER_OPTIONS;
    case compiler::Error::invalidLinkerOptions:
      return CL_INVALID_LINKER_OPTIONS;
    case compiler::Error::invalidBinary:  // later: code without the context's memory initialisation
      return isLater ? CL_INVALID_PROGRAM_EXECUTABLE : CL_INVALID_BINARY;
    case compiler::Error::outOfMemory:
      return CL_OUT_OF_HOST_MEMORY;
    case compiler::Error::notAvailable:
      return isLater ? CL_OUT_OF_RESOURCES : CL_COMPILER_NOT_AVAILABLE;
    default:
      return failed[static_cast<int>(call)];
  }
}

}  // namespace

void BuildOutcome::fail(Error error, std::string_view message) {
  status_ = CL_BUILD_ERROR;
  error_ = error.code;
  if (!message.empty() && log_.find(message) == std::string::npos) {
    log_.append(message).append("\n");
  }
}

void BuildOutcome::fail(const compiler::Failure &failure) {
  fail(Error{errorOf(failure.code, call_)}, failure.message);
}

}  // namespace cl
