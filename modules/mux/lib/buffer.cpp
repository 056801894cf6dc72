// Buffers: validation of mux/buffer.h.
//
// The target sees a size between 1 and max_allocation_size, and binds each buffer once, inside of
// its memory, at an aligned offset.
#include "mux/buffer.h"

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// mux_error_invalid_value: an empty buffer, or one that no allocation could hold. The limit is the
// device's largest allocation, whatever is free at the moment.
mux_result_t createBuffer(mux_device_t device, uint64_t size, mux_buffer_t *buffer) {
  if (const mux_result_t result = checkCreate(device, buffer); result != mux_success) {
    return result;
  }
  if (size == 0 || size > device->info->max_allocation_size) {
    return mux_error_invalid_value;
  }
  return tableOf(device).create_buffer(device, size, buffer);
}

// mux_error_invalid_state: a second binding. mux_error_invalid_value: the alignment or the range.
mux_result_t bindBufferMemory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                              uint64_t offset) {
  if (!isLive(device) || !belongsTo(memory, device) || !belongsTo(buffer, device)) {
    return mux_error_invalid_handle;
  }
  if (buffer->memory) {
    return mux_error_invalid_state;
  }
  if (offset % device->info->buffer_alignment != 0 ||
      !isInside(offset, buffer->size, memory->size)) {
    return mux_error_invalid_value;
  }
  return tableOf(device).bind_buffer_memory(device, memory, buffer, offset);
}

// Adds the buffer's offset to the address of its memory, so a target knows addresses of memory
// only.
mux_result_t getBufferAddress(mux_device_t device, mux_buffer_t buffer, uint64_t *address) {
  if (!isLive(device) || !belongsTo(buffer, device)) {
    return mux_error_invalid_handle;
  }
  if (!address) {
    return mux_error_null_out_parameter;
  }
  if (!device->info->has_buffer_addresses) {
    return mux_error_unsupported;
  }
  if (!buffer->memory) {
    return mux_error_invalid_state;
  }
  uint64_t start = 0;
  const mux_result_t result = tableOf(device).get_memory_address(buffer->memory, &start);
  if (result == mux_success) {
    *address = start + buffer->offset;
  }
  return result;
}

}  // namespace

extern "C" {

mux_result_t muxCreateBuffer(mux_device_t device, uint64_t size, mux_buffer_t *buffer) {
  return call_log::record("muxCreateBuffer", createBuffer(device, size, buffer), device, size,
                          call_log::out(buffer));
}

void muxDestroyBuffer(mux_device_t device, mux_buffer_t buffer) {
  call_log::recordVoid("muxDestroyBuffer", device, buffer);
  if (isLive(device) && belongsTo(buffer, device)) {
    tableOf(device).destroy_buffer(device, buffer);
  }
}

mux_result_t muxBindBufferMemory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                 uint64_t offset) {
  return call_log::record("muxBindBufferMemory", bindBufferMemory(device, memory, buffer, offset),
                          device, memory, buffer, offset);
}

mux_result_t muxGetBufferAddress(mux_device_t device, mux_buffer_t buffer, uint64_t *address) {
  return call_log::record("muxGetBufferAddress", getBufferAddress(device, buffer, address), device,
                          buffer, call_log::out(address));
}

}  // extern "C"
