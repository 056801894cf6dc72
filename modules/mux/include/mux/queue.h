// Queues: they run command buffers on a device, out of order unless semaphores say otherwise.
//
// The caller creates as many queues as it likes. Dispatches start in any order and may run
// side by side, also within one queue. Two means give order: a semaphore (mux/semaphore.h), or
// a dispatch from the host after the completion of its predecessor.
//
// Life of a dispatch: its wait semaphores become signalled; `started` is called; the commands
// run; its signal semaphores are set; `completed` is called; the fence is signalled.
//
// All functions are thread-safe. Only muxDestroyQueue, muxTryWait, muxWaitAll and muxHelp block.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a queue on all compute units and stores it in `*queue`. The first queue of a device may
/// start its threads.
///
/// mux_error_device_lost: the device failed earlier.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateQueue(mux_device_t device, mux_queue_t *queue);

/// Creates a queue whose ND-ranges run on the compute units [first, first + count) alone: the queue
/// of a sub-device (clCreateSubDevices, CL 3.0 §4.3).
///
/// So at most `count` of its work-groups run at one time. Semaphores order its dispatches with
/// those of all other queues. Errors as muxCreateQueue, and
///
/// mux_error_invalid_value: the range is empty or leaves the device's compute_units.
///
/// mux_error_unsupported: fewer than all units, and the device info lacks has_unit_queues.
mux_result_t muxCreateQueueOnUnits(mux_device_t device, uint32_t first, uint32_t count,
                                   mux_queue_t *queue);

/// Waits for the queue's dispatches, then destroys the queue. The last queue of a device ends the
/// device's threads. Ignores null and foreign handles.
///
/// A `completed` callback must not call it: it would wait for the dispatch that it belongs to.
void muxDestroyQueue(mux_device_t device, mux_queue_t queue);

/// The result of a dispatch, with the start of its first command and the end of its last, in
/// nanoseconds of the device clock (muxGetDeviceTime).
typedef struct mux_completion_s {
  mux_result_t result;
  uint64_t start, end;
} mux_completion_t;

/// One run of a command buffer. muxDispatch copies the structure and its arrays; the named objects
/// outlive the dispatch.
typedef struct mux_dispatch_s {
  mux_command_buffer_t command_buffer;  ///< finalized, not pending anywhere
  mux_fence_t fence;                    ///< may be null; signalled after completion
  /// Elements of `waits` and `signals`. Either may be 0, and its array null.
  uint32_t wait_count, signal_count;
  const mux_semaphore_t *waits, *signals;
  /// May be null. Called once, on a thread of the device's choice, after the semaphores and before
  /// the fence.
  ///
  /// The callback may reset or destroy the command buffer and dispatch new work. It must not wait:
  /// it may run on the one thread that would do the work.
  void (*completed)(const mux_completion_t *completion, void *user);
  void *user;
  /// May be null. Called once with `user` before the first command runs, and always before
  /// `completed`.
  ///
  /// A dispatch with a failed wait does not call it. It must be quick and call no mux function. The
  /// driver sets CL_RUNNING here (CL 3.0 §5.11).
  void (*started)(void *user);
} mux_dispatch_t;

/// Submits a command buffer and returns at once.
///
/// If a command fails, the device skips the rest of the command buffer and passes the error to
/// `completed` and the fence. Fence and semaphores are signalled all the same, and each dispatch
/// waiting for one of these semaphores fails with the same error. So a failure never leaves a
/// waiter behind.
///
/// mux_error_invalid_state: the command buffer is not finalized.
///
/// mux_error_invalid_value: a null `dispatch`, or a count without its array.
///
/// mux_error_device_lost, mux_error_out_of_memory: nothing was submitted and no callback comes.
mux_result_t muxDispatch(mux_queue_t queue, const mux_dispatch_t *dispatch);

/// Waits for the fence for at most `timeout_ns` nanoseconds (UINT64_MAX: without limit; 0: polls).
/// Returns the result of the dispatch, or mux_not_ready after a timeout.
///
/// Meanwhile the calling thread may run ready work of the device, on a stack owned by the device:
/// it is a core that would otherwise be idle.
mux_result_t muxTryWait(mux_queue_t queue, uint64_t timeout_ns, mux_fence_t fence);

/// Waits for all dispatches of the queue that were submitted before. Like muxTryWait, it may run
/// some of them itself.
mux_result_t muxWaitAll(mux_queue_t queue);

/// Runs work of the queue on the calling thread, for callers waiting on an event outside of mux.
///
/// The thread runs ready work on a stack owned by the device. It returns mux_success once
/// `done(user)` is true, and mux_not_ready after at most 20 microseconds without ready work. A
/// device with processors of its own returns mux_not_ready at once. `done` must be quick:
/// the thread calls it between pieces of work.
///
/// mux_error_invalid_value: `done` is null.
mux_result_t muxHelp(mux_queue_t queue, int (*done)(void *user), void *user);

/// Reads the device clock in nanoseconds into `*nanoseconds`: the host's CLOCK_MONOTONIC where the
/// two can be made to agree. Also the cheapest test for a lost device.
///
/// mux_error_device_lost: the device failed earlier.
mux_result_t muxGetDeviceTime(mux_device_t device, uint64_t *nanoseconds);

#ifdef __cplusplus
}
#endif
