// A template target: its device opens and closes, and refuses all other calls.
//
// To port Kiln to a device, copy this folder to targets/<name>/runtime and replace one function
// after the other; the conformance suite (modules/mux/cts) shows the missing ones.
//
// The contract of each function is in the public header of its object. The comments here add the
// duties of an implementation towards modules/mux/lib. It calls with checked arguments: live
// handles of this device, non-null out-pointers, ranges inside of buffers, arguments that fit the
// kernel's descriptor. Nothing here throws, and an error leaves the out-parameter untouched.
//
// Most of the implementation exists in modules/mux/target_support: the binary (elf.h), the launch
// (launch.h), printf (printf.h), the recording of commands (command_buffer.h).
#include "mux/null_target.h"

#include <cstdlib>
#include <new>

namespace {

// --- Device. -----------------------------------------------------------------------------

void *allocateFromHeap(void *, size_t size, size_t alignment) {
  return std::aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
}
void releaseToHeap(void *, void *pointer) {
  std::free(pointer);
}

/// Opens the device: copies the allocator, initialises the object. Starts no thread; what is
/// expensive waits for the first queue. A target's own device structure begins with
/// mux_device_s.
mux_result_t createDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                          mux_device_t *device) {
  const mux_allocator_t used =
      allocator ? *allocator : mux_allocator_t{allocateFromHeap, releaseToHeap, nullptr};
  void *memory = used.allocate(used.user, sizeof(mux_device_s), alignof(mux_device_s));
  if (!memory) {
    return mux_error_out_of_memory;
  }
  auto *created = new (memory) mux_device_s{.object = {}, .info = info, .allocator = used};
  muxInitObject(&created->object, mux_kind_device, created);
  *device = created;
  return mux_success;
}

/// All objects of the device are destroyed before.
void destroyDevice(mux_device_t device) {
  const mux_allocator_t used = device->allocator;
  used.release(used.user, device);
}

/// The clock of dispatches' completion times and of duration queries, in nanoseconds.
mux_result_t getDeviceTime(mux_device_t, uint64_t *) {
  return mux_error_unsupported;
}

// --- Memory. Sets mux_memory_s::size and heap. ---------------------------------------------

/// Device memory; mux_error_device_out_of_memory when the heap is full. Nothing in the
/// runtime reads or writes it but through a mapping or a command.
mux_result_t allocateMemory(mux_device_t, uint64_t, uint32_t, uint32_t, mux_memory_t *) {
  return mux_error_unsupported;
}
/// Only heaps with mux_heap_host_import get here. Refuse pointers that the device cannot use.
mux_result_t createMemoryFromHost(mux_device_t, uint32_t, uint64_t, void *, mux_memory_t *) {
  return mux_error_unsupported;
}
void freeMemory(mux_device_t, mux_memory_t) {}
/// Only heaps with mux_heap_host_mappable get to these four. Count the mappings.
mux_result_t mapMemory(mux_device_t, mux_memory_t, uint64_t, uint64_t, void **) {
  return mux_error_unsupported;
}
/// Ends one mapping.
mux_result_t unmapMemory(mux_device_t, mux_memory_t) {
  return mux_error_unsupported;
}
/// A coherent heap has nothing to do here.
mux_result_t flushMappedMemory(mux_device_t, mux_memory_t, uint64_t, uint64_t) {
  return mux_error_unsupported;
}
mux_result_t invalidateMappedMemory(mux_device_t, mux_memory_t, uint64_t, uint64_t) {
  return mux_error_unsupported;
}

// --- Buffers, images, samplers. -------------------------------------------------------------

