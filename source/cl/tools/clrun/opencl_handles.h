// Owns OpenCL handles, reads text queries, and turns error codes into messages.
//
// clrun knows the API alone, so it has no use for the driver's own classes.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string>
#include <type_traits>

#include "support/result.h"

namespace clrun {

/// Calls a clRelease… function on a handle.
template <auto release>
struct Release {
  /// The owner calls it once, and never with null.
  template <class T>
  void operator()(T *handle) const {
    release(handle);
  }
};
/// A handle of OpenCL, released with its owner; null by default.
template <class Handle, auto release>
using Owner = std::unique_ptr<std::remove_pointer_t<Handle>, Release<release>>;

/// Returns the text of a query, without its final zero; empty on an error. `query` is called with
/// the arguments (size, value, used size) of a clGet…Info function, once for the size and once for
/// the text.
template <class Query>
std::string textOf(const Query &query) {
  size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS || size == 0) {
    return {};
  }
  std::string text(size, '\0');
  if (query(size, text.data(), nullptr) != CL_SUCCESS) {
    return {};
  }
  text.resize(text.find('\0') == std::string::npos ? size : text.find('\0'));
  return text;
}

/// Returns "call: CL_ERROR_NAME".
/// An unknown code is shown as a number.
std::string describe(const std::string &call, cl_int code);

/// Makes a status of a call's error code. The message of a failure is the one of describe().
support::Status check(const char *call, cl_int code);

}  // namespace clrun
