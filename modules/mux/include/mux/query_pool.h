// Query pools: times and counters of commands.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mux_query_type_e {
  mux_query_duration = 1,  ///< mux_duration_result_t
  /// One uint64_t per counter that was asked for: what the ND-ranges between begin and end
  /// have counted, together.
  mux_query_counter,
  mux_query_type_force_int = 0x7fffffff,  ///< not a type: any int may be passed
} mux_query_type_t;

/// Nanoseconds of a clock that all queries and all dispatches of the device share.
typedef struct mux_duration_result_s {
  uint64_t start, end;
} mux_duration_result_t;

/// A pool of `slots` results. `counters` names `counter_count` counters of the device, by
/// their index in its info, for mux_query_counter, and is null otherwise; unknown ones are
/// mux_error_unsupported.
mux_result_t muxCreateQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                                const uint32_t *counters, uint32_t counter_count,
                                mux_query_pool_t *pool);
void muxDestroyQueryPool(mux_device_t device, mux_query_pool_t pool);
mux_result_t muxResetQueryPool(mux_query_pool_t pool);

/// Copies the results of slots [first, first + count) to `results`, which has room for
/// `size` bytes; mux_not_ready if one of them has not been written since the last reset.
mux_result_t muxGetQueryResults(mux_query_pool_t pool, uint32_t first, uint32_t count,
                                void *results, uint64_t size);

#ifdef __cplusplus
}
#endif
