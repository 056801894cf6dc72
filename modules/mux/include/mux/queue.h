// Queues: where command buffers run.
//
// A device's queues are created by the caller. Dispatches of a queue start in any order
// and may run side by side; only semaphores order them (a caller that wants order without
// semaphores dispatches when the predecessor has completed). All functions are thread-safe.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a queue. The first one of a device may start its threads.
mux_result_t muxCreateQueue(mux_device_t device, mux_queue_t *queue);

/// Creates a queue whose ND-ranges run on the compute units [first, first + count) alone.
/// mux_error_unsupported for a part of the device unless it has `has_unit_queues`.
mux_result_t muxCreateQueueOnUnits(mux_device_t device, uint32_t first, uint32_t count,
                                   mux_queue_t *queue);

/// Waits for the queue's dispatches, then destroys it. With the last queue of a device its
/// threads end.
void muxDestroyQueue(mux_device_t device, mux_queue_t queue);

/// When a dispatch has completed: its result, and when its first command started and its
/// last one ended (nanoseconds of the clock that muxGetDeviceTime reads).
typedef struct mux_completion_s {
  mux_result_t result;
  uint64_t start, end;
} mux_completion_t;

typedef struct mux_dispatch_s {
  mux_command_buffer_t command_buffer;  ///< finalized, not pending anywhere
  mux_fence_t fence;                    ///< may be null; signalled after completion
  uint32_t wait_count, signal_count;
  const mux_semaphore_t *waits, *signals;
  /// May be null. Called once, on a thread of the device's choice, after the semaphores and
  /// before the fence; the command buffer may be reset or destroyed in it, new work be
  /// dispatched, but nothing be waited for.
  void (*completed)(const mux_completion_t *completion, void *user);
  void *user;
  /// May be null. Called once with `user`, before the first command runs, unless the dispatch fails
  /// before that; always before `completed`. Must be quick, and call nothing of mux.
  void (*started)(void *user);
} mux_dispatch_t;

/// Hands a command buffer to the queue. If a command fails, the rest of its command buffer
/// is not run, `completed` receives the error, fence and semaphores are signalled all the
/// same; dispatches that wait for one of these semaphores fail with the same error.
mux_result_t muxDispatch(mux_queue_t queue, const mux_dispatch_t *dispatch);

/// Waits until the fence is signalled, at most timeout_ns nanoseconds (UINT64_MAX: without
/// limit; 0: only asks). mux_not_ready after a timeout, else the dispatch's result. The
/// calling thread may run ready work of the device meanwhile, on a stack of the device's.
mux_result_t muxTryWait(mux_queue_t queue, uint64_t timeout_ns, mux_fence_t fence);

/// Waits until all dispatches of the queue have completed; likewise may run some of them.
mux_result_t muxWaitAll(mux_queue_t queue);

/// Runs ready work of the queue on the calling thread, on a stack of the device's, until
/// `done(user)` is true or no work has been ready for a moment (at most 20 microseconds). For
/// callers that wait for something that mux does not know. Returns mux_success if done, else
/// mux_not_ready; a device whose work does not run on the host returns mux_not_ready at once.
mux_result_t muxHelp(mux_queue_t queue, int (*done)(void *user), void *user);

/// The device's clock, in nanoseconds. A host clock (CLOCK_MONOTONIC) where they can be
/// made to agree. mux_error_device_lost if the device is: so this tells without doing anything.
mux_result_t muxGetDeviceTime(mux_device_t device, uint64_t *nanoseconds);

#ifdef __cplusplus
}
#endif
