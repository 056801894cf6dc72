// Making and destroying the objects of a device with its allocator.
#pragma once

#include <new>
#include <utility>

#include "mux/target.h"

namespace mux {

/// malloc, for devices that are opened without an allocator.
const mux_allocator_t &standardAllocator();

/// Makes the device's own object; null if there is no memory. `allocator` may be null.
template <class T>
T *createDeviceObject(mux_device_info_t info, const mux_allocator_t *allocator) {
  const mux_allocator_t &used = allocator ? *allocator : standardAllocator();
  void *memory = used.allocate(used.user, sizeof(T), alignof(T));
  if (!memory) {
    return nullptr;
  }
  T *object = new (memory) T;
  muxInitObject(&object->object, mux_kind_device, object);
  object->info = info;
  object->allocator = used;
  return object;
}

/// Makes an object in memory of the device's allocator; null if there is none.
template <class T, class... Arguments>
T *create(mux_device_t device, mux_kind_t kind, Arguments &&...arguments) {
  const mux_allocator_t &allocator = device->allocator;
  void *memory = allocator.allocate(allocator.user, sizeof(T), alignof(T));
  if (!memory) {
    return nullptr;
  }
  T *object = new (memory) T(std::forward<Arguments>(arguments)...);
  muxInitObject(&object->object, kind, device);
  return object;
}

template <class T>
void destroy(T *object) {
  const mux_allocator_t allocator = object->object.device->allocator;
  object->object.kind = {};  // a stale handle is found out as long as the memory is not reused
  object->~T();
  allocator.release(allocator.user, object);
}

}  // namespace mux
