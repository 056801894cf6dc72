// Device memory: validation of mux/memory.h.
//
// The heap's properties decide which calls a target sees: a heap without mux_heap_host_mappable
// gets no mapping, one without mux_heap_host_import no host memory.
#include "mux/memory.h"

#include <bit>

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// Returns true if the heap exists and has the property.
bool heapHas(mux_device_t device, uint32_t heap, mux_heap_property_t property) {
  return heap < device->info->heap_count && (device->info->heaps[heap].properties & property) != 0;
}

// mux_error_device_out_of_memory: more bytes than the heap has, whatever is free in it.
mux_result_t allocateMemory(mux_device_t device, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *memory) {
  if (const mux_result_t result = checkCreate(device, memory); result != mux_success) {
    return result;
  }
  if (size == 0 || heap >= device->info->heap_count ||
      (alignment != 0 && !std::has_single_bit(alignment))) {
    return mux_error_invalid_value;
  }
  if (size > device->info->heaps[heap].size) {
    return mux_error_device_out_of_memory;
  }
  return tableOf(device).allocate_memory(device, size, heap, alignment, memory);
}

// mux_error_invalid_value comes before mux_error_unsupported: a wrong argument is wrong on each
// device.
mux_result_t createMemoryFromHost(mux_device_t device, uint32_t heap, uint64_t size, void *pointer,
                                  mux_memory_t *memory) {
  if (const mux_result_t result = checkCreate(device, memory); result != mux_success) {
    return result;
  }
  if (heap >= device->info->heap_count || !pointer || size == 0 ||
      size > UINTPTR_MAX - reinterpret_cast<uintptr_t>(pointer)) {
    return mux_error_invalid_value;
  }
  if (!heapHas(device, heap, mux_heap_host_import)) {
    return mux_error_unsupported;
  }
  return tableOf(device).create_memory_from_host(device, heap, size, pointer, memory);
}

// Checks the handles and the heap of a mapping.
mux_result_t checkMapping(mux_device_t device, mux_memory_t memory) {
  if (!isLive(device) || !belongsTo(memory, device)) {
    return mux_error_invalid_handle;
  }
  return heapHas(device, memory->heap, mux_heap_host_mappable) ? mux_success
                                                               : mux_error_unsupported;
}

// As checkMapping, with a range of at least one byte inside of the memory.
mux_result_t checkMappedRange(mux_device_t device, mux_memory_t memory, uint64_t offset,
                              uint64_t size) {
  const mux_result_t result = checkMapping(device, memory);
  if (result != mux_success) {
    return result;
  }
  return size != 0 && isInside(offset, size, memory->size) ? mux_success : mux_error_invalid_value;
}

// The out-parameter comes last here, behind range and heap.
mux_result_t mapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t size,
                       void **pointer) {
  if (const mux_result_t result = checkMappedRange(device, memory, offset, size);
      result != mux_success) {
    return result;
  }
  if (!pointer) {
    return mux_error_null_out_parameter;
  }
  return tableOf(device).map_memory(device, memory, offset, size, pointer);
}

// A memory without a mapping is the target's to judge.
mux_result_t unmapMemory(mux_device_t device, mux_memory_t memory) {
  const mux_result_t result = checkMapping(device, memory);
  return result != mux_success ? result : tableOf(device).unmap_memory(device, memory);
}

// The range may be larger than the mapped one; it has to lie inside of the memory.
mux_result_t flushMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                               uint64_t size) {
  const mux_result_t result = checkMappedRange(device, memory, offset, size);
  return result != mux_success ? result
                               : tableOf(device).flush_mapped_memory(device, memory, offset, size);
}

// As flushMappedMemory, for the other direction.
mux_result_t invalidateMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                    uint64_t size) {
  const mux_result_t result = checkMappedRange(device, memory, offset, size);
  return result != mux_success
             ? result
             : tableOf(device).invalidate_mapped_memory(device, memory, offset, size);
}

}  // namespace

extern "C" {

mux_result_t muxAllocateMemory(mux_device_t device, uint64_t size, uint32_t heap,
                               uint32_t alignment, mux_memory_t *memory) {
  return call_log::record("muxAllocateMemory",
                          allocateMemory(device, size, heap, alignment, memory), device, size, heap,
                          alignment, call_log::out(memory));
}

mux_result_t muxCreateMemoryFromHost(mux_device_t device, uint32_t heap, uint64_t size,
                                     void *pointer, mux_memory_t *memory) {
  return call_log::record("muxCreateMemoryFromHost",
                          createMemoryFromHost(device, heap, size, pointer, memory), device, heap,
                          size, pointer, call_log::out(memory));
}

void muxFreeMemory(mux_device_t device, mux_memory_t memory) {
  call_log::recordVoid("muxFreeMemory", device, memory);
  if (isLive(device) && belongsTo(memory, device)) {
    tableOf(device).free_memory(device, memory);
  }
}

mux_result_t muxMapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t size,
                          void **pointer) {
  return call_log::record("muxMapMemory", mapMemory(device, memory, offset, size, pointer), device,
                          memory, offset, size, call_log::out(pointer));
}

mux_result_t muxUnmapMemory(mux_device_t device, mux_memory_t memory) {
  return call_log::record("muxUnmapMemory", unmapMemory(device, memory), device, memory);
}

mux_result_t muxFlushMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                  uint64_t size) {
  return call_log::record("muxFlushMappedMemory", flushMappedMemory(device, memory, offset, size),
                          device, memory, offset, size);
}

mux_result_t muxInvalidateMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                       uint64_t size) {
  return call_log::record("muxInvalidateMappedMemory",
                          invalidateMappedMemory(device, memory, offset, size), device, memory,
                          offset, size);
}

}  // extern "C"
