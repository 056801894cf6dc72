// Opening a device, and its table.
#include <new>

#include "description.h"
#include "mux/util/command_buffer.h"
#include "objects.h"
#include "tables.h"

namespace hal {
namespace {

mux_result_t createDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                          mux_device_t *device) {
  auto *object = mux::createDeviceObject<Device>(info, allocator);
  if (!object) {
    return mux_error_out_of_memory;
  }
  object->facts = factsOf(*info);
  const hal_info_t &facts = *object->facts.info;
  object->limits = mux::launchLimits(*info, facts.max_arena_size);
  object->limits.localInArena = facts.scratchpad_size == 0;
  try {
    object->connection = std::make_unique<Connection>(*object->facts.description->hal);
    object->arenas =
        std::make_unique<Arenas>(*object->connection, facts.workers, facts.max_arena_size);
    object->scheduler = std::make_unique<Scheduler>(*object, *object->connection);
  } catch (const std::bad_alloc &) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  *device = object;
  return mux_success;
}

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

// Memory of the host is not the device's; nothing of it is mapped.
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

}  // namespace

constexpr mux_device_table_t deviceTable = {
    .create_device = createDevice,
    .destroy_device = destroyDevice,
    .get_device_time = getDeviceTime,

    .allocate_memory = allocateMemory,
    .create_memory_from_host = createMemoryFromHost,
    .free_memory = freeMemory,
    .map_memory = mapMemory,
    .unmap_memory = unmapMemory,
    .flush_mapped_memory = syncMappedMemory,
    .invalidate_mapped_memory = syncMappedMemory,

    .create_buffer = mux::common::createBuffer,
    .destroy_buffer = mux::common::destroyBuffer,
    .bind_buffer_memory = mux::common::bindBufferMemory,

    .create_image = mux::common::refuseImage,
    .destroy_image = mux::common::forgetImage,
    .bind_image_memory = mux::common::refuseImageMemory,
    .create_sampler = mux::common::refuseSampler,
    .destroy_sampler = mux::common::forgetSampler,

    .create_executable = createExecutable,
    .destroy_executable = destroyExecutable,
    .get_printf_string = getPrintfString,

    .create_kernel = createKernel,
    .destroy_kernel = destroyKernel,
    .query_max_work_group_size = mux::common::queryMaxWorkGroupSize,
    .query_local_size = mux::common::queryLocalSize,

    .create_command_buffer = createCommandBuffer,
    .destroy_command_buffer = destroyCommandBuffer,
    .finalize_command_buffer = mux::common::finalizeCommandBuffer,
    .reset_command_buffer = mux::common::resetCommandBuffer,
    .command_read_buffer = mux::recordReadBuffer,
    .command_write_buffer = mux::recordWriteBuffer,
    .command_copy_buffer = mux::recordCopyBuffer,
    .command_fill_buffer = mux::recordFillBuffer,
    .command_read_buffer_region = mux::recordReadBufferRegion,
    .command_write_buffer_region = mux::recordWriteBufferRegion,
    .command_copy_buffer_region = mux::recordCopyBufferRegion,
    .command_ndrange = commandNDRange,
    .command_user_callback = mux::recordUserCallback,
    .command_begin_query = mux::recordBeginQuery,
    .command_end_query = mux::recordEndQuery,

    .create_fence = mux::common::createFence,
    .destroy_fence = mux::common::destroyFence,
    .reset_fence = mux::common::resetFence,
    .create_semaphore = createSemaphore,
    .destroy_semaphore = destroySemaphore,
    .reset_semaphore = resetSemaphore,

    .create_query_pool = mux::common::createQueryPool,
    .destroy_query_pool = mux::common::destroyQueryPool,
    .reset_query_pool = mux::common::resetQueryPool,
    .get_query_results = mux::common::getQueryResults,

    .create_queue = createQueue,
    .destroy_queue = destroyQueue,
    .dispatch = dispatch,
    .try_wait = tryWait,
    .wait_all = waitAll,
    .help = help,
};

}  // namespace hal
