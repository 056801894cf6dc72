// The table's functions for queues and semaphores (mux/queue.h, mux/semaphore.h).
//
// Each function implements the entry of mux_device_table_t for the mux function of its name. All
// are thread-safe. In a forked child, dispatches and waits return mux_error_device_lost, and
// destroyQueue only frees: the worker threads stayed behind in the parent.
#pragma once

#include "mux/mux.h"

namespace host {

/// Implements muxResetSemaphore, under the lock of all schedulers of the device.
mux_result_t resetSemaphore(mux_semaphore_t);

/// Implements muxCreateQueueOnUnits, and muxCreateQueue with all units. The first queue of a
/// scheduler starts its workers.
///
/// mux_error_out_of_resources: not one thread could be started. mux_error_out_of_memory: no memory
/// for the queue or for the scheduler of the units.
mux_result_t createQueue(mux_device_t, uint32_t first, uint32_t count, mux_queue_t *);
/// Implements muxDestroyQueue: runs and waits for all dispatches of the queue. The last queue of a
/// scheduler ends its workers and joins them.
void destroyQueue(mux_device_t, mux_queue_t);
/// Implements muxDispatch: hands the dispatch to the scheduler and returns, without waiting for
/// anything. mux_error_out_of_memory: no room for the arrays of semaphores; nothing was submitted.
mux_result_t dispatch(mux_queue_t, const mux_dispatch_t *);
/// Implements muxTryWait; `timeout` in nanoseconds. Only a wait without limit runs work of the
/// queue meanwhile: a timed one could overrun its deadline inside of a kernel.
mux_result_t tryWait(mux_queue_t, uint64_t timeout, mux_fence_t);
/// Implements muxWaitAll: runs work of the queue until none of its dispatches is pending.
mux_result_t waitAll(mux_queue_t);
/// Implements muxHelp: mux_success once `done(user)` is not 0, mux_not_ready if there was no work
/// for 20 µs. `done` is called on the calling thread, between chunks.
mux_result_t help(mux_queue_t, int (*done)(void *), void *user);

}  // namespace host
