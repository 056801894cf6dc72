// Buffers, fences and query pools independent of the device, with their device table functions.
//
// A target derives its device from CommonDevice, records with mux/target_support/command_buffer.h,
// and puts the functions of mux::common into its table unchanged (mux/target_support/device_table.h
// does so). Each function has the contract of the mux function of its name.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "mux/target.h"
#include "mux/target_support/completion.h"
#include "mux/target_support/launch.h"
#include "mux/target_support/object.h"
#include "mux/target_support/program_metadata.h"

namespace mux {

/// The base of a target's device. The target sets `limits` before the device is used.
struct CommonDevice : mux_device_s {
  CommonDevice() : mux_device_s{} {}
  virtual ~CommonDevice() = default;
  /// Returns true if the device is lost: then only destroying works. Thread-safe.
  virtual bool isLost() const = 0;

  /// Limits of a launch, for queries and for recording.
  LaunchLimits limits;
};

/// A fence: a completion by another name.
struct Fence : mux_fence_s {
  Completion completion;
};

/// The slots of a query pool: times, and for mux_query_counter a value of each wanted counter.
///
/// The members are atomic, because a dispatch writes them while another thread may read other
/// slots.
struct QueryPool : mux_query_pool_s {
  /// Times of one query, in nanoseconds of the device clock; `written` once the query has ended.
  struct Slot {
    std::atomic<uint64_t> start = 0, end = 0;
    std::atomic<bool> written = false;
  };
  /// mux_query_pool_s::slots elements.
  std::unique_ptr<Slot[]> times;
  /// Indices of the counters; empty for durations.
  std::vector<uint32_t> wanted;
  /// Counts: wanted.size() for each slot, slot by slot.
  std::unique_ptr<std::atomic<uint64_t>[]> values;
};

/// Makes an object of a CommonDevice with the device's allocator. `object` points to a handle or
/// to a pointer to T. mux_error_device_lost: the device is lost. mux_error_out_of_memory: no host
/// memory. Thread-safe.
template <class T, class Handle, class... Arguments>
mux_result_t createObject(mux_device_t device, mux_kind_t kind, Handle *object,
                          Arguments &&...arguments) {
  if (static_cast<const CommonDevice *>(device)->isLost()) {
    return mux_error_device_lost;
  }
  T *made = create<T>(device, kind, std::forward<Arguments>(arguments)...);
  if (!made) {
    return mux_error_out_of_memory;
  }
  *object = made;
  return mux_success;
}

/// Implements muxGetPrintfString for an executable with this program metadata.
mux_result_t findPrintfString(const ProgramMetadata &metadata, uint32_t id, const char **text,
                              uint64_t *length);
/// Finds a kernel by name, or null. Its index in `note.kernels` is its index in the kernel table.
const KernelRecord *findKernel(const ProgramMetadata &metadata, std::string_view name);

/// Device table entries.
namespace common {

/// Buffers: only size, memory and offset.
mux_result_t createBuffer(mux_device_t, uint64_t size, mux_buffer_t *);
/// Frees the object; its memory stays.
void destroyBuffer(mux_device_t, mux_buffer_t);
/// Stores memory and offset.
mux_result_t bindBufferMemory(mux_device_t, mux_memory_t, mux_buffer_t, uint64_t offset);

/// Lists no domain, for devices without them.
mux_result_t getNoDomains(mux_device_info_t, const mux_domain_info_t **domains, uint32_t *count);

/// Queries from the descriptor and CommonDevice::limits (mux/target_support/launch.h).
mux_result_t queryMaxWorkGroupSize(mux_kernel_t, uint64_t dynamicLocalBytes, uint64_t *workItems);
/// Chooses a local size for the device's compute units.
mux_result_t queryLocalSize(mux_kernel_t, uint32_t dimensions, const uint64_t globalSize[3],
                            uint64_t dynamicLocalBytes, uint64_t localSize[3]);

/// Finalizing needs no work; a reset clears the list of commands.
mux_result_t finalizeCommandBuffer(mux_command_buffer_t);
/// Clears the list of commands.
mux_result_t resetCommandBuffer(mux_command_buffer_t);

/// Fences: see Fence.
mux_result_t createFence(mux_device_t, mux_fence_t *);
/// Frees the object.
void destroyFence(mux_device_t, mux_fence_t);
/// Makes the completion unset again.
mux_result_t resetFence(mux_fence_t);

/// Query pools: see QueryPool. The target fills the slots in.
mux_result_t createQueryPool(mux_device_t, mux_query_type_t, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount, mux_query_pool_t *);
/// Frees the slots.
void destroyQueryPool(mux_device_t, mux_query_pool_t);
/// Makes all slots unwritten.
mux_result_t resetQueryPool(mux_query_pool_t);
/// Copies finished slots; mux_not_ready if one is unwritten.
mux_result_t getQueryResults(mux_query_pool_t, uint32_t first, uint32_t count, void *results,
                             uint64_t size);
}  // namespace common
}  // namespace mux
