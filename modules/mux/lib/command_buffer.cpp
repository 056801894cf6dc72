// Command buffers and their commands besides transfers: validation of mux/command_buffer.h.
//
// The state of a command buffer belongs to this file. It changes after the target's function has
// succeeded, so a failed call leaves it as it was.
#include "mux/command_buffer.h"

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// A new command buffer is recording.
mux_result_t createCommandBuffer(mux_device_t device, mux_command_buffer_t *commandBuffer) {
  mux_result_t result = checkCreate(device, commandBuffer);
  if (result != mux_success) {
    return result;
  }
  result = tableOf(device).create_command_buffer(device, commandBuffer);
  if (result == mux_success) {
    (*commandBuffer)->state = mux_command_buffer_recording;
  }
  return result;
}

// mux_error_invalid_state: it is finalized already.
mux_result_t finalizeCommandBuffer(mux_command_buffer_t commandBuffer) {
  mux_result_t result = checkRecording(commandBuffer);
  if (result != mux_success) {
    return result;
  }
  result = tableOf(commandBuffer).finalize_command_buffer(commandBuffer);
  if (result == mux_success) {
    commandBuffer->state = mux_command_buffer_finalized;
  }
  return result;
}

// Valid in both states. A pending dispatch is the caller's mistake and not detected.
mux_result_t resetCommandBuffer(mux_command_buffer_t commandBuffer) {
  if (!isLive(commandBuffer)) {
    return mux_error_invalid_handle;
  }
  const mux_result_t result = tableOf(commandBuffer).reset_command_buffer(commandBuffer);
  if (result == mux_success) {
    commandBuffer->state = mux_command_buffer_recording;
  }
  return result;
}

// mux_error_invalid_value: no callback.
mux_result_t commandUserCallback(mux_command_buffer_t commandBuffer, void (*callback)(void *),
                                 void *user) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  return callback ? tableOf(commandBuffer).command_user_callback(commandBuffer, callback, user)
                  : mux_error_invalid_value;
}

// Gives the target a launch without a trace of unused dimensions: size 1, offset 0.
mux_result_t commandNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                            const mux_ndrange_t *ndrange) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  if (!belongsTo(kernel, commandBuffer->object.device)) {
    return mux_error_invalid_handle;
  }
  if (!ndrange) {
    return mux_error_invalid_value;
  }
  if (const mux_result_t result = checkNDRange(commandBuffer, kernel, *ndrange);
      result != mux_success) {
    return result;
  }
  mux_ndrange_t used = *ndrange;
  for (uint32_t i = used.dimensions; i < 3; ++i) {
    used.global_offset[i] = 0;
    used.global_size[i] = 1;
  }
  return tableOf(commandBuffer).command_ndrange(commandBuffer, kernel, &used);
}

// The checks of both query commands. mux_error_invalid_value: the pool has no such slot.
mux_result_t checkQuery(mux_command_buffer_t commandBuffer, mux_query_pool_t pool, uint32_t index) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  if (!belongsTo(pool, commandBuffer->object.device)) {
    return mux_error_invalid_handle;
  }
  return index < pool->slots ? mux_success : mux_error_invalid_value;
}

// A slot in use by another query is the caller's mistake and not detected.
mux_result_t commandBeginQuery(mux_command_buffer_t commandBuffer, mux_query_pool_t pool,
                               uint32_t index) {
  const mux_result_t result = checkQuery(commandBuffer, pool, index);
  return result != mux_success
             ? result
             : tableOf(commandBuffer).command_begin_query(commandBuffer, pool, index);
}

// An end without a begin is not detected either; the list of commands is the target's.
mux_result_t commandEndQuery(mux_command_buffer_t commandBuffer, mux_query_pool_t pool,
                             uint32_t index) {
  const mux_result_t result = checkQuery(commandBuffer, pool, index);
  return result != mux_success
             ? result
             : tableOf(commandBuffer).command_end_query(commandBuffer, pool, index);
}

}  // namespace

extern "C" {

mux_result_t muxCreateCommandBuffer(mux_device_t device, mux_command_buffer_t *command_buffer) {
  return call_log::record("muxCreateCommandBuffer", createCommandBuffer(device, command_buffer),
                          device, call_log::out(command_buffer));
}

void muxDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer) {
  call_log::recordVoid("muxDestroyCommandBuffer", device, command_buffer);
  if (isLive(device) && belongsTo(command_buffer, device)) {
    tableOf(device).destroy_command_buffer(device, command_buffer);
  }
}

mux_result_t muxFinalizeCommandBuffer(mux_command_buffer_t command_buffer) {
  return call_log::record("muxFinalizeCommandBuffer", finalizeCommandBuffer(command_buffer),
                          command_buffer);
}

mux_result_t muxResetCommandBuffer(mux_command_buffer_t command_buffer) {
  return call_log::record("muxResetCommandBuffer", resetCommandBuffer(command_buffer),
                          command_buffer);
}

mux_result_t muxCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                               const mux_ndrange_t *ndrange) {
  return call_log::record("muxCommandNDRange", commandNDRange(command_buffer, kernel, ndrange),
                          command_buffer, kernel, ndrange);
}

mux_result_t muxCommandUserCallback(mux_command_buffer_t command_buffer,
                                    void (*callback)(void *user), void *user) {
  return call_log::record("muxCommandUserCallback",
                          commandUserCallback(command_buffer, callback, user), command_buffer,
                          callback, user);
}

mux_result_t muxCommandBeginQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                  uint32_t index) {
  return call_log::record("muxCommandBeginQuery", commandBeginQuery(command_buffer, pool, index),
                          command_buffer, pool, index);
}

mux_result_t muxCommandEndQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                uint32_t index) {
  return call_log::record("muxCommandEndQuery", commandEndQuery(command_buffer, pool, index),
                          command_buffer, pool, index);
}

}  // extern "C"
