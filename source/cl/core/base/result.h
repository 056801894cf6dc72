// Defines Result, the return type of functions that fail with an OpenCL error code.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <utility>

#include "mux/types.h"

namespace cl {

/// An error code that the specification lists for the call.
struct [[nodiscard]] Error {
  cl_int code;
};

/// A T or an error. True if it holds a T; `*` and `->` may then be used. Not thread-safe.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : code_(error.code) {}
  template <class U>
    requires std::is_convertible_v<U, T>
  Result(U &&value) : value_(std::forward<U>(value)) {}

  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  Error error() const { return {code_}; }

 private:
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
  cl_int code() const { return code_; }

 private:
  cl_int code_ = CL_SUCCESS;
};

using Status = Result<void>;

/// Returns CL_SUCCESS, for functions without a value.
inline Status success() {
  return {};
}

/// Translates a mux result to an OpenCL error code. `memory` is the error for exhausted device
/// memory: CL_MEM_OBJECT_ALLOCATION_FAILURE where the call lists it, else CL_OUT_OF_RESOURCES.
cl_int toClError(mux_result_t result, cl_int memory = CL_MEM_OBJECT_ALLOCATION_FAILURE);

/// Translates a mux result to a Status.
inline Status fromMux(mux_result_t result) {
  return result == mux_success ? Status() : Status(Error{toClError(result)});
}

}  // namespace cl
