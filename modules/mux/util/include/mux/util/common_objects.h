// The objects that are alike on every device whose command buffers are recorded
// (mux/util/command_buffer.h), and the functions of a device table for them. A target derives its
// device from CommonDevice and puts the functions of mux::common into its table as they are.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "mux/target.h"
#include "mux/util/completion.h"
#include "mux/util/launch.h"
#include "mux/util/note.h"
#include "mux/util/object.h"

namespace mux {

struct CommonDevice : mux_device_s {
  CommonDevice() : mux_device_s{} {}
  virtual ~CommonDevice() = default;
  /// Whether nothing but destroying works any more. Thread-safe.
  virtual bool isLost() const = 0;

  LaunchLimits limits;
};

struct Fence : mux_fence_s {
  Completion completion;
};

/// Times of every slot, and for mux_query_counter a value of each wanted counter.
struct QueryPool : mux_query_pool_s {
  struct Slot {
    std::atomic<uint64_t> start = 0, end = 0;
    std::atomic<bool> written = false;
  };
  std::unique_ptr<Slot[]> times;
  std::vector<uint32_t> wanted;                     // indices of counters
  std::unique_ptr<std::atomic<uint64_t>[]> values;  // wanted.size() for each slot
};

/// Makes an object of a device that derives from CommonDevice: mux_error_device_lost if it is
/// lost, mux_error_out_of_memory if there is no memory. `object` is a pointer to a handle or to
/// the object.
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

/// muxGetPrintfString of an executable with this note.
mux_result_t findPrintfString(const BinaryNote &note, uint32_t id, const char **text,
                              uint64_t *length);
/// The kernel's record, whose number is that in the kernel table; null if there is none.
const KernelRecord *findKernel(const BinaryNote &note, std::string_view name);

/// For tables.
namespace common {

mux_result_t createBuffer(mux_device_t, uint64_t size, mux_buffer_t *);
void destroyBuffer(mux_device_t, mux_buffer_t);
mux_result_t bindBufferMemory(mux_device_t, mux_memory_t, mux_buffer_t, uint64_t offset);

/// Of devices whose units nothing divides.
mux_result_t getNoDomains(mux_device_info_t, const mux_domain_info_t **domains, uint32_t *count);

mux_result_t queryMaxWorkGroupSize(mux_kernel_t, uint64_t dynamicLocalBytes, uint64_t *workItems);
mux_result_t queryLocalSize(mux_kernel_t, uint32_t dimensions, const uint64_t globalSize[3],
                            uint64_t dynamicLocalBytes, uint64_t localSize[3]);

mux_result_t finalizeCommandBuffer(mux_command_buffer_t);
mux_result_t resetCommandBuffer(mux_command_buffer_t);

mux_result_t createFence(mux_device_t, mux_fence_t *);
void destroyFence(mux_device_t, mux_fence_t);
mux_result_t resetFence(mux_fence_t);

mux_result_t createQueryPool(mux_device_t, mux_query_type_t, uint32_t slots,
                             const uint32_t *counters, uint32_t counterCount, mux_query_pool_t *);
void destroyQueryPool(mux_device_t, mux_query_pool_t);
mux_result_t resetQueryPool(mux_query_pool_t);
mux_result_t getQueryResults(mux_query_pool_t, uint32_t first, uint32_t count, void *results,
                             uint64_t size);
}  // namespace common
}  // namespace mux
