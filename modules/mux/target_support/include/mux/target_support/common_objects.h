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
  /// All fields start as zero. createDeviceObject() sets the object's head, the info and the
  /// allocator.
  CommonDevice() : mux_device_s{} {}
  /// Frees the device's own resources. All objects of the device are gone by then.
  virtual ~CommonDevice() = default;
  /// Returns true if the device is lost: then only destroying works. Thread-safe.
  virtual bool isLost() const = 0;

  /// Limits of a launch, for queries and for recording. Read without a lock by any thread, so they
  /// stay the same once the device is in use.
  LaunchLimits limits;
};

/// A fence: a completion by another name.
struct Fence : mux_fence_s {
  /// Set at the end of the dispatch naming the fence; carries the dispatch's result.
  Completion completion;
};

/// The slots of a query pool: times, and for mux_query_counter a value of each wanted counter.
///
/// The members are atomic, because a dispatch writes them while another thread may read other
/// slots.
struct QueryPool : mux_query_pool_s {
  /// Times of one query, in nanoseconds of the device clock; `written` once the query has ended.
  struct Slot {
    /// Start of the first command and end of the last one. Readable once `written` is true.
    std::atomic<uint64_t> start = 0, end = 0;
    /// Stored after the times, so a reader seeing true sees the times as well.
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
///
/// `length` (may be null) receives the bytes without the terminator. Text and length stay valid as
/// long as the metadata. mux_error_invalid_value: no string has this id. Thread-safe.
mux_result_t findPrintfString(const ProgramMetadata &metadata, uint32_t id, const char **text,
                              uint64_t *length);
/// Finds a kernel by name, or null.
///
/// Its index in `metadata.kernels` is its index in the kernel table. The result points into
/// `metadata`. Names are unique: readProgramMetadata() refuses a repeated one.
const KernelRecord *findKernel(const ProgramMetadata &metadata, std::string_view name);

/// Device table entries.
///
/// modules/mux/lib has validated the arguments before it calls them, so they check nothing again.
/// The creating functions return the errors of createObject(). The others cannot fail, except where
/// their comment names an error.
namespace common {

/// Buffers: only size, memory and offset. The buffer is unbound; `size` is in bytes. Thread-safe.
mux_result_t createBuffer(mux_device_t, uint64_t size, mux_buffer_t *);
/// Frees the object; its memory stays.
void destroyBuffer(mux_device_t, mux_buffer_t);
/// Stores memory and offset. `offset` is in bytes. The buffer refers to the memory without owning
/// it.
mux_result_t bindBufferMemory(mux_device_t, mux_memory_t, mux_buffer_t, uint64_t offset);

/// Lists no domain, for devices without them. `domains` becomes null and `count` 0.
mux_result_t getNoDomains(mux_device_info_t, const mux_domain_info_t **domains, uint32_t *count);

/// Queries from the descriptor and CommonDevice::limits (mux/target_support/launch.h).
///
/// `dynamicLocalBytes` is the sum of the local arguments. Their sizes are unknown here, so the
/// result assumes the worst padding between them.
mux_result_t queryMaxWorkGroupSize(mux_kernel_t, uint64_t dynamicLocalBytes, uint64_t *workItems);
/// Chooses a local size for the device's compute units. All three entries of `localSize` are set;
/// unused dimensions become 1. mux_error_out_of_resources: not even one work-item fits.
mux_result_t queryLocalSize(mux_kernel_t, uint32_t dimensions, const uint64_t globalSize[3],
                            uint64_t dynamicLocalBytes, uint64_t localSize[3]);

/// Finalizing needs no work; a reset clears the list of commands.
mux_result_t finalizeCommandBuffer(mux_command_buffer_t);
/// Clears the list of commands. No dispatch of the command buffer is pending. One block of memory
/// stays for the next recording.
mux_result_t resetCommandBuffer(mux_command_buffer_t);

/// Fences: see Fence. A new fence is unset.
mux_result_t createFence(mux_device_t, mux_fence_t *);
/// Frees the object.
void destroyFence(mux_device_t, mux_fence_t);
/// Makes the completion unset again. No pending dispatch names the fence, and nobody waits for it.
mux_result_t resetFence(mux_fence_t);

/// Query pools: see QueryPool. The target fills the slots in.
///
/// `counters` has `counterCount` indices and is copied; 0 for durations. mux_error_out_of_memory:
/// no memory for the object or its slots.
mux_result_t createQueryPool(mux_device_t, mux_query_type_t, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount, mux_query_pool_t *);
/// Frees the slots. No pending dispatch writes into them.
void destroyQueryPool(mux_device_t, mux_query_pool_t);
/// Makes all slots unwritten. Times and values keep their old content, but nobody can read them
/// until the next query.
mux_result_t resetQueryPool(mux_query_pool_t);
/// Copies finished slots; mux_not_ready if one is unwritten.
///
/// `results` receives `count` mux_duration_result_t for durations. For counters it receives
/// `counter_count` values of 64 bits for each slot. On mux_not_ready it is unchanged.
mux_result_t getQueryResults(mux_query_pool_t, uint32_t first, uint32_t count, void *results,
                             uint64_t size);
}  // namespace common
}  // namespace mux
