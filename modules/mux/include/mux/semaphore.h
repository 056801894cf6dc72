// Semaphores: they order dispatches of one device, across all its queues.
//
// A semaphore is binary. The dispatch that signals it sets it on completion, even after a failure,
// and it stays set until muxResetSemaphore. Any number of dispatches may wait for it.
//
// It carries the result of the signalling dispatch, so that a failure reaches every dispatch that
// waits (mux/queue.h): without that a dependent launch would compute with bytes that were never
// written. The host cannot wait on a semaphore; mux/fence.h serves that purpose.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates an unsignalled semaphore and stores it in `*semaphore`. Thread-safe, does not block.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateSemaphore(mux_device_t device, mux_semaphore_t *semaphore);

/// Destroys the semaphore. No pending dispatch may name it, as a signal or as a wait. Ignores null
/// and foreign handles.
void muxDestroySemaphore(mux_device_t device, mux_semaphore_t semaphore);

/// Returns the semaphore to the unsignalled state, so that another dispatch can signal it. No
/// pending dispatch may name it: a dispatch that waits would never start.
mux_result_t muxResetSemaphore(mux_semaphore_t semaphore);

#ifdef __cplusplus
}
#endif
