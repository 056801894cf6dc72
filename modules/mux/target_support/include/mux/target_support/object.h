// Allocates and frees mux objects with the allocator of their device.
//
// All functions are thread-safe, as the allocator is.
#pragma once

#include <new>
#include <utility>

#include "mux/target.h"

namespace mux {

/// Returns the default allocator, malloc. Constant; alive as long as the process. Any alignment
/// that is a power of two is served.
const mux_allocator_t &standardAllocator();

/// Makes a device object of type T; null if there is no memory.
///
/// The device copies `allocator`; null selects malloc. T has mux_device_s as its first base and a
/// default constructor that does not throw.
///
/// The caller destroys it with destroy(). `info` outlives the device.
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

/// Makes an object of a device with the device's allocator; null if there is no memory. The
/// arguments go to T's constructor, which does not throw.
///
/// T's first base is the structure of mux/target.h for `kind`. The caller frees the object with
/// destroy(), before the device.
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

/// Destroys an object and frees its memory. The kind is cleared first, so a stale handle is found
/// out until the memory is reused.
///
/// The allocator is copied first, because destroying a device destroys the allocator's copy in it.
/// T is the type passed to create().
template <class T>
void destroy(T *object) {
  const mux_allocator_t allocator = object->object.device->allocator;
  // A stale handle is found out as long as the memory is not reused.
  object->object.kind = {};
  object->~T();
  allocator.release(allocator.user, object);
}

}  // namespace mux
