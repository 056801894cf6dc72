// Adapts core calls to the shape of OpenCL entry points: handles in, cl_int or errcode_ret out.
//
// Each entry point checks its handles, asks the core, and translates the answer. No exception
// leaves the library: std::bad_alloc becomes CL_OUT_OF_HOST_MEMORY, any other exception
// CL_OUT_OF_RESOURCES.
#pragma once

#include <CL/cl_icd.h>

#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/base/result.h"

namespace cl::api {

/// Translates the exception in flight to an error code. Called only from a catch clause.
inline cl_int toError() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

/// Calls `body`, which returns a Status, and returns its code.
template <class Body>
cl_int call(Body &&body) noexcept {
  try {
    return Status(body()).code();
  } catch (...) {
    return toError();
  }
}

/// Checks the handle and passes the object to `body`, which returns a Status.
template <class T, class Body>
cl_int callOn(typename T::Handle *handle, Body &&body) noexcept {
  auto object = fromHandle<T>(handle);
  return object ? call([&] { return body(**object); }) : object.error().code;
}

/// Stores an error code through an errcode_ret pointer, which may be null.
inline void setError(cl_int *out, cl_int code) {
  if (out) {
    *out = code;
  }
}

/// Calls `body`, which returns a Result with a pointer (a handle or a mapping). Returns the
/// pointer, or null and the error through `error`.
template <class Body>
auto obtain(cl_int *error, Body &&body) noexcept {
  using Pointer = std::remove_reference_t<decltype(*body())>;
  Pointer pointer = nullptr;
  cl_int code = CL_SUCCESS;
  try {
    auto result = body();
    if (result) {
      pointer = *result;
    } else {
      code = result.error().code;
    }
  } catch (...) {
    code = toError();
  }
  setError(error, code);
  return pointer;
}

/// Calls `body`, which returns Result<Ref<T>>, and hands the new object to the application.
template <class T, class Body>
typename T::Handle *create(cl_int *error, Body &&body) noexcept {
  return obtain(error, [&]() -> Result<typename T::Handle *> {
    Result<Ref<T>> object = body();
    return object ? Result<typename T::Handle *>(publish(*object)) : object.error();
  });
}

/// Creates an object by a call on the object behind `handle`, for instance a queue on a context.
template <class T, class On, class Body>
typename T::Handle *createOn(typename On::Handle *handle, cl_int *error, Body &&body) noexcept {
  return create<T>(error, [&]() -> Result<Ref<T>> {
    auto on = fromHandle<On>(handle);
    return on ? body(**on) : on.error();
  });
}

/// Implements the clRetain… calls.
template <class T>
cl_int retain(typename T::Handle *handle) noexcept {
  return callOn<T>(handle, [](T &object) {
    object.apiRetain();
    return success();
  });
}
/// Implements the clRelease… calls. An object without references of the application gives the error
/// of an invalid handle (CL 3.0 §5.1 and the matching sections).
template <class T>
cl_int release(typename T::Handle *handle) noexcept {
  return callOn<T>(handle, [](T &object) {
    return object.apiRelease() ? success() : Status(Error{T::invalidError});
  });
}

/// Checks an array of handles. Returns the objects, or the error of the first invalid handle.
template <class T>
Result<std::vector<T *>> objectsOf(std::span<typename T::Handle *const> handles) {
  std::vector<T *> objects;
  objects.reserve(handles.size());
  for (auto *handle : handles) {
    auto object = fromHandle<T>(handle);
    if (!object) {
      return object.error();
    }
    objects.push_back(*object);
  }
  return objects;
}

/// Checks an optional array of handles, such as the device list of clBuildProgram. CL_INVALID_VALUE
/// if count and pointer contradict each other (CL 3.0 §5.8.4).
template <class T>
Result<std::vector<T *>> optionalObjectsOf(cl_uint count, typename T::Handle *const *handles) {
  if ((count == 0) != (handles == nullptr)) {
    return Error{CL_INVALID_VALUE};
  }
  return objectsOf<T>({handles, count});
}

}  // namespace cl::api
