// Fences: how the host learns that a dispatch has completed.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a fence, not signalled.
mux_result_t muxCreateFence(mux_device_t device, mux_fence_t *fence);
void muxDestroyFence(mux_device_t device, mux_fence_t fence);
/// Makes it not signalled. No dispatch that names it may be pending.
mux_result_t muxResetFence(mux_fence_t fence);

#ifdef __cplusplus
}
#endif
