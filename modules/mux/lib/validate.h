// Argument checks made by every public function before it calls a target.
//
// The checks stand once here and not in each target. A target may then rely on valid handles and
// ranges, and the conformance suite has less to find in it. doc/mux-spec.md §1 lists the errors.
//
// A public function has three parts: checks, the call of the target's table, and the log:
//
//   muxCreateBuffer      call_log::record(...)     one line of KILN_MUX_TRACE
//     createBuffer       checkCreate, size         errors of the caller
//       table            create_buffer             errors of the device
//
// Handles come first, because the later checks look into their objects. Values come last or next to
// last: ranges, alignments and counts. A function with another order says so in its comment. No
// check has an effect, so a refused call changes nothing.
//
// Nothing here takes a lock. A check reads constant fields of the object, or fields whose changes
// the caller has to synchronise anyway (mux/command_buffer.h).
#pragma once

#include <cstdint>

#include "mux/target.h"

namespace mux {

/// The kind that an object behind a handle type has to have.
/// Each handle type has its own kind, so a handle cast to a wrong type is found out. A new kind of
/// object needs a specialisation here; without it isLive() does not compile.
template <class Handle>
struct KindOf;
/// Made by muxCreateDevice. A device is its own device in mux_object_t::device.
template <>
struct KindOf<mux_device_t> {
  static constexpr mux_kind_t value = mux_kind_device;
};
/// Made by muxAllocateMemory or muxCreateMemoryFromHost.
template <>
struct KindOf<mux_memory_t> {
  static constexpr mux_kind_t value = mux_kind_memory;
};
/// Made by muxCreateBuffer; live without memory as well.
template <>
struct KindOf<mux_buffer_t> {
  static constexpr mux_kind_t value = mux_kind_buffer;
};
/// Made by muxCreateImage; live without memory as well.
template <>
struct KindOf<mux_image_t> {
  static constexpr mux_kind_t value = mux_kind_image;
};
/// Made by muxCreateSampler.
template <>
struct KindOf<mux_sampler_t> {
  static constexpr mux_kind_t value = mux_kind_sampler;
};
/// Made by muxCreateExecutable out of a verified binary.
template <>
struct KindOf<mux_executable_t> {
  static constexpr mux_kind_t value = mux_kind_executable;
};
/// Made by muxCreateKernel, and only valid as long as its executable.
template <>
struct KindOf<mux_kernel_t> {
  static constexpr mux_kind_t value = mux_kind_kernel;
};
/// Made by muxCreateCommandBuffer; recording or finalized.
template <>
struct KindOf<mux_command_buffer_t> {
  static constexpr mux_kind_t value = mux_kind_command_buffer;
};
/// Made by muxCreateFence.
template <>
struct KindOf<mux_fence_t> {
  static constexpr mux_kind_t value = mux_kind_fence;
};
/// Made by muxCreateSemaphore.
template <>
struct KindOf<mux_semaphore_t> {
  static constexpr mux_kind_t value = mux_kind_semaphore;
};
/// Made by muxCreateQueryPool.
template <>
struct KindOf<mux_query_pool_t> {
  static constexpr mux_kind_t value = mux_kind_query_pool;
};
/// Made by muxCreateQueue or muxCreateQueueOnUnits.
template <>
struct KindOf<mux_queue_t> {
  static constexpr mux_kind_t value = mux_kind_queue;
};

/// Returns true if the handle is not null and its object is of the handle's own kind.
///
/// A destroyed object has lost its kind, so most stale handles are found out as well. There is no
/// guarantee: the memory may belong to another object by then.
/// Reads only the kind; the object may be in use by other threads.
template <class Handle>
bool isLive(Handle handle) {
  return handle && handle->object.kind == KindOf<Handle>::value;
}

/// Returns true if the handle is live and its object was created from `device`.
/// Objects of two devices never mix in one call. `device` need not be live itself: functions with
/// both arguments check it with isLive(). Two threads may check one object at once.
template <class Handle>
bool belongsTo(Handle handle, mux_device_t device) {
  return isLive(handle) && handle->object.device == device;
}

/// Returns the function table of the device behind a live handle.
/// It has no null entry, because muxCreateDevice refuses such a table. It lives as long as the
/// library. Every object knows its device, so no call needs a look-up.
template <class Handle>
const mux_device_table_t &tableOf(Handle handle) {
  return *handle->object.device->info->table;
}

/// Returns true if [offset, offset + size) lies inside of [0, limit).
///
/// Computes no sum, so it cannot overflow. An empty range at the limit is inside. Units do not
/// matter, as long as all three have the same one. `size` may be 0 anywhere up to the limit.
inline bool isInside(uint64_t offset, uint64_t size, uint64_t limit) {
  return offset <= limit && size <= limit - offset;
}

/// Checks a call that creates an object: mux_error_invalid_handle for the device,
/// mux_error_null_out_parameter for the place of the handle.
/// `out` may point to any place for a result, not only to a handle. Nothing is written.
template <class Out>
mux_result_t checkCreate(mux_device_t device, Out *out) {
  if (!isLive(device)) {
    return mux_error_invalid_handle;
  }
  return out ? mux_success : mux_error_null_out_parameter;
}

/// Checks that a command buffer takes commands. mux_error_invalid_state: it is finalized.
/// mux_error_invalid_handle: it is no live command buffer.
///
/// Only the thread that records may call it. A finalized command buffer may be pending, and its
/// list must not change then.
inline mux_result_t checkRecording(mux_command_buffer_t commandBuffer) {
  if (!isLive(commandBuffer)) {
    return mux_error_invalid_handle;
  }
  return commandBuffer->state == mux_command_buffer_recording ? mux_success
                                                              : mux_error_invalid_state;
}

/// Checks for a bound buffer of the command buffer's device. mux_error_invalid_state: it is
/// unbound. mux_error_invalid_handle: another device, or no live buffer.
///
/// The command buffer is live. An unbound buffer has no address, so no command can name it.
inline mux_result_t checkBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer) {
  if (!belongsTo(buffer, commandBuffer->object.device)) {
    return mux_error_invalid_handle;
  }
  return buffer->memory ? mux_success : mux_error_invalid_state;
}

/// As checkBuffer, with a range inside of the buffer: else mux_error_invalid_value. An empty range
/// at the end of the buffer is inside. Offset and size are bytes. Commands on ranges use it;
/// commands on boxes compute their end first (buffer_commands.cpp).
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
///
/// mux_error_invalid_value: dimensions, sizes, or arguments against the descriptor.
/// mux_error_invalid_handle, mux_error_invalid_state: an object among the arguments or the printf
/// buffer. mux_error_out_of_resources: more local memory than the device has.
/// mux_error_unsupported: addresses as arguments on a device without them. All sums and products
/// are checked for overflow, so a target may compute with the numbers.
mux_result_t checkNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                          const mux_ndrange_t &ndrange);

/// Returns the first error of several finished checks, or mux_success.
/// All checks run before the call, so none of them may rely on another one's success. The first one
/// in the order of the arguments counts, so callers list the checks in that order.
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
