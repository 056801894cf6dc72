#include <new>

#include "objects.h"
#include "tables.h"

namespace hal {
namespace {

/// Throws std::bad_alloc.
void prepare(QueryPool &pool, mux_query_type_t type, uint32_t slots, const uint32_t *counters,
             uint32_t counterCount) {
  pool.type = type;
  pool.slots = slots;
  pool.counter_count = counterCount;
  pool.times = std::make_unique<QueryPool::Slot[]>(slots);
  pool.wanted.assign(counters, counters + counterCount);
  pool.values = std::make_unique<std::atomic<uint64_t>[]>(size_t{slots} * counterCount);
}

}  // namespace

mux_result_t createQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount,
                             mux_query_pool_t *pool) {
  if (deviceOf(device).connection->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<QueryPool>(device, mux_kind_query_pool);
  if (!object) {
    return mux_error_out_of_memory;
  }
  try {
    prepare(*object, type, slots, counters, counterCount);
  } catch (const std::bad_alloc &) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  *pool = object;
  return mux_success;
}

void destroyQueryPool(mux_device_t, mux_query_pool_t pool) {
  destroy(static_cast<QueryPool *>(pool));
}

mux_result_t resetQueryPool(mux_query_pool_t pool) {
  for (uint32_t i = 0; i < pool->slots; ++i) {
    static_cast<QueryPool *>(pool)->times[i].written = false;
  }
  return mux_success;
}

mux_result_t getQueryResults(mux_query_pool_t pool, uint32_t first, uint32_t count, void *results,
                             uint64_t) {
  const auto &from = *static_cast<QueryPool *>(pool);
  for (uint32_t i = first; i < first + count; ++i) {
    if (!from.times[i].written) {
      return mux_not_ready;
    }
  }
  if (from.type == mux_query_duration) {
    auto *durations = static_cast<mux_duration_result_t *>(results);
    for (uint32_t i = 0; i < count; ++i) {
      durations[i] = {from.times[first + i].start, from.times[first + i].end};
    }
    return mux_success;
  }
  auto *values = static_cast<uint64_t *>(results);
  const size_t width = from.wanted.size();
  for (size_t i = 0; i < count * width; ++i) {
    values[i] = from.values[first * width + i];
  }
  return mux_success;
}

}  // namespace hal
