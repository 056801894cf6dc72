// Adapts core calls to the shape of OpenCL entry points: handles in, cl_int or errcode_ret out.
//
// Each entry point checks its handles, asks the core, and translates the answer. No exception
// leaves the library: std::bad_alloc becomes CL_OUT_OF_HOST_MEMORY, any other exception
// CL_OUT_OF_RESOURCES. Both are in the list of errors of every call (CL 3.0 §4, §5).
//
// The templates differ in the answer and in the object they begin with:
//
//   * call: no object, a cl_int; for instance clGetPlatformIDs.
//   * callOn: one object, a cl_int; clFinish and all queries.
//   * obtain: no object, a pointer; clSVMAlloc.
//   * create: no object, a new object; clCreateContext.
//   * createOn: one object, a new object; clCreateBuffer.
//
// A body is a lambda with the arguments of the entry point captured by reference. It runs once, on
// the caller's thread. So an entry point is one expression, and cannot forget a check:
//
//   cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
//     return api::callOn<Queue>(command_queue, [](Queue &object) { return object.finish(); });
//   }
//
// The templates add no lock and no state: entry points are as thread-safe as the core's functions.
// OpenCL demands this of all calls but clSetKernelArg and its relatives on one kernel (CL 3.0
// §A.2).
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

/// Translates the exception in flight to an error code. Called only from a catch clause; anywhere
/// else `throw;` ends the process. One function serves all templates, so they contain no code for
/// types of exceptions.
inline cl_int toError() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

/// Calls `body`, a function returning a Status, and returns its code. For calls without a handle,
/// or with handles checked by the body. The conversion to Status admits bodies with an Error as
/// their result.
template <class Body>
cl_int call(Body &&body) noexcept {
  try {
    return Status(body()).error().code;
  } catch (...) {
    return toError();
  }
}

/// Checks the handle and passes the object to `body`, a function returning a Status. For an invalid
/// handle it returns the error of the type, CL_INVALID_CONTEXT for a context, and `body` does not
/// run. The object is not retained: the application holds it during the call (CL 3.0 §2,
/// Reference Count).
///
///   T       the class of the object, named by the caller
///   Body    Status(T &), deduced
template <class T, class Body>
cl_int callOn(typename T::Handle *handle, Body &&body) noexcept {
  auto object = fromHandle<T>(handle);
  return object ? call([&] { return body(**object); }) : object.error().code;
}

/// Stores an error code through an errcode_ret pointer, which may be null (CL 3.0 §4.4
/// clCreateContext and all other calls with errcode_ret). It is stored on success as well: an
/// application may test the code alone.
inline void setError(cl_int *out, cl_int code) {
  if (out) {
    *out = code;
  }
}

/// Calls `body`, a function returning a Result with a pointer (a handle or a mapping). Returns the
/// pointer, or null and the error through `error`. `error` may be null.
///
/// A null pointer may also be a success: clSVMAllocWithPropertiesKHR of 0 bytes. The application
/// tells both by the error code.
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

/// Calls `body`, a function returning Result<Ref<T>>, and hands the new object to the application
/// with a reference count of 1. A failure leaves no object behind: the last Ref goes with the
/// result.
template <class T, class Body>
typename T::Handle *create(cl_int *error, Body &&body) noexcept {
  return obtain(error, [&]() -> Result<typename T::Handle *> {
    Result<Ref<T>> object = body();
    return object ? Result<typename T::Handle *>(publish(*object)) : object.error();
  });
}

/// Creates an object by a call on the object behind `handle`, for instance a queue on a context. T
/// is the type of the new object, On the type of the other one. The error of an invalid handle is
/// On's.
///
///   api::createOn<Buffer, Context>(context, errcode_ret, [&](Context &object) {
///     return Buffer::create(object, nullptr, flags, size, host_ptr);
///   });
template <class T, class On, class Body>
typename T::Handle *createOn(typename On::Handle *handle, cl_int *error, Body &&body) noexcept {
  return create<T>(error, [&]() -> Result<Ref<T>> {
    auto on = fromHandle<On>(handle);
    return on ? body(**on) : on.error();
  });
}

/// Implements the clRetain… calls: adds a reference of the application. An invalid handle is the
/// only error. Thread-safe, also beside a release of another reference.
template <class T>
cl_int retain(typename T::Handle *handle) noexcept {
  return callOn<T>(handle, [](T &object) {
    object.apiRetain();
    return success();
  });
}
/// Implements the clRelease… calls. The last reference ends the object, or leaves it to its
/// commands. An object without references of the application gives the error of an invalid handle
/// (CL 3.0 §5.1 and the matching sections): it is alive for the driver only.
template <class T>
cl_int release(typename T::Handle *handle) noexcept {
  return callOn<T>(handle, [](T &object) {
    return object.apiRelease() ? success() : Status(Error{T::invalidError});
  });
}

/// Checks an array of handles. Returns the objects in its order, or the error of the first invalid
/// handle. The array may be null only if it is empty. Null handles are invalid. The objects are not
/// retained; a command using them later adds references.
///
///   auto devices = api::objectsOf<Device>({device_list, num_devices});
///   if (!devices) {
///     return devices.error();  // CL_INVALID_DEVICE
///   }
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

/// Checks an optional array of handles, such as the device list of clBuildProgram: null and 0 stand
/// for all devices, and give an empty list. CL_INVALID_VALUE if count and pointer contradict each
/// other (CL 3.0 §5.8.4). The caller replaces an empty list by its default.
template <class T>
Result<std::vector<T *>> optionalObjectsOf(cl_uint count, typename T::Handle *const *handles) {
  if ((count == 0) != (handles == nullptr)) {
    return Error{CL_INVALID_VALUE};
  }
  return objectsOf<T>({handles, count});
}

}  // namespace cl::api
