// The host device: its properties, its function table, and opening it.
#include <algorithm>
#include <bit>
#include <new>
#include <string>
#include <vector>

#include "cpu.h"
#include "host/properties.h"
#include "memory.h"
#include "mux/target_support/device_table.h"
#include "objects.h"
#include "options.h"
#include "program.h"
#include "queue.h"
#include "topology.h"

namespace host {
namespace {

// A limit for KILN_NUM_THREADS: each worker costs a stack and an arena.
constexpr uint32_t mostThreads = 1024;

// The device info of this process with the strings and arrays behind its pointers. Computed once,
// at the first muxGetDeviceInfos.
struct DeviceDescription {
  DeviceDescription();

  CpuInfo cpu = detectCpu();
  std::string properties;
  mux_heap_info_t heap = {};
  mux_device_info_s info = {};

 private:
  void describeSizes();
  void describeFloatingPoint();
};

// Bytes for all arenas together: half of the memory, so buffers keep the other half.
uint64_t arenaBudget(const mux_device_info_s &info) {
  return info.global_memory_size / 2;
}

// Returns the domains of the device. None unless each unit is one processor: with KILN_NUM_THREADS
// or a quota a unit is no place on the machine.
std::vector<mux_domain_info_t> domainsOf(uint32_t computeUnits) {
  const Topology &topology = processorTopology();
  std::vector<mux_domain_info_t> domains;
  if (computeUnits == topology.processors.size()) {
    for (const auto &[domain, groups] : topology.domains) {
      domains.push_back({domain, static_cast<uint32_t>(groups.size()), groups.data()});
    }
  }
  return domains;
}

// Reads the topology at the first call: it takes some twenty files for each processor, so only a
// caller who asks waits for it.
mux_result_t getDomains(mux_device_info_t info, const mux_domain_info_t **domains,
                        uint32_t *count) try {
  // Never destroyed, as the info.
  static const auto *const all = new std::vector(domainsOf(info->compute_units));
  *domains = all->data();
  *count = static_cast<uint32_t>(all->size());
  return mux_success;
} catch (const std::bad_alloc &) {
  return mux_error_out_of_memory;
}

// Starts no thread; the scheduler does so with the first queue.
mux_result_t createDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                          mux_device_t *device) {
  auto *object = mux::createDeviceObject<Device>(info, allocator);
  if (!object) {
    return mux_error_out_of_memory;
  }
  object->limits = mux::launchLimits(*info, arenaBudget(*info));
  object->limits.localSlack = localMemorySlack;
  try {
    object->arenaBudget = arenaBudget(*info);
    object->scheduler = std::make_unique<Scheduler>(Scheduler::Units{0, info->compute_units},
                                                    object->arenaBudget, object->listsMutex);
  } catch (const std::bad_alloc &) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  *device = object;
  return mux_success;
}

// The queues are gone by then, and with the last one went the workers.
void destroyDevice(mux_device_t device) {
  destroy(static_cast<Device *>(device));
}

// The device clock is the host's CLOCK_MONOTONIC, so the two need no calibration.
mux_result_t getDeviceTime(mux_device_t, uint64_t *nanoseconds) {
  *nanoseconds = now();
  return mux_success;
}

// The common entries (mux/target_support/device_table.h) with the host's own over them.
constexpr mux_device_table_t makeTable() {
  mux_device_table_t result = mux::common::deviceTable();
  result.get_domains = getDomains;
  result.create_device = createDevice;
  result.destroy_device = destroyDevice;
  result.get_device_time = getDeviceTime;

  result.allocate_memory = allocateMemory;
  result.create_memory_from_host = createMemoryFromHost;
  result.free_memory = freeMemory;
  result.get_memory_address = getMemoryAddress;
  result.map_memory = mapMemory;
  result.unmap_memory = unmapMemory;
  result.flush_mapped_memory = syncMappedMemory;
  result.invalidate_mapped_memory = syncMappedMemory;

  result.create_executable = createExecutable;
  result.destroy_executable = destroyExecutable;
  result.get_printf_string = getPrintfString;
  result.create_kernel = createKernel;
  result.destroy_kernel = destroyKernel;

  result.create_command_buffer = createCommandBuffer;
  result.destroy_command_buffer = destroyCommandBuffer;
  result.command_ndrange = commandNDRange;

  result.reset_semaphore = resetSemaphore;
  result.create_queue = createQueue;
  result.destroy_queue = destroyQueue;
  result.dispatch = dispatch;
  result.try_wait = tryWait;
  result.wait_all = waitAll;
  result.help = help;
  return result;
}

// One table for all devices of this target, constant at compile time.
constexpr mux_device_table_t table = makeTable();

// The info points into members of this object, so the object never moves. KILN_HOST_CPU replaces
// the detected properties, for code as on another machine.
DeviceDescription::DeviceDescription() {
  const Options options = readOptions();
  if (!options.cpu.empty()) {
    cpu.properties = {.cpu = options.cpu, .features = {}};
  }
  properties = formatTargetProperties(cpu.properties);
  info.interface_version = MUX_VERSION;
  info.table = &table;
  info.target = targetName;
  info.name = cpu.brand.c_str();
  info.vendor = "Kiln";
  info.driver_version = KILN_VERSION;
  info.target_properties = properties.c_str();
  info.kernel_extensions = kernelExtensions;
  info.kernel_features = kernelFeatures;
  info.type = mux_device_type_cpu;
  info.address_bits = addressBits;
  info.compute_units =
      std::min(options.numThreads ? options.numThreads : usableProcessors(), mostThreads);
  info.has_unit_queues = true;
  info.clock_mhz = clockFrequency();
  info.has_images = true;
  info.has_native_host_functions = true;
  info.has_unified_memory = true;
  info.shared_memory = mux_shared_coarse_grain_buffers | mux_shared_fine_grain_buffers |
                       mux_shared_system | mux_shared_atomics;
  info.has_buffer_addresses = true;
  describeSizes();
  describeFloatingPoint();
}

// Sizes and limits. A quarter of the memory stays for the process itself, the compiler in it, and
// other processes.
void DeviceDescription::describeSizes() {
  const CacheInfo caches = detectCaches();
  info.global_memory_size = usableMemory() / 4 * 3;
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

// OpenCL requires fma for doubles, so it is there in software without the instruction (CL 3.0 §4.2,
// CL_DEVICE_DOUBLE_FP_CONFIG). For floats it is claimed only with the instruction.
void DeviceDescription::describeFloatingPoint() {
  const uint32_t common = mux_fp_denorm | mux_fp_inf_nan | mux_fp_round_to_nearest |
                          mux_fp_round_to_zero | mux_fp_round_to_inf;
  info.fp16_capabilities = common | mux_fp_fma;
  info.fp32_capabilities =
      common | mux_fp_correctly_rounded_divide_sqrt | (cpu.hasFma ? mux_fp_fma : 0);
  info.fp64_capabilities = common | mux_fp_fma;
}

}  // namespace
}  // namespace host

// The target's entry for muxGetDeviceInfos: one device per process, described at the first call.
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
