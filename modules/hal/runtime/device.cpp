// Opening a device, and its function table: the HAL's entries over the common ones.
#include <new>

#include "description.h"
#include "mux/target_support/device_table.h"
#include "objects.h"
#include "tables.h"

namespace hal {
namespace {

// Allocates the object and its parts; the HAL's device stays closed until the first need.
mux_result_t createDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                          mux_device_t *device) {
  auto *object = mux::createDeviceObject<Device>(info, allocator);
  if (!object) {
    return mux_error_out_of_memory;
  }
  object->properties = propertiesOf(*info);
  const hal_info_t &properties = *object->properties.info;
  object->limits = mux::launchLimits(*info, properties.max_arena_size);
  object->limits.localInArena = properties.scratchpad_size == 0;
  try {
    object->connection = std::make_unique<Connection>(*object->properties.description->hal);
    object->arenas = std::make_unique<Arenas>(*object->connection, properties.workers,
                                              properties.max_arena_size);
    object->scheduler = std::make_unique<Scheduler>(*object, *object->connection);
  } catch (const std::bad_alloc &) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  *device = object;
  return mux_success;
}

// Destroys the parts in reverse order. In a forked child the parent's threads may sleep on locks of
// these parts, and their destructors would wait for threads that do not exist there: the parts
// leak.
void destroyDevice(mux_device_t device) {
  auto *object = static_cast<Device *>(device);
  if (object->connection->isForked()) {
    // The parent's threads may sleep on what these hold: it is given up.
    (void)object->scheduler.release();
    (void)object->arenas.release();
  }
  destroy(object);
}

mux_result_t getDeviceTime(mux_device_t device, uint64_t *nanoseconds) {
  return deviceOf(device).connection->time(nanoseconds);
}

// Host memory is never the device's own, so nothing is imported or mapped. The driver copies
// instead.
mux_result_t createMemoryFromHost(mux_device_t, uint32_t, uint64_t, void *, mux_memory_t *) {
  return mux_error_unsupported;
}
mux_result_t mapMemory(mux_device_t, mux_memory_t, uint64_t, uint64_t, void **) {
  return mux_error_unsupported;
}
mux_result_t unmapMemory(mux_device_t, mux_memory_t) {
  return mux_error_unsupported;
}
mux_result_t syncMappedMemory(mux_device_t, mux_memory_t, uint64_t, uint64_t) {
  return mux_error_unsupported;
}

// Fills a table at compile time: a forgotten entry is the common one, never null.
constexpr mux_device_table_t makeTable() {
  mux_device_table_t table = mux::common::deviceTable();
  table.create_device = createDevice;
  table.destroy_device = destroyDevice;
  table.get_device_time = getDeviceTime;

  table.allocate_memory = allocateMemory;
  table.create_memory_from_host = createMemoryFromHost;
  table.free_memory = freeMemory;
  table.get_memory_address = getMemoryAddress;
  table.map_memory = mapMemory;
  table.unmap_memory = unmapMemory;
  table.flush_mapped_memory = syncMappedMemory;
  table.invalidate_mapped_memory = syncMappedMemory;

  table.create_executable = createExecutable;
  table.destroy_executable = destroyExecutable;
  table.get_printf_string = getPrintfString;
  table.create_kernel = createKernel;
  table.destroy_kernel = destroyKernel;

  table.create_command_buffer = createCommandBuffer;
  table.destroy_command_buffer = destroyCommandBuffer;
  table.command_ndrange = commandNDRange;

  table.reset_semaphore = resetSemaphore;
  table.create_queue = createQueue;
  table.destroy_queue = destroyQueue;
  table.dispatch = dispatch;
  table.try_wait = tryWait;
  table.wait_all = waitAll;
  table.help = help;
  return table;
}

}  // namespace

constexpr mux_device_table_t deviceTable = makeTable();

}  // namespace hal
