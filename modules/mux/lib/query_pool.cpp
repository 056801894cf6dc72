// Query pools: validation of mux/query_pool.h.
//
// The type, the slots and the counters of a pool are stored here, so later calls are checked
// without the target.
#include "mux/query_pool.h"

#include <algorithm>
#include <span>

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// Returns true if the device has all of the counters. Counters are indices into
// mux_device_info_s::counters.
bool areCounters(mux_device_t device, std::span<const uint32_t> counters) {
  return std::ranges::all_of(
      counters, [&](uint32_t counter) { return counter < device->info->counter_count; });
}

// mux_error_invalid_value: arguments that contradict the type. mux_error_unsupported: counters that
// the device lacks.
mux_result_t createQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount,
                             mux_query_pool_t *pool) {
  mux_result_t result = checkCreate(device, pool);
  if (result != mux_success) {
    return result;
  }
  const bool isCounter = type == mux_query_counter;
  if ((type != mux_query_duration && !isCounter) || slots == 0 ||
      isCounter != (counters != nullptr) || isCounter != (counterCount != 0)) {
    return mux_error_invalid_value;
  }
  if (isCounter && !areCounters(device, {counters, counterCount})) {
    return mux_error_unsupported;
  }
  result = tableOf(device).create_query_pool(device, type, slots, counters, counterCount, pool);
  if (result == mux_success) {
    (*pool)->type = type;
    (*pool)->slots = slots;
    (*pool)->counter_count = counterCount;
  }
  return result;
}

// Returns the bytes of one slot's results. Never 0: a pool of counters has at least one.
uint64_t slotSize(mux_query_pool_t pool) {
  return pool->type == mux_query_duration ? sizeof(mux_duration_result_t)
                                          : pool->counter_count * sizeof(uint64_t);
}

// Divides instead of multiplying, so that a large count cannot overflow.
mux_result_t getQueryResults(mux_query_pool_t pool, uint32_t first, uint32_t count, void *results,
                             uint64_t size) {
  if (!isLive(pool)) {
    return mux_error_invalid_handle;
  }
  if (!results) {
    return mux_error_null_out_parameter;
  }
  if (count == 0 || !isInside(first, count, pool->slots) || size / slotSize(pool) < count) {
    return mux_error_invalid_value;
  }
  return tableOf(pool).get_query_results(pool, first, count, results, size);
}

}  // namespace

extern "C" {

mux_result_t muxCreateQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                                const uint32_t *counters, uint32_t counter_count,
                                mux_query_pool_t *pool) {
  return call_log::record("muxCreateQueryPool",
                          createQueryPool(device, type, slots, counters, counter_count, pool),
                          device, type, slots, counters, counter_count, call_log::out(pool));
}

void muxDestroyQueryPool(mux_device_t device, mux_query_pool_t pool) {
  call_log::recordVoid("muxDestroyQueryPool", device, pool);
  if (isLive(device) && belongsTo(pool, device)) {
    tableOf(device).destroy_query_pool(device, pool);
  }
}

mux_result_t muxResetQueryPool(mux_query_pool_t pool) {
  return call_log::record(
      "muxResetQueryPool",
      isLive(pool) ? tableOf(pool).reset_query_pool(pool) : mux_error_invalid_handle, pool);
}

mux_result_t muxGetQueryResults(mux_query_pool_t pool, uint32_t first, uint32_t count,
                                void *results, uint64_t size) {
  return call_log::record("muxGetQueryResults", getQueryResults(pool, first, count, results, size),
                          pool, first, count, results, size);
}

}  // extern "C"
