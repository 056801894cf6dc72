// For the device's side of a launch: a worker's own part of the schedule. Plain C without a
// library, so that firmware can include it.
#pragma once

#include "hal/hal.h"

/// Fills in what belongs to worker `worker`, whose stack is [stack, stack + stack_size).
/// `scratchpad` is the worker's, or 0 if local memory lies in the arena.
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