/// An object that says how large it is; no memory yet. Sets size, memory = null.
mux_result_t createBuffer(mux_device_t, uint64_t, mux_buffer_t *) {
  return mux_error_unsupported;
}
void destroyBuffer(mux_device_t, mux_buffer_t) {}
/// Only devices with has_buffer_addresses get to this.
mux_result_t getMemoryAddress(mux_memory_t, uint64_t *) {
  return mux_error_unsupported;
}
/// Sets memory and offset.
mux_result_t bindBufferMemory(mux_device_t, mux_memory_t, mux_buffer_t, uint64_t) {
  return mux_error_unsupported;
}
/// Only devices with has_images get to these.
mux_result_t createImage(mux_device_t, const mux_image_description_t *, mux_image_t *) {
  return mux_error_unsupported;
}
void destroyImage(mux_device_t, mux_image_t) {}
mux_result_t bindImageMemory(mux_device_t, mux_memory_t, mux_image_t, uint64_t) {
  return mux_error_unsupported;
}
mux_result_t createSampler(mux_device_t, const mux_sampler_description_t *, mux_sampler_t *) {
  return mux_error_unsupported;
}
void destroySampler(mux_device_t, mux_sampler_t) {}

// --- Executables and kernels. ----------------------------------------------------------------

/// Verifies the bytes with mux::elf::verify, refuses what is not for this target and device
/// (note.target, note.targetProperties), then loads: maps it, or mux::elf::materialize and a
/// copy. Any bytes may come; they need not live longer than the call.
mux_result_t createExecutable(mux_device_t, const void *, uint64_t, mux_executable_t *) {
  return mux_error_unsupported;
}
void destroyExecutable(mux_device_t, mux_executable_t) {}
/// note.strings[id]; mux_error_invalid_value if there is no such id. `length` may be null.
mux_result_t getPrintfString(mux_executable_t, uint32_t, const char **, uint64_t *) {
  return mux_error_unsupported;
}
/// Finds the kernel in the program metadata; mux_error_missing_kernel if it is not there. Sets
/// descriptor.
mux_result_t createKernel(mux_device_t, mux_executable_t, const char *, mux_kernel_t *) {
  return mux_error_unsupported;
}
void destroyKernel(mux_device_t, mux_kernel_t) {}
/// mux::queryMaxWorkGroupSize and mux::queryLocalSize with the device's limits will do.
mux_result_t queryMaxWorkGroupSize(mux_kernel_t, uint64_t, uint64_t *) {
  return mux_error_unsupported;
}
mux_result_t queryLocalSize(mux_kernel_t, uint32_t, const uint64_t[3], uint64_t, uint64_t[3]) {
  return mux_error_unsupported;
}

// --- Command buffers. The state is kept by modules/mux/lib. -----------------------------------

mux_result_t createCommandBuffer(mux_device_t, mux_command_buffer_t *) {
  return mux_error_unsupported;
}
void destroyCommandBuffer(mux_device_t, mux_command_buffer_t) {}
mux_result_t finalizeCommandBuffer(mux_command_buffer_t) {
  return mux_error_unsupported;
}
/// Drops the commands. Also called while recording.
mux_result_t resetCommandBuffer(mux_command_buffer_t) {
  return mux_error_unsupported;
}
/// Commands copy their arguments, patterns and regions; bytes behind host pointers are
/// read or written when the command runs. Sizes are not zero, regions not empty.
mux_result_t commandReadBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t, void *, uint64_t) {
  return mux_error_unsupported;
}
mux_result_t commandWriteBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t, const void *,
                                uint64_t) {
  return mux_error_unsupported;
}
mux_result_t commandCopyBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t, mux_buffer_t, uint64_t,
                               uint64_t) {
  return mux_error_unsupported;
}
mux_result_t commandFillBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t, uint64_t, const void *,
                               uint64_t) {
  return mux_error_unsupported;
}
mux_result_t commandReadBufferRegion(mux_command_buffer_t, mux_buffer_t, void *,
                                     const mux_buffer_region_t *) {
  return mux_error_unsupported;
}
mux_result_t commandWriteBufferRegion(mux_command_buffer_t, mux_buffer_t, const void *,
                                      const mux_buffer_region_t *) {
  return mux_error_unsupported;
}
mux_result_t commandCopyBufferRegion(mux_command_buffer_t, mux_buffer_t, mux_buffer_t,
                                     const mux_buffer_region_t *) {
  return mux_error_unsupported;
}
/// mux::layOutArena (mux_error_out_of_resources if the group does not fit), mux::packArguments,
/// mux::makeSchedule. The values behind the arguments are copied here. An empty global size
/// is a command that does nothing.
mux_result_t commandNDRange(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *) {
  return mux_error_unsupported;
}
/// The callback runs on any thread but may dispatch to the same queue.
mux_result_t commandUserCallback(mux_command_buffer_t, void (*)(void *), void *) {
  return mux_error_unsupported;
}
mux_result_t commandBeginQuery(mux_command_buffer_t, mux_query_pool_t, uint32_t) {
  return mux_error_unsupported;
}
mux_result_t commandEndQuery(mux_command_buffer_t, mux_query_pool_t, uint32_t) {
  return mux_error_unsupported;
}

