// Argument checks made by every public function before it calls a target.
//
// The checks stand once here and not in each target. A target may then rely on valid handles and
// ranges, and the conformance suite has less to find in it. doc/mux-spec.md §1 lists the errors.
#pragma once

#include <cstdint>

#include "mux/target.h"

namespace mux {

/// The kind that an object behind a handle type has to have.
template <class Handle>
struct KindOf;
template <>
struct KindOf<mux_device_t> {
  static constexpr mux_kind_t value = mux_kind_device;
};
template <>
struct KindOf<mux_memory_t> {
  static constexpr mux_kind_t value = mux_kind_memory;
};
template <>
struct KindOf<mux_buffer_t> {
  static constexpr mux_kind_t value = mux_kind_buffer;
};
template <>
struct KindOf<mux_image_t> {
  static constexpr mux_kind_t value = mux_kind_image;
};
template <>
struct KindOf<mux_sampler_t> {
  static constexpr mux_kind_t value = mux_kind_sampler;
};
template <>
struct KindOf<mux_executable_t> {
  static constexpr mux_kind_t value = mux_kind_executable;
};
template <>
struct KindOf<mux_kernel_t> {
  static constexpr mux_kind_t value = mux_kind_kernel;
};
template <>
struct KindOf<mux_command_buffer_t> {
  static constexpr mux_kind_t value = mux_kind_command_buffer;
};
template <>
struct KindOf<mux_fence_t> {
  static constexpr mux_kind_t value = mux_kind_fence;
};
template <>
struct KindOf<mux_semaphore_t> {
  static constexpr mux_kind_t value = mux_kind_semaphore;
};
template <>
struct KindOf<mux_query_pool_t> {
  static constexpr mux_kind_t value = mux_kind_query_pool;
};
template <>
struct KindOf<mux_queue_t> {
  static constexpr mux_kind_t value = mux_kind_queue;
};

/// Returns true if the handle is not null and its object is of the handle's own kind.
///
/// A destroyed object has lost its kind, so most stale handles are found out as well. There is no
/// guarantee: the memory may belong to another object by then.
template <class Handle>
bool isLive(Handle handle) {
  return handle && handle->object.kind == KindOf<Handle>::value;
}

/// Returns true if the handle is live and its object was created from `device`.
template <class Handle>
bool belongsTo(Handle handle, mux_device_t device) {
  return isLive(handle) && handle->object.device == device;
}

/// Returns the function table of the device behind a live handle.
template <class Handle>
const mux_device_table_t &tableOf(Handle handle) {
  return *handle->object.device->info->table;
}

/// Returns true if [offset, offset + size) lies inside of [0, limit). Computes no sum, so it cannot
/// overflow.
inline bool isInside(uint64_t offset, uint64_t size, uint64_t limit) {
  return offset <= limit && size <= limit - offset;
}

/// Checks a call that creates an object: mux_error_invalid_handle for the device,
/// mux_error_null_out_parameter for the place of the handle.
template <class Out>
mux_result_t checkCreate(mux_device_t device, Out *out) {
  if (!isLive(device)) {
    return mux_error_invalid_handle;
  }
  return out ? mux_success : mux_error_null_out_parameter;
}

/// Checks that a command buffer takes commands. mux_error_invalid_state: it is finalized.
inline mux_result_t checkRecording(mux_command_buffer_t commandBuffer) {
  if (!isLive(commandBuffer)) {
    return mux_error_invalid_handle;
  }
  return commandBuffer->state == mux_command_buffer_recording ? mux_success
                                                              : mux_error_invalid_state;
}

/// Checks for a bound buffer of the command buffer's device. mux_error_invalid_state: it is
/// unbound.
inline mux_result_t checkBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer) {
  if (!belongsTo(buffer, commandBuffer->object.device)) {
    return mux_error_invalid_handle;
  }
  return buffer->memory ? mux_success : mux_error_invalid_state;
}

/// As checkBuffer, with a range inside of the buffer: else mux_error_invalid_value. An empty range
/// at the end of the buffer is inside.
inline mux_result_t checkBufferRange(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                                     uint64_t offset, uint64_t size) {
  const mux_result_t result = checkBuffer(commandBuffer, buffer);
  if (result != mux_success) {
    return result;
  }
  return isInside(offset, size, buffer->size) ? mux_success : mux_error_invalid_value;
}

/// Checks a launch against the kernel's descriptor and the device's limits (ndrange.cpp). `kernel`
/// is live; `ndrange` is the caller's, with any content.
mux_result_t checkNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                          const mux_ndrange_t &ndrange);

/// Returns the first error of several finished checks, or mux_success.
template <class... Checks>
mux_result_t firstError(mux_result_t first, Checks... checks) {
  if (first != mux_success) {
    return first;
  }
  if constexpr (sizeof...(checks) == 0) {
    return mux_success;
  } else {
    return firstError(checks...);
  }
}

}  // namespace mux
