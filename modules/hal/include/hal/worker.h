// Fills in the per-worker fields of a schedule, on the device's side of a launch.
//
// Plain C without a library, so firmware can include it.
#pragma once

#include "hal/hal.h"

/// Sets the memory of worker `worker` in its own copy of the schedule.
///
/// [stack, stack + stack_size) is the worker's stack. `scratchpad` is the address of its
/// scratchpad, or 0 if local memory lies in the arena:
///
///   arenas           + arena_stride    + 2 * arena_stride
///   | local | frame | | local | frame | | local | frame |      worker 0, 1, 2
///
/// Each worker calls it on its own schedule; no lock is needed.
static inline void halPlaceWorker(mux_schedule_t *schedule, const hal_launch_t *launch,
                                  uint32_t worker, hal_address_t scratchpad, uint64_t stack,
                                  uint64_t stack_size) {
  const hal_address_t arena = launch->arenas + worker * launch->arena_stride;
  schedule->arena = arena;
  schedule->arena_size = launch->arena_size;
  schedule->frame = arena + launch->frame_offset;
  schedule->local_memory = scratchpad ? scratchpad : arena + launch->local_offset;
  schedule->private_memory = stack;
  schedule->private_memory_size = stack_size;
  schedule->worker = worker;
}
