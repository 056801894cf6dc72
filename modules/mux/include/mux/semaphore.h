// Semaphores: order between dispatches of one device, also of several queues.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a semaphore, not signalled. It becomes signalled when the dispatch that signals
/// it has completed, and stays so until it is reset.
mux_result_t muxCreateSemaphore(mux_device_t device, mux_semaphore_t *semaphore);
void muxDestroySemaphore(mux_device_t device, mux_semaphore_t semaphore);
/// No dispatch that names it may be pending.
mux_result_t muxResetSemaphore(mux_semaphore_t semaphore);

#ifdef __cplusplus
}
#endif
