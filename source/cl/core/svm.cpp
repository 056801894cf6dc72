#include "core/svm.h"

#include <algorithm>
#include <utility>

#include "core/context.h"

namespace cl {
namespace {

constexpr cl_uint largestType = 128;  // bytes of a long16

bool areValid(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  constexpr cl_svm_mem_flags known = access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  const cl_svm_mem_flags kernels = flags & access;
  const bool isFine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
  return (flags & ~known) == 0 && (kernels & (kernels - 1)) == 0 &&
         (isFine || (flags & CL_MEM_SVM_ATOMICS) == 0);
}

uint32_t neededFor(cl_svm_mem_flags flags) {
  return mux_shared_coarse_grain_buffers |
         ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) ? mux_shared_fine_grain_buffers : 0) |
         ((flags & CL_MEM_SVM_ATOMICS) ? mux_shared_atomics : 0);
}

/// The first device that shares what is needed and has a heap for it, and that heap.
std::optional<std::pair<size_t, uint32_t>> deviceFor(const Context &context, uint32_t needed) {
  constexpr uint32_t wanted = mux_heap_host_mappable | mux_heap_host_coherent;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    const mux_device_info_s &info = context.device(i).info();
    for (uint32_t heap = 0; heap < info.heap_count; ++heap) {
      if ((info.shared_memory & needed) == needed &&
          (info.heaps[heap].properties & wanted) == wanted) {
        return std::pair(i, heap);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

void *SvmAllocations::allocate(Context &context, cl_svm_mem_flags flags, size_t size,
                               cl_uint alignment) {
  const auto place = deviceFor(context, neededFor(flags));
  if (!areValid(flags) || !place || size == 0 || (alignment & (alignment - 1)) != 0 ||
      context.isLost()) {
    return nullptr;
  }
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (size > context.device(i).info().max_allocation_size) {
      return nullptr;
    }
  }
  const mux_device_t device = context.device(place->first).mux();
  mux_memory_t memory = nullptr;
  if (muxAllocateMemory(device, size, place->second, std::max(alignment, largestType), &memory) !=
      mux_success) {
    return nullptr;
  }
  void *start = nullptr;
  if (muxMapMemory(device, memory, 0, size, &start) != mux_success) {
    muxFreeMemory(device, memory);
    return nullptr;
  }
  auto *bytes = static_cast<std::byte *>(start);
  std::lock_guard guard(mutex_);
  allocations_[bytes] = {bytes, size, place->first, memory};
  return start;
}

void SvmAllocations::free(Context &context, void *pointer) {
  std::unique_lock lock(mutex_);
  const auto found = allocations_.find(static_cast<std::byte *>(pointer));
  if (found == allocations_.end()) {
    return;
  }
  const Allocation allocation = found->second;
  allocations_.erase(found);
  lock.unlock();
  const mux_device_t device = context.device(allocation.device).mux();
  (void)muxUnmapMemory(device, allocation.memory);
  muxFreeMemory(device, allocation.memory);
}

void SvmAllocations::freeAll(Context &context) {
  while (!allocations_.empty()) {
    free(context, allocations_.begin()->second.start);
  }
}

std::optional<SvmAllocations::Allocation> SvmAllocations::find(const void *pointer) const {
  const auto *address = static_cast<const std::byte *>(pointer);
  std::lock_guard guard(mutex_);
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) {
    return std::nullopt;
  }
  const Allocation &allocation = std::prev(next)->second;
  return static_cast<size_t>(address - allocation.start) < allocation.size
             ? std::optional(allocation)
             : std::nullopt;
}

uint32_t sharedMemoryOf(const Context &context) {
  uint32_t shared = 0;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    shared |= context.device(i).info().shared_memory;
  }
  return shared;
}

bool reaches(Context &context, size_t device, const void *pointer) {
  const uint32_t shared = context.device(device).info().shared_memory;
  if ((shared & mux_shared_system) != 0) {
    return true;
  }
  const auto allocation = context.svm().find(pointer);
  return shared != 0 && (!pointer || (allocation && allocation->device == device));
}

}  // namespace cl
