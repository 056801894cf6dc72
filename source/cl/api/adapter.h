// How entry points are made: handles are checked, the core is asked, the answer becomes a
// cl_int or an errcode_ret. No exception leaves.
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

/// What an exception means to the caller. Called in a catch clause.
inline cl_int toError() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

/// The code of what `body` returns, a Status.
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

/// Stores an error code where the caller wants one, or not.
inline void setError(cl_int *out, cl_int code) {
  if (out) {
    *out = code;
  }
}

/// A pointer (a handle, a mapping) that `body` returns as a Result, or null and the error.
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

/// The handle of a new object, which `body` returns as Result<Ref<T>>.
template <class T, class Body>
typename T::Handle *create(cl_int *error, Body &&body) noexcept {
  return obtain(error, [&]() -> Result<typename T::Handle *> {
    Result<Ref<T>> object = body();
    return object ? Result<typename T::Handle *>(publish(*object)) : object.error();
  });
}

/// The same for a call on another object.
template <class T, class On, class Body>
typename T::Handle *createOn(typename On::Handle *handle, cl_int *error, Body &&body) noexcept {
  return create<T>(error, [&]() -> Result<Ref<T>> {
    auto on = fromHandle<On>(handle);
    return on ? body(**on) : on.error();
  });
}

/// Calls that retain and release.
template <class T>
cl_int retain(typename T::Handle *handle) noexcept {
  return callOn<T>(handle, [](T &object) {
    object.apiRetain();
    return success();
  });
}
template <class T>
cl_int release(typename T::Handle *handle) noexcept {
  return callOn<T>(handle, [](T &object) {
    return object.apiRelease() ? success() : Status(Error{T::invalidError});
  });
}

/// The objects of an array of handles; the first bad one's error.
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

/// An optional array of handles, as a device list of a program call: CL_INVALID_VALUE if
/// the count and the pointer contradict each other.
template <class T>
Result<std::vector<T *>> optionalObjectsOf(cl_uint count, typename T::Handle *const *handles) {
  if ((count == 0) != (handles == nullptr)) {
    return Error{CL_INVALID_VALUE};
  }
  return objectsOf<T>({handles, count});
}

}  // namespace cl::api
