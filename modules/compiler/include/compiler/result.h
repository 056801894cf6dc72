// The compiler's errors: a value for each failure, never an exception.
//
// The driver maps each Error to an OpenCL error code. A wrong input of any kind (source, options,
// bytes) ends as one of them, and never ends the process.
#pragma once

#include <optional>
#include <string>
#include <utility>

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
  Error error;
  std::string message;
};

/// A T or a Failure; T may be void.
///
/// Test it before use: operator* of a failure is undefined, and failure() of a success is
/// meaningless. [[nodiscard]], so that no failure is lost by accident.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }
  const Failure &failure() const { return failure_; }

 private:
  std::optional<T> value_;
  Failure failure_{};
};

/// A success without a value, or a Failure.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : failure_(std::move(failure)) {}

  explicit operator bool() const { return !failure_; }
  const Failure &failure() const { return *failure_; }

 private:
  std::optional<Failure> failure_;
};

}  // namespace compiler
