// Fences and semaphores: validation of mux/fence.h and mux/semaphore.h.
//
// Their states are the target's own. A pending object that is reset or destroyed is the caller's
// mistake and not detected.
#include "call_log.h"
#include "mux/fence.h"
#include "mux/semaphore.h"
#include "validate.h"

namespace {

using namespace mux;

// Both creating functions check the device and the place of the handle.
mux_result_t createFence(mux_device_t device, mux_fence_t *fence) {
  const mux_result_t result = checkCreate(device, fence);
  return result != mux_success ? result : tableOf(device).create_fence(device, fence);
}

// A new semaphore is unsignalled.
mux_result_t createSemaphore(mux_device_t device, mux_semaphore_t *semaphore) {
  const mux_result_t result = checkCreate(device, semaphore);
  return result != mux_success ? result : tableOf(device).create_semaphore(device, semaphore);
}

}  // namespace

extern "C" {

mux_result_t muxCreateFence(mux_device_t device, mux_fence_t *fence) {
  return call_log::record("muxCreateFence", createFence(device, fence), device,
                          call_log::out(fence));
}

void muxDestroyFence(mux_device_t device, mux_fence_t fence) {
  call_log::recordVoid("muxDestroyFence", device, fence);
  if (isLive(device) && belongsTo(fence, device)) {
    tableOf(device).destroy_fence(device, fence);
  }
}

mux_result_t muxResetFence(mux_fence_t fence) {
  return call_log::record(
      "muxResetFence", isLive(fence) ? tableOf(fence).reset_fence(fence) : mux_error_invalid_handle,
      fence);
}

mux_result_t muxCreateSemaphore(mux_device_t device, mux_semaphore_t *semaphore) {
  return call_log::record("muxCreateSemaphore", createSemaphore(device, semaphore), device,
                          call_log::out(semaphore));
}

void muxDestroySemaphore(mux_device_t device, mux_semaphore_t semaphore) {
  call_log::recordVoid("muxDestroySemaphore", device, semaphore);
  if (isLive(device) && belongsTo(semaphore, device)) {
    tableOf(device).destroy_semaphore(device, semaphore);
  }
}

mux_result_t muxResetSemaphore(mux_semaphore_t semaphore) {
  return call_log::record(
      "muxResetSemaphore",
      isLive(semaphore) ? tableOf(semaphore).reset_semaphore(semaphore) : mux_error_invalid_handle,
      semaphore);
}

}  // extern "C"