// --- Fences, semaphores, query pools. -----------------------------------------------------------

mux_result_t createFence(mux_device_t, mux_fence_t *) {
  return mux_error_unsupported;
}
void destroyFence(mux_device_t, mux_fence_t) {}
mux_result_t resetFence(mux_fence_t) {
  return mux_error_unsupported;
}
mux_result_t createSemaphore(mux_device_t, mux_semaphore_t *) {
  return mux_error_unsupported;
}
void destroySemaphore(mux_device_t, mux_semaphore_t) {}
mux_result_t resetSemaphore(mux_semaphore_t) {
  return mux_error_unsupported;
}
/// Counters are those that the device info names; a device without any never sees
/// mux_query_counter.
mux_result_t createQueryPool(mux_device_t, mux_query_type_t, uint32_t, const uint32_t *, uint32_t,
                             mux_query_pool_t *) {
  return mux_error_unsupported;
}
void destroyQueryPool(mux_device_t, mux_query_pool_t) {}
mux_result_t resetQueryPool(mux_query_pool_t) {
  return mux_error_unsupported;
}
mux_result_t getQueryResults(mux_query_pool_t, uint32_t, uint32_t, void *, uint64_t) {
  return mux_error_unsupported;
}

// --- Queues. ------------------------------------------------------------------------------------

/// The first queue may start the device's threads; the last one ends them.
mux_result_t createQueue(mux_device_t, uint32_t, uint32_t, mux_queue_t *) {
  return mux_error_unsupported;
}
void destroyQueue(mux_device_t, mux_queue_t) {}
/// Runs the command buffer once its wait semaphores are signalled, after `started`. Then, in this
/// order: signal semaphores, `completed`, the fence. A failed command skips the rest of its command
/// buffer, and fails the dispatches that wait for its semaphores. `dispatch` itself is copied.
mux_result_t dispatch(mux_queue_t, const mux_dispatch_t *) {
  return mux_error_unsupported;
}
mux_result_t tryWait(mux_queue_t, uint64_t, mux_fence_t) {
  return mux_error_unsupported;
}
mux_result_t waitAll(mux_queue_t) {
  return mux_error_unsupported;
}
/// A device whose work does not run on the host returns mux_not_ready.
mux_result_t help(mux_queue_t, int (*)(void *), void *) {
  return mux_error_unsupported;
}

// --- What the device is.
// --------------------------------------------------------------------------

/// The groups that something of the system divides the compute units into, if has_unit_queues.
mux_result_t getDomains(mux_device_info_t, const mux_domain_info_t **domains, uint32_t *count) {
  *domains = nullptr;
  *count = 0;
  return mux_success;
}

