// Query pools: slots for the durations and hardware counters of commands.
//
// muxCommandBeginQuery and muxCommandEndQuery (mux/command_buffer.h) bracket the measured
// commands; the device fills the slot when the end command runs. One thread at a time uses
// a given pool.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The content of a pool's slots; it is fixed when the pool is created.
typedef enum mux_query_type_e {
  mux_query_duration = 1,  ///< mux_duration_result_t
  /// One uint64_t for each requested counter: its sum over the ND-ranges between begin and end.
  mux_query_counter,
  mux_query_type_force_int = 0x7fffffff,  ///< not a type: any int may be passed
} mux_query_type_t;

/// Start and end of a measured sequence of commands, in nanoseconds of the device clock
/// (muxGetDeviceTime). Comparable across queries and dispatches of one device.
typedef struct mux_duration_result_s {
  uint64_t start, end;
} mux_duration_result_t;

/// Creates a pool of `slots` > 0 empty slots and stores it in `*pool`.
///
/// For mux_query_counter, `counters` lists `counter_count` > 0 indices into the device info's
/// counters; the pool copies them. For mux_query_duration both are null and 0. Thread-safe.
///
/// mux_error_invalid_value: an unknown type, no slots, or counters that do not suit the type.
///
/// mux_error_unsupported: the device has no counter with one of these indices.
///
/// mux_error_out_of_memory: no host memory for the slots.
mux_result_t muxCreateQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                                const uint32_t *counters, uint32_t counter_count,
                                mux_query_pool_t *pool);

/// Destroys the pool. No recorded command may name it. Ignores null and foreign handles.
void muxDestroyQueryPool(mux_device_t device, mux_query_pool_t pool);

/// Empties all slots, so that the pool serves further dispatches. No pending dispatch may name the
/// pool.
mux_result_t muxResetQueryPool(mux_query_pool_t pool);

/// Copies slots [first, first + count) to `results`, an array of `size` bytes.
///
/// A slot is one mux_duration_result_t, or counter_count numbers in the order of creation. Does not
/// wait: the caller asks after the completion of the dispatch.
///
/// mux_not_ready: a slot is still empty; `results` is then undefined.
///
/// mux_error_invalid_value: `count` is 0, the range leaves the pool, or `size` is too small.
mux_result_t muxGetQueryResults(mux_query_pool_t pool, uint32_t first, uint32_t count,
                                void *results, uint64_t size);

#ifdef __cplusplus
}
#endif
