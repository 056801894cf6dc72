// Stores the callbacks registered by an application for the destruction of an object.
//
// OpenCL has two calls for this: clSetContextDestructorCallback (CL 3.0 §4.4) and
// clSetMemObjectDestructorCallback (CL 3.0 §5.5.1). Both run their callbacks in reverse order of
// registration, when the object is destroyed and not when the application releases it. An
// application uses them to free the memory behind CL_MEM_USE_HOST_PTR, so a callback has to run
// after the last access of the driver.
#pragma once

#include <CL/cl.h>

#include <mutex>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace cl {

/// A stack of callbacks. Thread-safe: a mutex guards the stack. No callback runs under it, because
/// a callback may call the driver again.
///
///   Handle   the handle passed to callbacks: cl_context or cl_mem
template <class Handle>
class DestructorCallbacks {
 public:
  /// The signature of pfn_notify: the handle of the dying object, and the user's pointer. Called on
  /// the thread giving back the last reference, an application's thread or one of the driver's.
  using Function = void(CL_CALLBACK *)(Handle, void *);

  /// Registers a callback. CL_INVALID_VALUE without a function (CL 3.0 §4.4
  /// clSetContextDestructorCallback, §5.5.1 clSetMemObjectDestructorCallback). `user` may be null;
  /// it is passed on and never read.
  Status add(Function function, void *user) {
    if (!function) {
      return Error{CL_INVALID_VALUE};
    }
    std::lock_guard guard(mutex_);
    callbacks_.emplace_back(function, user);
    return success();
  }
  /// Calls all callbacks, the last one first. Only from the object's destructor: it reads the stack
  /// without the lock, as no other thread can reach a dying object. Callbacks may compare
  /// `handle`, and pass it to no call: the object behind it is nearly gone.
  void run(Handle handle) const {
    for (auto callback = callbacks_.rbegin(); callback != callbacks_.rend(); ++callback) {
      callback->first(handle, callback->second);
    }
  }

 private:
  std::mutex mutex_;
  /// In the order of registration.
  std::vector<std::pair<Function, void *>> callbacks_;
};

}  // namespace cl
