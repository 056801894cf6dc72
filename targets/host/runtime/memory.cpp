// Device memory is ordinary memory of this process, so kernels and the host use one address.
//
// Below 1 MiB it comes from the device's allocator. From there on it is mapped, aligned for huge
// pages. Freed mappings are kept for a while (KeptMappings), so the contents of new memory are
// undefined, as OpenCL has it. The device counts all bytes against global_memory_size: the system
// grants more than there is, and ends the process when the pages are touched.
#include "memory.h"

#include <sys/mman.h>

#include <algorithm>

#include "objects.h"

namespace host {
namespace {

// Bytes from which memory is mapped.
constexpr uint64_t mappingThreshold = uint64_t{1} << 20;
constexpr uint64_t hugePage = uint64_t{2} << 20;

/// Small memory is a multiple of whole pages, as devices with an MMU have it. A kernel that writes
/// a little past its buffer then damages nothing of the application. AddressSanitizer shall see the
/// mistake, so it gets the exact size, and no mapping outlives its memory object.
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
constexpr uint64_t granule = 1;
constexpr bool keepsMappings = false;
#else
constexpr uint64_t granule = 4096;
constexpr bool keepsMappings = true;
#endif

// Maps `size` bytes of zeros, aligned to `alignment` (a power of two), and asks for huge pages if
// the range holds one. Returns null on failure.
//
// It maps `alignment` bytes more and unmaps the rest on both sides:
//
//   reserved   |........|============ size ============|....|
//              unmapped  aligned start                  unmapped
std::byte *mapAligned(uint64_t size, uint64_t alignment) {
  const uint64_t reserved = size + alignment;
  if (reserved < size) {
    return nullptr;
  }
  void *memory = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  auto *start = static_cast<std::byte *>(memory);
  const uint64_t before = -reinterpret_cast<uint64_t>(start) & (alignment - 1);
  if (before != 0) {
    munmap(start, before);
  }
  if (before != alignment) {
    munmap(start + before + size, alignment - before);
  }
  if (size >= hugePage) {
    madvise(start + before, size, MADV_HUGEPAGE);
  }
  return start + before;
}

// Rounds up to 64 KiB; freeMemory computes the size from the object's again.
uint64_t mappedSize(uint64_t size) {
  return (size + 0xffff) & ~uint64_t{0xffff};
}

// Allocates from one of the two sources and says from which in `backing`. Null on failure.
std::byte *allocate(Device &device, uint64_t size, uint64_t alignment, Backing &backing) {
  const mux_allocator_t &allocator = device.allocator;
  if (size < mappingThreshold && alignment <= 4096) {
    backing = Backing::allocator;
    const uint64_t whole = (size + granule - 1) & ~(granule - 1);
    return static_cast<std::byte *>(allocator.allocate(allocator.user, whole, alignment));
  }
  backing = Backing::mapping;
  alignment = std::max(alignment, size >= hugePage ? hugePage : 0x10000);
  std::byte *const kept = device.keptMappings.take(mappedSize(size), alignment);
  return kept ? kept : mapAligned(mappedSize(size), alignment);
}

// Keeps the mapping for later, or unmaps it.
void releaseMapping(Device &device, std::byte *data, uint64_t size) {
  if (!keepsMappings || !device.keptMappings.store(data, size)) {
    munmap(data, size);
  }
}

// Counts `size` bytes against the device's memory; false if it has less. Any thread.
bool reserve(Device &device, uint64_t size) {
  const uint64_t limit = device.info->global_memory_size;
  uint64_t before = device.allocated.load(std::memory_order_relaxed);
  do {
    if (size > limit - std::min(before, limit)) {
      return false;
    }
  } while (!device.allocated.compare_exchange_weak(before, before + size));
  return true;
}

}  // namespace

// The bytes are counted before they are allocated, so threads that allocate at the same time cannot
// exceed the limit together. A failure takes the count back.
mux_result_t allocateMemory(mux_device_t device, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *memory) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  if (size > device->info->max_allocation_size) {
    return mux_error_device_out_of_memory;
  }
  Memory *object = nullptr;
  if (mux_result_t result = createObject<Memory>(device, mux_kind_memory, &object)) {
    return result;
  }
  const uint64_t least = device->info->buffer_alignment;
  object->size = size;
  if (reserve(deviceOf(device), size)) {
    object->data =
        allocate(deviceOf(device), size, std::max<uint64_t>(alignment, least), object->backing);
    if (!object->data) {
      deviceOf(device).allocated -= size;
    }
  }
  if (!object->data) {
    destroy(object);
    return mux_error_device_out_of_memory;
  }
  object->heap = heap;
  *memory = object;
  return mux_success;
}

// Imports host memory: the address suits as it is. The bytes count for the application, not the
// device.
mux_result_t createMemoryFromHost(mux_device_t device, uint32_t heap, uint64_t size, void *pointer,
                                  mux_memory_t *memory) {
  Memory *object = nullptr;
  if (mux_result_t result = createObject<Memory>(device, mux_kind_memory, &object)) {
    return result;
  }
  object->data = static_cast<std::byte *>(pointer);
  object->size = size;
  object->heap = heap;
  *memory = object;
  return mux_success;
}

// Kernels see the addresses of this process.
mux_result_t getMemoryAddress(mux_memory_t memory, uint64_t *address) {
  *address = reinterpret_cast<uintptr_t>(static_cast<Memory *>(memory)->data);
  return mux_success;
}

// The size of a mapping is not stored: mappedSize computes it from the object's.
void freeMemory(mux_device_t device, mux_memory_t memory) {
  auto *object = static_cast<Memory *>(memory);
  if (object->backing != Backing::application) {
    deviceOf(device).allocated -= object->size;
  }
  if (object->backing == Backing::allocator) {
    device->allocator.release(device->allocator.user, object->data);
  } else if (object->backing == Backing::mapping) {
    releaseMapping(deviceOf(device), object->data, mappedSize(object->size));
  }
  destroy(object);
}

// The device address is the host address.
mux_result_t mapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t,
                       void **pointer) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  *pointer = static_cast<Memory *>(memory)->data + offset;
  return mux_success;
}

mux_result_t unmapMemory(mux_device_t, mux_memory_t) {
  return mux_success;
}

mux_result_t syncMappedMemory(mux_device_t, mux_memory_t, uint64_t, uint64_t) {
  return mux_success;  // the heap is coherent
}

}  // namespace host
