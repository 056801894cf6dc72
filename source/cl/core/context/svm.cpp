// Implements shared virtual memory by mux: a heap for host and device, one mapping per allocation.
//
// A request goes through three choices: the needed mux_shared_memory_t bits by its flags, the first
// device of the context with these bits, and the device's first coherent heap. The memory is mapped
// once and stays mapped; its host address is the address in kernels.
#include "core/context/svm.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "core/context/context.h"
#include "core/devices/extensions.h"

namespace cl {
namespace {

constexpr size_t pageSize = 4096;

/// CL 3.0 §5.6.1 clSVMAlloc: tells if the flags are known, at most one access of kernels is named,
/// and atomics come with fine grain only.
bool areValid(cl_svm_mem_flags flags) {
  constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  constexpr cl_svm_mem_flags known = access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  const cl_svm_mem_flags kernels = flags & access;
  const bool isFine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
  return (flags & ~known) == 0 && (kernels & (kernels - 1)) == 0 &&
         (isFine || (flags & CL_MEM_SVM_ATOMICS) == 0);
}

/// Returns the mux_shared_memory_t bits demanded by valid flags.
uint32_t neededFor(cl_svm_mem_flags flags) {
  return mux_shared_coarse_grain_buffers |
         ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) ? mux_shared_fine_grain_buffers : 0) |
         ((flags & CL_MEM_SVM_ATOMICS) ? mux_shared_atomics : 0);
}

/// Returns the heap for memory seen by host and device, or nothing.
std::optional<uint32_t> sharedHeap(const mux_device_info_s &info) {
  constexpr uint32_t wanted = mux_heap_host_mappable | mux_heap_host_coherent;
  for (uint32_t heap = 0; heap < info.heap_count; ++heap) {
    if ((info.heaps[heap].properties & wanted) == wanted) {
      return heap;
    }
  }
  return std::nullopt;
}

/// Returns the index of the first open device with the needed bits and a heap, or nothing.
std::optional<size_t> deviceFor(const Context &context, uint32_t needed) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    const mux_device_info_s &info = context.device(i).info();
    if ((info.shared_memory & needed) == needed && sharedHeap(info)) {
      return i;
    }
  }
  return std::nullopt;
}

using Allocation = SvmAllocations::Allocation;

/// Returns the bytes reserved in the application: whole pages, so that allocations share none.
size_t reservedSize(const Allocation &allocation) {
  return (allocation.size + pageSize - 1) / pageSize * pageSize;
}

/// Allocates memory of host and device. Returns false if it is exhausted.
bool placeShared(const OpenDevice &device, cl_uint alignment, Allocation &wanted) {
  const auto heap = sharedHeap(device.info());
  if (!heap || muxAllocateMemory(device.mux(), wanted.size, *heap, alignment, &wanted.memory) !=
                   mux_success) {
    return false;
  }
  void *start = nullptr;
  if (muxMapMemory(device.mux(), wanted.memory, 0, wanted.size, &start) != mux_success) {
    muxFreeMemory(device.mux(), wanted.memory);
    return false;
  }
  wanted.start = static_cast<std::byte *>(start);
  return true;
}

/// Finds the device's address of the memory, and reserves it in the application. Returns null, and
/// reserves nothing, if the application uses one of the addresses.
std::byte *reserveAddress(mux_device_t device, const Allocation &wanted) {
  uint64_t address = 0;
  if (muxBindBufferMemory(device, wanted.memory, wanted.buffer, 0) != mux_success ||
      muxGetBufferAddress(device, wanted.buffer, &address) != mux_success) {
    return nullptr;
  }
  auto *start = reinterpret_cast<std::byte *>(static_cast<uintptr_t>(address));
  void *reserved = mmap(start, reservedSize(wanted), PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return reserved == start ? start : nullptr;
}

/// Allocates memory of the device alone. Returns false if it, or the address, cannot be had.
bool placeOnDevice(const OpenDevice &device, Allocation &wanted) {
  const size_t size = reservedSize(wanted);
  if (muxAllocateMemory(device.mux(), size, 0, pageSize, &wanted.memory) != mux_success) {
    return false;
  }
  if (muxCreateBuffer(device.mux(), size, &wanted.buffer) == mux_success) {
    wanted.start = reserveAddress(device.mux(), wanted);
    if (wanted.start) {
      return true;
    }
    muxDestroyBuffer(device.mux(), wanted.buffer);
  }
  muxFreeMemory(device.mux(), wanted.memory);
  return false;
}

}  // namespace

void *SvmAllocations::allocate(Context &context, cl_svm_mem_flags flags, size_t size,
                               cl_uint alignment) {
  const auto device = deviceFor(context, neededFor(flags));
  if (!areValid(flags) || !device || size == 0 || (alignment & (alignment - 1)) != 0 ||
      context.isLost()) {
    return nullptr;
  }
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (size > context.device(i).info().max_allocation_size) {
      return nullptr;
    }
  }
  const bool isFine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
  return place(context, alignment,
               {.size = size, .device = *device, .type = isFine ? SvmType::fine : SvmType::coarse});
}

void *SvmAllocations::place(Context &context, cl_uint alignment, Allocation wanted) {
  const OpenDevice &device = context.device(wanted.device);
  const bool isPlaced = device.info().shared_memory != 0
                            ? placeShared(device, std::max(alignment, largestType), wanted)
                            : placeOnDevice(device, wanted);
  if (!isPlaced) {
    return nullptr;
  }
  std::lock_guard guard(mutex_);
  allocations_[wanted.start] = wanted;
  return wanted.start;
}

bool SvmAllocations::free(Context &context, void *pointer, bool isUnified) {
  std::unique_lock lock(mutex_);
  const auto found = allocations_.find(static_cast<std::byte *>(pointer));
  if (found == allocations_.end() || (found->second.kind != MemoryKind::svm) != isUnified) {
    return false;
  }
  const Allocation allocation = found->second;
  allocations_.erase(found);
  lock.unlock();
  release(context, allocation);
  return true;
}

void SvmAllocations::release(Context &context, const Allocation &allocation) {
  const mux_device_t device = context.device(allocation.device).mux();
  if (allocation.buffer) {
    munmap(allocation.start, reservedSize(allocation));
    muxDestroyBuffer(device, allocation.buffer);
  } else {
    (void)muxUnmapMemory(device, allocation.memory);
  }
  muxFreeMemory(device, allocation.memory);
}

void SvmAllocations::freeAll(Context &context) {
  for (const auto &each : allocations_) {
    release(context, each.second);
  }
  allocations_.clear();
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

bool hasUnifiedMemory(const Context &context, size_t device) {
  return hasUnifiedMemory(context.device(device).info());
}

bool hasUnifiedMemory(const Context &context) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (hasUnifiedMemory(context, i)) {
      return true;
    }
  }
  return false;
}

bool reaches(Context &context, size_t device, const void *pointer) {
  const mux_device_info_s &info = context.device(device).info();
  if ((info.shared_memory & mux_shared_system) != 0) {
    return true;
  }
  const auto allocation = context.svm().find(pointer);
  return allocation ? allocation->device == device : !pointer && hasUnifiedMemory(info);
}

}  // namespace cl