constexpr mux_device_table_t table = {
    .get_domains = getDomains,
    .create_device = createDevice,
    .destroy_device = destroyDevice,
    .get_device_time = getDeviceTime,
    .allocate_memory = allocateMemory,
    .create_memory_from_host = createMemoryFromHost,
    .free_memory = freeMemory,
    .map_memory = mapMemory,
    .unmap_memory = unmapMemory,
    .flush_mapped_memory = flushMappedMemory,
    .invalidate_mapped_memory = invalidateMappedMemory,
    .get_memory_address = getMemoryAddress,
    .create_buffer = createBuffer,
    .destroy_buffer = destroyBuffer,
    .bind_buffer_memory = bindBufferMemory,
    .create_image = createImage,
    .destroy_image = destroyImage,
    .bind_image_memory = bindImageMemory,
    .create_sampler = createSampler,
    .destroy_sampler = destroySampler,
    .create_executable = createExecutable,
    .destroy_executable = destroyExecutable,
    .get_printf_string = getPrintfString,
    .create_kernel = createKernel,
    .destroy_kernel = destroyKernel,
    .query_max_work_group_size = queryMaxWorkGroupSize,
    .query_local_size = queryLocalSize,
    .create_command_buffer = createCommandBuffer,
    .destroy_command_buffer = destroyCommandBuffer,
    .finalize_command_buffer = finalizeCommandBuffer,
    .reset_command_buffer = resetCommandBuffer,
    .command_read_buffer = commandReadBuffer,
    .command_write_buffer = commandWriteBuffer,
    .command_copy_buffer = commandCopyBuffer,
    .command_fill_buffer = commandFillBuffer,
    .command_read_buffer_region = commandReadBufferRegion,
    .command_write_buffer_region = commandWriteBufferRegion,
    .command_copy_buffer_region = commandCopyBufferRegion,
    .command_ndrange = commandNDRange,
    .command_user_callback = commandUserCallback,
    .command_begin_query = commandBeginQuery,
    .command_end_query = commandEndQuery,
    .create_fence = createFence,
    .destroy_fence = destroyFence,
    .reset_fence = resetFence,
    .create_semaphore = createSemaphore,
    .destroy_semaphore = destroySemaphore,
    .reset_semaphore = resetSemaphore,
    .create_query_pool = createQueryPool,
    .destroy_query_pool = destroyQueryPool,
    .reset_query_pool = resetQueryPool,
    .get_query_results = getQueryResults,
    .create_queue = createQueue,
    .destroy_queue = destroyQueue,
    .dispatch = dispatch,
    .try_wait = tryWait,
    .wait_all = waitAll,
    .help = help,
};

constexpr mux_heap_info_t heap = {.properties = mux_heap_device_local, .size = 1u << 20};

/// All zero where nothing is known would be wrong for a real device: every field is read
/// by someone (mux/device.h).
mux_device_info_s makeInfo() {
  mux_device_info_s info{};
  info.interface_version = MUX_VERSION;
  info.table = &table;
  info.target = "null";
  info.name = "Kiln null device";
  info.vendor = "Kiln";
  info.driver_version = "0.1.0";
  info.target_properties = "";
  info.kernel_extensions = "";
  info.kernel_features = "";
  info.type = mux_device_type_custom;
  info.address_bits = 64;
  info.compute_units = 1;
  info.global_memory_size = heap.size;
  info.max_allocation_size = heap.size;
  info.local_memory_size = 32768;
  info.cache_line_size = 64;
  info.buffer_alignment = 128;
  info.max_constant_buffer_size = 65536;
  info.max_parameter_size = 1024;
  info.timer_resolution_ns = 1;
  info.max_work_group_size = 256;
  info.max_work_item_sizes[0] = 256;
  info.max_work_item_sizes[1] = 256;
  info.max_work_item_sizes[2] = 256;
  info.printf_buffer_size = 65536;
  info.heap_count = 1;
  info.heaps = &heap;
  return info;
}

}  // namespace

/// Looks for the target's devices on this machine. Starts neither a thread nor a device.
extern "C" mux_result_t kiln_null_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                   uint32_t *count) {
  static mux_device_info_s info = makeInfo();
  if (capacity > 0) {
    infos[0] = &info;
  }
  *count = 1;
  return mux_success;
}
