// Fences: the host waits on them for the end of a dispatch.
//
// A dispatch names at most one fence (mux/queue.h) and signals it last, after its semaphores
// and its `completed` callback. The fence then holds the result of the dispatch until
// muxResetFence. One thread at a time uses a given fence.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates an unsignalled fence. Thread-safe, does not block.
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateFence(mux_device_t device, mux_fence_t *fence);

/// Destroys the fence. No pending dispatch may name it and no thread may wait on it. Ignores
/// null and foreign handles.
void muxDestroyFence(mux_device_t device, mux_fence_t fence);

/// Returns the fence to the unsignalled state. No pending dispatch may name it.
mux_result_t muxResetFence(mux_fence_t fence);

#ifdef __cplusplus
}
#endif
