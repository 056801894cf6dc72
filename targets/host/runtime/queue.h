// The table's functions for queues and semaphores (mux/queue.h, mux/semaphore.h).
#pragma once

#include "mux/mux.h"

namespace host {

mux_result_t resetSemaphore(mux_semaphore_t);

mux_result_t createQueue(mux_device_t, uint32_t first, uint32_t count, mux_queue_t *);
void destroyQueue(mux_device_t, mux_queue_t);
mux_result_t dispatch(mux_queue_t, const mux_dispatch_t *);
mux_result_t tryWait(mux_queue_t, uint64_t timeout, mux_fence_t);
mux_result_t waitAll(mux_queue_t);
mux_result_t help(mux_queue_t, int (*done)(void *), void *user);

}  // namespace host
