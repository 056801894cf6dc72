// Fences: the host waits on them for the end of a dispatch.
//
// A dispatch names at most one fence (mux/queue.h) and signals it last, after its semaphores and
// its `completed` callback. The fence then holds the result of the dispatch until muxResetFence.
// muxTryWait (mux/queue.h) waits for it and returns the result.
//
// A fence goes from the device to the host. Between two dispatches a semaphore gives order, without
// a way through the host (mux/semaphore.h). One thread at a time uses a given fence.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates an unsignalled fence and stores it in `*fence`. Thread-safe, does not block.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateFence(mux_device_t device, mux_fence_t *fence);

/// Destroys the fence. No pending dispatch may name it and no thread may wait on it: the device
/// would signal freed memory. Ignores null and foreign handles.
void muxDestroyFence(mux_device_t device, mux_fence_t fence);

/// Returns the fence to the unsignalled state, so that another dispatch can name it. No pending
/// dispatch may name it.
mux_result_t muxResetFence(mux_fence_t fence);

#ifdef __cplusplus
}
#endif
