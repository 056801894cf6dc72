// Collects the status, the error and the log of one build.
#pragma once

#include <CL/cl.h>

#include <string>
#include <string_view>

#include "compiler/module.h"
#include "core/base/result.h"

namespace cl {

/// The status of a build with its messages, and the only place where failures of the compiler
/// become OpenCL's error codes. It has an error if and only if it has failed. Used by one thread
/// until its build is published; immutable then.
class BuildOutcome {
 public:
  /// The call behind a build decides the error code of a failure.
  enum class Call : uint8_t {
    build,
    compile,
    link,
    /// A call in need of the code of a deferred build.
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
  /// Returns CL_SUCCESS, or the error for the call behind the build.
  Error error() const { return {error_}; }
  /// Returns CL_PROGRAM_BUILD_LOG: messages of the compiler and of the driver.
  const std::string &log() const { return log_; }

  /// Ends the build with CL_BUILD_SUCCESS.
  void succeed() { status_ = CL_BUILD_SUCCESS; }
  /// Ends the build with CL_BUILD_ERROR, and adds a sentence to the log unless it is there.
  void fail(Error error, std::string_view message);
  /// Ends the build with the call's error for a failure of the compiler, and adds its sentence.
  void fail(const compiler::Failure &failure);
  /// Adds lines to the log.
  void append(std::string_view lines) { log_ += lines; }

  /// Adds the log of a module's last step. Returns false, and fails, if the step has failed.
  bool step(const compiler::Module &module, const compiler::Result<void> &result);

 private:
  Call call_;
  cl_build_status status_ = CL_BUILD_NONE;
  cl_int error_ = CL_SUCCESS;
  std::string log_;
};

}  // namespace cl
