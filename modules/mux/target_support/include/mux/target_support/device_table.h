// A device table with the device-independent entries filled in, as a start for a target's table.
#pragma once

#include "mux/target_support/command_buffer.h"
#include "mux/target_support/common_objects.h"
#include "mux/target_support/images.h"
#include "mux/target_support/semaphores.h"

namespace mux::common {

/// Returns a table with the functions of mux::common and of mux/target_support/command_buffer.h.
///
/// The target fills in the null entries: device, memory, executables, kernels, creation of command
/// buffers, ND-ranges, reset of semaphores, queues. Its device derives from CommonDevice, its
/// command buffers from RecordedCommandBuffer. A forgotten entry stays null, and muxCreateDevice
/// refuses the table.
constexpr mux_device_table_t deviceTable() {
  mux_device_table_t table = {};
  // A device whose compute units lie in groups (NUMA nodes, caches) replaces this entry.
  table.get_domains = getNoDomains;

  // Buffers name a range of a memory object, so they need nothing of the device.
  table.create_buffer = createBuffer;
  table.destroy_buffer = destroyBuffer;
  table.bind_buffer_memory = bindBufferMemory;

  // Images and samplers are data: kernels get them in the argument block (mux/image_data.h).
  table.create_image = createImage;
  table.destroy_image = destroyImage;
  table.bind_image_memory = bindImageMemory;
  table.create_sampler = createSampler;
  table.destroy_sampler = destroySampler;

  // Both answers follow from the kernel's descriptor and CommonDevice::limits.
  table.query_max_work_group_size = queryMaxWorkGroupSize;
  table.query_local_size = queryLocalSize;

  // Commands become structures of a CommandList. Only ND-ranges need device addresses at recording,
  // so `command_ndrange` stays the target's.
  table.finalize_command_buffer = finalizeCommandBuffer;
  table.reset_command_buffer = resetCommandBuffer;
  table.command_read_buffer = recordReadBuffer;
  table.command_write_buffer = recordWriteBuffer;
  table.command_copy_buffer = recordCopyBuffer;
  table.command_fill_buffer = recordFillBuffer;
  table.command_read_buffer_region = recordReadBufferRegion;
  table.command_write_buffer_region = recordWriteBufferRegion;
  table.command_copy_buffer_region = recordCopyBufferRegion;
  table.command_user_callback = recordUserCallback;
  table.command_begin_query = recordBeginQuery;
  table.command_end_query = recordEndQuery;

  // Synchronisation objects live in host memory; the target's scheduler sets them. Resetting a
  // semaphore takes the scheduler's lock, so reset_semaphore stays null here.
  table.create_fence = createFence;
  table.destroy_fence = destroyFence;
  table.reset_fence = resetFence;
  table.create_semaphore = createSemaphore;
  table.destroy_semaphore = destroySemaphore;
  table.create_query_pool = createQueryPool;
  table.destroy_query_pool = destroyQueryPool;
  table.reset_query_pool = resetQueryPool;
  table.get_query_results = getQueryResults;
  return table;
}

}  // namespace mux::common
