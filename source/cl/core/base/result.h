// Errors are values: a Result is a T or the cl_int that the specification names.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <utility>

#include "mux/types.h"

namespace cl {

struct [[nodiscard]] Error {
  cl_int code;
};

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

/// CL_SUCCESS as a Status, for functions that have nothing to return.
inline Status success() {
  return {};
}

/// What a mux result means to an OpenCL caller. `memory` is what device memory that is
/// not there is called: CL_MEM_OBJECT_ALLOCATION_FAILURE where the call names that error.
cl_int toClError(mux_result_t result, cl_int memory = CL_MEM_OBJECT_ALLOCATION_FAILURE);

/// mux_success as success, anything else as its error.
inline Status fromMux(mux_result_t result) {
  return result == mux_success ? Status() : Status(Error{toClError(result)});
}

}  // namespace cl
