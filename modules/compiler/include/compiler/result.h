// The compiler's errors: a value for each failure, never an exception.
//
// The driver maps each Error to an OpenCL error code. A wrong input of any kind (source, options,
// bytes) ends as one of them, and never ends the process.
#pragma once

#include <string>

#include "support/result.h"

namespace compiler {

/// The kinds of failure; each corresponds to an error code of OpenCL.
enum class Error {
  /// An argument outside of its contract, or a call in the wrong state: a mistake of the caller.
  invalidValue,
  /// A bad option in a string for clBuildProgram (CL_INVALID_BUILD_OPTIONS).
  invalidBuildOptions,
  /// The same for clCompileProgram (CL_INVALID_COMPILER_OPTIONS).
  invalidCompilerOptions,
  /// The same for clLinkProgram (CL_INVALID_LINKER_OPTIONS).
  invalidLinkerOptions,
  /// The source or the IL is wrong; the module's log has the place.
  compileFailure,
  /// Symbols are missing or defined twice, or kernels are recursive; the log names them.
  linkFailure,
  /// Bytes to deserialize or to load are damaged, or come from another build.
  invalidBinary,
  /// No kernel has this name.
  invalidKernelName,
  /// The input is valid, and this device or target lacks the feature.
  unsupported,
  /// Host memory is exhausted.
  outOfMemory,
  /// A limit of size, nesting or time was exceeded.
  outOfResources,
  /// The compiler's own fault: a fatal error of LLVM, or a broken invariant.
  internalFailure,
  /// There is no compiler library, or it does not know the device. Only callers that load the
  /// library report it (CL_COMPILER_NOT_AVAILABLE).
  notAvailable,
};

/// An error and one sentence about it, never empty. The user's diagnostics are in the module's log,
/// not here.
struct Failure {
  Error code;
  std::string message;
};

/// A T or a Failure; T may be void. Test it before use: `*` and `->` of a failure are undefined,
/// and error() of a success is meaningless (support/result.h).
template <class T>
using Result = support::Result<T, Failure>;

}  // namespace compiler
