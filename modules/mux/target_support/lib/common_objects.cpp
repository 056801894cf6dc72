// Device table entries for objects without anything of the device: buffers, fences, query pools.
#include "mux/target_support/common_objects.h"

#include <algorithm>
#include <new>

#include "mux/target_support/command_buffer.h"

namespace mux {
namespace {

// Returns the device of an object; the target's devices derive from CommonDevice.
const CommonDevice &deviceOf(const mux_object_t &object) {
  return *static_cast<const CommonDevice *>(object.device);
}

// Allocates the slots of a new pool. Throws std::bad_alloc. The values start as zero. Durations
// have no counters, so their array is empty.
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

// The string lives as long as the metadata.
mux_result_t findPrintfString(const ProgramMetadata &metadata, uint32_t id, const char **text,
                              uint64_t *length) {
  if (id >= metadata.strings.size()) {
    return mux_error_invalid_value;
  }
  *text = metadata.strings[id].c_str();
  if (length) {
    *length = metadata.strings[id].size();
  }
  return mux_success;
}

// A linear search: programs have few kernels, and an application looks each one up once.
const KernelRecord *findKernel(const ProgramMetadata &metadata, std::string_view name) {
  const auto found = std::ranges::find(metadata.kernels, name, &KernelRecord::name);
  return found == metadata.kernels.end() ? nullptr : &*found;
}

namespace common {

// Binding sets memory and offset.
mux_result_t createBuffer(mux_device_t device, uint64_t size, mux_buffer_t *buffer) {
  if (mux_result_t result = createObject<mux_buffer_s>(device, mux_kind_buffer, buffer)) {
    return result;
  }
  (*buffer)->size = size;
  (*buffer)->memory = nullptr;
  (*buffer)->offset = 0;
  return mux_success;
}

void destroyBuffer(mux_device_t, mux_buffer_t buffer) {
  destroy(buffer);
}

// Called once for each buffer, because modules/mux/lib refuses a second binding.
mux_result_t bindBufferMemory(mux_device_t, mux_memory_t memory, mux_buffer_t buffer,
                              uint64_t offset) {
  buffer->memory = memory;
  buffer->offset = offset;
  return mux_success;
}

mux_result_t getNoDomains(mux_device_info_t, const mux_domain_info_t **domains, uint32_t *count) {
  *domains = nullptr;
  *count = 0;
  return mux_success;
}

mux_result_t queryMaxWorkGroupSize(mux_kernel_t kernel, uint64_t dynamicLocalBytes,
                                   uint64_t *workItems) {
  return mux::queryMaxWorkGroupSize(*kernel->descriptor, deviceOf(kernel->object).limits,
                                    dynamicLocalBytes, workItems);
}

// The device's limits and the number of its compute units decide together.
mux_result_t queryLocalSize(mux_kernel_t kernel, uint32_t dimensions, const uint64_t globalSize[3],
                            uint64_t dynamicLocalBytes, uint64_t localSize[3]) {
  const CommonDevice &device = deviceOf(kernel->object);
  return mux::queryLocalSize(*kernel->descriptor, device.limits, device.info->compute_units,
                             dimensions, globalSize, dynamicLocalBytes, localSize);
}

// Recorded lists need no preparation.
mux_result_t finalizeCommandBuffer(mux_command_buffer_t) {
  return mux_success;
}

mux_result_t resetCommandBuffer(mux_command_buffer_t commandBuffer) {
  static_cast<RecordedCommandBuffer *>(commandBuffer)->commands.clear();
  return mux_success;
}

mux_result_t createFence(mux_device_t device, mux_fence_t *fence) {
  return createObject<Fence>(device, mux_kind_fence, fence);
}

void destroyFence(mux_device_t, mux_fence_t fence) {
  destroy(static_cast<Fence *>(fence));
}

mux_result_t resetFence(mux_fence_t fence) {
  static_cast<Fence *>(fence)->completion.reset();
  return mux_success;
}

// The object exists before its slots, so a failure has to destroy it.
mux_result_t createQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount,
                             mux_query_pool_t *pool) {
  QueryPool *object = nullptr;
  if (mux_result_t result = createObject<QueryPool>(device, mux_kind_query_pool, &object)) {
    return result;
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

// Only the flags change: a slot's values are written before its flag is set again.
mux_result_t resetQueryPool(mux_query_pool_t pool) {
  for (uint32_t i = 0; i < pool->slots; ++i) {
    static_cast<QueryPool *>(pool)->times[i].written = false;
  }
  return mux_success;
}

// Looks at all slots before it writes any result. The size has been checked. The order matters: a
// partial answer with mux_not_ready would be mistaken for results.
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

}  // namespace common
}  // namespace mux
