// How the compiler reports failure: values, never exceptions.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace compiler {

enum class Error {
  invalidValue,         ///< an argument that no caller should pass
  invalidBuildOptions,  ///< of clBuildProgram
  invalidCompilerOptions,
  invalidLinkerOptions,
  compileFailure,  ///< the source or IL is wrong; the log says where
  linkFailure,
  invalidBinary,  ///< bytes that were to be deserialized or loaded are damaged or foreign
  invalidKernelName,
  unsupported,  ///< not on this device
  outOfMemory,
  outOfResources,   ///< a limit (size, nesting, time) was exceeded
  internalFailure,  ///< the compiler's own fault: an LLVM fatal error, a broken invariant
};

/// An error and one sentence about it. The user's diagnostics are in the module's log.
struct Failure {
  Error error;
  std::string message;
};

/// A T or a Failure. T may be void.
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
