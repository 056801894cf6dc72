// Defines Result, the return type of functions failing with an OpenCL error code.
//
// The driver's own code throws no exceptions: each function returns the cl_int of its entry point
// from the place where the specification's clause is checked. Only the standard library throws
// (std::bad_alloc); api/adapter.h translates its exceptions at the entry point.
//
//   Result<Ref<Queue>> create(…) {
//     if (!context.memberOf(device)) {
//       return Error{code};  // its clause stands in a comment here or above
//     }
//     …
//     return queue;
//   }
//
// A caller tests the result, then uses `*result` or passes `result.error()` on. A test without use
// of the error needs a cast to void: Error and Result are [[nodiscard]].
#pragma once

#include <CL/cl.h>

#include <optional>
#include <utility>

#include "mux/types.h"

namespace cl {

/// An error code listed by the specification for the call; never CL_SUCCESS. Discarding one is a
/// compiler warning.
struct [[nodiscard]] Error {
  cl_int code;
};

/// A T or an error. True if it holds a T; `*` and `->` may then be used. Without a T, `*` and `->`
/// are undefined. error() on a result with a T has the code CL_SUCCESS. Not thread-safe.
///
///   auto queue = Queue::create(context, device, properties, list);
///   if (!queue) {
///     return queue.error();  // converts to any other Result
///   }
///   return (*queue)->finish();
template <class T>
class [[nodiscard]] Result {
 public:
  /// Both constructors are implicit, so that functions return a T or an Error alike.
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : code_(error.code) {}
  /// For types convertible to T, such as a Ref of a derived class.
  template <class U>
    requires std::is_convertible_v<U, T>
  Result(U &&value) : value_(std::forward<U>(value)) {}

  /// True on success.
  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  Error error() const { return {code_}; }

 private:
  /// Empty for an error. T need not have a default value.
  std::optional<T> value_;
  cl_int code_ = CL_SUCCESS;
};

/// Success or an error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : code_(error.code) {}

  explicit operator bool() const { return code_ == CL_SUCCESS; }
  Error error() const { return {code_}; }
  /// Returns CL_SUCCESS or the error's code, in the form of an entry point's result.
  cl_int code() const { return code_; }

 private:
  cl_int code_ = CL_SUCCESS;
};

/// The result of functions without a value. True on success, like every Result.
using Status = Result<void>;

/// Returns CL_SUCCESS, for functions without a value. A name says more than `return {}`.
inline Status success() {
  return {};
}

/// Translates a mux result to an OpenCL error code. `memory` is the error for exhausted device
/// memory: CL_MEM_OBJECT_ALLOCATION_FAILURE where the call lists it, else CL_OUT_OF_RESOURCES. The
/// other codes:
///
///   out of host memory   CL_OUT_OF_HOST_MEMORY
///   invalid binary       CL_INVALID_BINARY
///   missing kernel       CL_INVALID_KERNEL_NAME
///   unsupported          CL_INVALID_OPERATION
///   everything else      CL_OUT_OF_RESOURCES, for failures of a device (CL 3.0 §5.10 and others)
cl_int toClError(mux_result_t result, cl_int memory = CL_MEM_OBJECT_ALLOCATION_FAILURE);

/// Translates a mux result to a Status, with CL_MEM_OBJECT_ALLOCATION_FAILURE for exhausted device
/// memory. Calls without this error in their list use toClError().
inline Status fromMux(mux_result_t result) {
  return result == mux_success ? Status() : Status(Error{toClError(result)});
}

}  // namespace cl
