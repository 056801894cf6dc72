// Memory of a device with a HAL: allocated by the HAL, reached through commands, never mapped.
#include <algorithm>

#include "objects.h"
#include "tables.h"

namespace hal {

namespace {

// Allocates, and tries once more without the arenas if there is no room and no job uses them. The
// next launch allocates arenas again.
mux_result_t allocate(Device &device, uint64_t size, uint64_t alignment, hal_address_t *address) {
  mux_result_t result = device.connection->call(&hal_t::allocate, size, alignment, address);
  if (result == mux_error_device_out_of_memory && device.arenas->trim()) {
    result = device.connection->call(&hal_t::allocate, size, alignment, address);
  }
  return result;
}

}  // namespace

// Aligns to buffer_alignment at least, so a buffer at offset 0 of its memory is aligned as well.
mux_result_t allocateMemory(mux_device_t device, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *memory) {
  if (deviceOf(device).isLost()) {
    return mux_error_device_lost;
  }
  if (size > device->info->max_allocation_size) {
    return mux_error_device_out_of_memory;
  }
  Memory *object = nullptr;
  if (mux_result_t result = createObject<Memory>(device, mux_kind_memory, &object)) {
    return result;
  }
  const uint64_t wanted = std::max(alignment, device->info->buffer_alignment);
  if (mux_result_t result = allocate(deviceOf(device), size, wanted, &object->address)) {
    destroy(object);
    return result;
  }
  object->size = size;
  object->heap = heap;
  *memory = object;
  return mux_success;
}

mux_result_t getMemoryAddress(mux_memory_t memory, uint64_t *address) {
  *address = static_cast<Memory *>(memory)->address;
  return mux_success;
}

void freeMemory(mux_device_t device, mux_memory_t memory) {
  auto *object = static_cast<Memory *>(memory);
  deviceOf(device).connection->release(&hal_t::release, object->address);
  destroy(object);
}

}  // namespace hal
