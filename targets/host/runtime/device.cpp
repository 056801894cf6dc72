// What the host device is, its table, and opening it.
#include <algorithm>
#include <bit>
#include <new>
#include <string>

#include "cpu.h"
#include "host/facts.h"
#include "memory.h"
#include "objects.h"
#include "options.h"
#include "program.h"
#include "queue.h"

namespace host {
namespace {

constexpr uint32_t mostThreads = 1024;

/// The strings and arrays that the device info points to.
struct DeviceDescription {
  DeviceDescription();

  CpuInfo cpu = detectCpu();
  std::string facts;
  mux_heap_info_t heap = {};
  mux_device_info_s info = {};

 private:
  void describeSizes();
  void describeFloatingPoint();
};

uint64_t arenaBudget(const mux_device_info_s &info) {
  return info.global_memory_size / 2;
}

mux_result_t createDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                          mux_device_t *device) {
  auto *object = mux::createDeviceObject<Device>(info, allocator);
  if (!object) {
    return mux_error_out_of_memory;
  }
  object->limits = mux::launchLimits(*info, arenaBudget(*info));
  try {
    object->scheduler = std::make_unique<Scheduler>(info->compute_units, arenaBudget(*info));
  } catch (const std::bad_alloc &) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  *device = object;
  return mux_success;
}

void destroyDevice(mux_device_t device) {
  destroy(static_cast<Device *>(device));
}

mux_result_t getDeviceTime(mux_device_t, uint64_t *nanoseconds) {
  *nanoseconds = now();
  return mux_success;
}

constexpr mux_device_table_t table = {
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

DeviceDescription::DeviceDescription() {
  const Options options = readOptions();
  if (!options.cpu.empty()) {
    cpu.facts = {.cpu = options.cpu, .features = {}};
  }
  facts = formatFacts(cpu.facts);
  info.interface_version = MUX_VERSION;
  info.table = &table;
  info.target = targetName;
  info.name = cpu.brand.c_str();
  info.vendor = "Kiln";
  info.driver_version = KILN_VERSION;
  info.compiler_facts = facts.c_str();
  info.kernel_extensions = kernelExtensions;
  info.kernel_features = kernelFeatures;
  info.type = mux_device_type_cpu;
  info.address_bits = addressBits;
  info.compute_units =
      std::min(options.numThreads ? options.numThreads : usableProcessors(), mostThreads);
  info.clock_mhz = clockFrequency();
  info.has_native_host_functions = true;
  info.has_unified_memory = true;
  describeSizes();
  describeFloatingPoint();
}

void DeviceDescription::describeSizes() {
  const CacheInfo caches = detectCaches();
  info.global_memory_size = usableMemory();
  info.max_allocation_size =
      std::max(info.global_memory_size / 2, std::min(info.global_memory_size, uint64_t{128} << 20));
  info.local_memory_size = localMemorySize;
  info.cache_size = caches.lastLevelSize;
  info.cache_line_size = caches.lineSize;
  info.buffer_alignment = bufferAlignment;
  // Any memory will do; the limit is for programs that fill a constant buffer of the full size.
  info.max_constant_buffer_size = std::min(info.max_allocation_size, uint64_t{64} << 20);
  info.max_parameter_size = maxParameterSize;
  info.timer_resolution_ns = 1;
  info.max_work_group_size = maxWorkGroupSize;
  std::ranges::fill(info.max_work_item_sizes, maxWorkGroupSize);
  info.printf_buffer_size = printfBufferSize;
  info.native_vector_width_bits = cpu.vectorBits;
  heap.properties = mux_heap_device_local | mux_heap_host_mappable | mux_heap_host_coherent |
                    mux_heap_host_import;
  heap.size = info.global_memory_size;
  info.heap_count = 1;
  info.heaps = &heap;
}

void DeviceDescription::describeFloatingPoint() {
  const uint32_t common = mux_fp_denorm | mux_fp_inf_nan | mux_fp_round_to_nearest |
                          mux_fp_round_to_zero | mux_fp_round_to_inf;
  info.fp16_capabilities = 0;
  info.fp32_capabilities =
      common | mux_fp_correctly_rounded_divide_sqrt | (cpu.hasFma ? mux_fp_fma : 0);
  info.fp64_capabilities =
      common | mux_fp_fma;  // OpenCL requires fma of doubles, in software if need be
}

}  // namespace
}  // namespace host

extern "C" mux_result_t kiln_host_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                   uint32_t *count) {
  try {
    // Never destroyed: threads may still run when the process exits.
    static auto *const description = new host::DeviceDescription;
    if (capacity > 0 && infos) {
      infos[0] = &description->info;
    }
    *count = 1;
    return mux_success;
  } catch (const std::bad_alloc &) {
    return mux_error_out_of_memory;
  }
}
