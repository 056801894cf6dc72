// Collects the status, the error and the log of one build.
//
// Inside of a build every failure is a compiler::Failure with a sentence, or a C result of mux. The
// call behind the build decides the code that the application sees: the same failure of the
// compiler is CL_BUILD_PROGRAM_FAILURE for clBuildProgram and CL_LINK_PROGRAM_FAILURE for
// clLinkProgram.
#pragma once

#include <CL/cl.h>

#include <string>
#include <string_view>

#include "compiler/result.h"
#include "core/base/result.h"

namespace cl {

/// The status of a build with its messages, and the only place where failures of the compiler
/// become OpenCL's error codes. It has an error if and only if it has failed. Used by one thread
/// until its build is published; immutable then.
class BuildOutcome {
 public:
  /// The call behind a build decides the error code of a failure.
  enum class Call : uint8_t {
    /// clBuildProgram (CL 3.0 §5.8.4), also for the cache and for loaded binaries.
    build,
    /// clCompileProgram (CL 3.0 §5.8.5).
    compile,
    /// clLinkProgram (CL 3.0 §5.8.5).
    link,
    /// A launch or a query in need of code that is generated on demand.
    later,
  };

  /// Starts with CL_BUILD_NONE and an empty log.
  explicit BuildOutcome(Call call) : call_(call) {}

  /// Returns the call behind the build.
  Call call() const { return call_; }
  /// Returns CL_PROGRAM_BUILD_STATUS.
  cl_build_status status() const { return status_; }
  /// Tells if the status is CL_BUILD_SUCCESS.
  bool isSuccess() const { return status_ == CL_BUILD_SUCCESS; }
  /// Returns the error for the call behind the build, if it failed.
  Status result() const { return error_ == CL_SUCCESS ? success() : Status(Error{error_}); }
  /// Returns CL_PROGRAM_BUILD_LOG: messages of the compiler and of the driver, in lines.
  const std::string &log() const { return log_; }

  /// Ends the build with CL_BUILD_SUCCESS.
  void succeed() { status_ = CL_BUILD_SUCCESS; }
  /// Ends the build with CL_BUILD_ERROR, and adds a sentence to the log unless it is there. `error`
  /// is negative.
  void fail(Error error, std::string_view message);
  /// Ends the build with the call's error for a failure of the compiler, and adds its sentence to
  /// the log. The diagnostics are in the log already.
  void fail(const compiler::Failure &failure);
  /// Adds lines to the log.
  void append(std::string_view lines) { log_ += lines; }

 private:
  // Decides error codes.
  Call call_;
  // CL_BUILD_ERROR if and only if error_ is negative.
  cl_build_status status_ = CL_BUILD_NONE;
  // CL_SUCCESS or negative.
  cl_int error_ = CL_SUCCESS;
  // Lines, each with its end.
  std::string log_;
};

}  // namespace cl
