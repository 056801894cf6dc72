// The table's functions for queues, fences, semaphores and query pools.
#pragma once

#include "mux/mux.h"

namespace host {

mux_result_t createFence(mux_device_t, mux_fence_t *);
void destroyFence(mux_device_t, mux_fence_t);
mux_result_t resetFence(mux_fence_t);
mux_result_t createSemaphore(mux_device_t, mux_semaphore_t *);
void destroySemaphore(mux_device_t, mux_semaphore_t);
mux_result_t resetSemaphore(mux_semaphore_t);

mux_result_t createQueryPool(mux_device_t, mux_query_type_t, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount, mux_query_pool_t *);
void destroyQueryPool(mux_device_t, mux_query_pool_t);
mux_result_t resetQueryPool(mux_query_pool_t);
mux_result_t getQueryResults(mux_query_pool_t, uint32_t first, uint32_t count, void *results,
                             uint64_t size);

mux_result_t createQueue(mux_device_t, mux_queue_t *);
void destroyQueue(mux_device_t, mux_queue_t);
mux_result_t dispatch(mux_queue_t, const mux_dispatch_t *);
mux_result_t tryWait(mux_queue_t, uint64_t timeout, mux_fence_t);
mux_result_t waitAll(mux_queue_t);
mux_result_t help(mux_queue_t, int (*done)(void *), void *user);

}  // namespace host
