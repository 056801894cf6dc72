// Holds the callbacks that an application registers for the destruction of an object.
#pragma once

#include <CL/cl.h>

#include <mutex>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace cl {

/// A stack of callbacks. Thread-safe: a mutex guards the stack. No callback runs under it.
template <class Handle>
class DestructorCallbacks {
 public:
  using Function = void(CL_CALLBACK *)(Handle, void *);

  /// Registers a callback. CL_INVALID_VALUE without a function (CL 3.0 §4.4
  /// clSetContextDestructorCallback, §5.5 clSetMemObjectDestructorCallback).
  Status add(Function function, void *user) {
    if (!function) {
      return Error{CL_INVALID_VALUE};
    }
    std::lock_guard guard(mutex_);
    callbacks_.emplace_back(function, user);
    return success();
  }
  /// Calls all callbacks, the last one first. Only from the object's destructor.
  void run(Handle handle) const {
    for (auto callback = callbacks_.rbegin(); callback != callbacks_.rend(); ++callback) {
      callback->first(handle, callback->second);
    }
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<Function, void *>> callbacks_;
};

}  // namespace cl
