// Makes a mux device info from a HAL's properties and a description.
//
//   Target --> Impl { mux_device_info_s info; Heap heap; }
//                      info.heaps --> heap.device --> description, hal_info_t
//
// The way from an info back to its HAL leads through info.heaps. An info may be copied, with a
// table for tests before this one, and the copied pointer still leads here.
#include "hal/target.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>
#include <vector>

#include "description.h"
#include "mux/target_support/target_properties.h"
#include "tables.h"

namespace hal {
namespace {

// The one heap of a device, with the HAL's properties behind it.
struct Heap : mux_heap_info_t {
  DeviceProperties device;
};

// Alignment in bytes of OpenCL's largest type, a vector of 16 doubles.
constexpr uint32_t leastAlignment = 128;

/// What is wrong with the properties: the name of one, or null.
const char *wrongProperty(const hal_info_t &info) {
  const struct {
    const char *name;
    bool isRight;
  } properties[] = {
      {"name", info.name != nullptr},
      {"vendor", info.vendor != nullptr},
      {"target_properties", info.target_properties != nullptr},
      {"address_bits", info.address_bits == 32 || info.address_bits == 64},
      {"page_size", info.page_size != 0},
      {"workers", info.workers != 0},
      {"memory_size", info.memory_size != 0},
      {"max_allocation_size", info.max_allocation_size != 0},
  };
  const auto *wrong =
      std::ranges::find(properties, false, [](const auto &property) { return property.isRight; });
  return wrong == std::end(properties) ? nullptr : wrong->name;
}

// Checks a device's properties. Prints the first wrong one on standard error, because the device
// would otherwise be missing without a reason.
bool isUsable(const char *target, const hal_info_t &info) {
  const char *wrong = wrongProperty(info);
  if (wrong) {
    std::fprintf(stderr,
                 "kiln: %s: the HAL's properties have no usable %s, so there is no device\n",
                 target, wrong);
  }
  return !wrong;
}

}  // namespace

struct Target::Impl {
  explicit Impl(const Description &described) : description(described) {}
  // Fills in the info; the object is then a device.
  void describe(const hal_info_t &from);

  Description description;
  bool isThere = false;
  mux_device_info_s info = {};
  Heap heap = {};
  std::vector<mux_counter_info_t> counters;
};

void Target::Impl::describe(const hal_info_t &from) {
  heap.properties = mux_heap_device_local;
  heap.size = from.memory_size;
  heap.device = {&description, &from};
  for (uint32_t i = 0; i < from.counter_count; ++i) {
    counters.push_back({from.counters[i].name, from.counters[i].description});
  }
  info.interface_version = MUX_VERSION;
  info.table = &deviceTable;
  info.target = description.name;
  info.name = from.name;
  info.vendor = from.vendor;
  info.driver_version = KILN_VERSION;
  info.target_properties = from.target_properties;
  info.kernel_extensions = description.kernelExtensions;
  info.kernel_features = description.kernelFeatures;
  const auto features = mux::splitList(description.kernelFeatures);
  info.has_images = std::ranges::count(features, "__opencl_c_images") != 0;
  info.type = description.type;
  info.address_bits = from.address_bits;
  info.compute_units = from.workers;
  info.clock_mhz = from.clock_mhz;
  info.global_memory_size = from.memory_size;
  info.max_allocation_size = from.max_allocation_size;
  info.local_memory_size = from.scratchpad_size
                               ? std::min(from.scratchpad_size, from.local_memory_size)
                               : from.local_memory_size;
  info.cache_line_size = 64;
  info.buffer_alignment = std::max(from.memory_alignment, leastAlignment);
  info.max_constant_buffer_size =
      std::min(description.maxConstantBufferSize, from.max_allocation_size);
  info.max_parameter_size = description.maxParameterSize;
  info.timer_resolution_ns = 1;
  info.max_work_group_size = description.maxWorkGroupSize;
  std::ranges::fill(info.max_work_item_sizes, description.maxWorkGroupSize);
  info.printf_buffer_size = std::min(description.printfBufferSize, from.max_allocation_size);
  info.native_vector_width_bits = from.vector_width_bits;
  info.fp16_capabilities = from.fp16_capabilities;
  info.fp32_capabilities = from.fp32_capabilities;
  info.fp64_capabilities = from.fp64_capabilities;
  info.has_buffer_addresses = true;
  info.heap_count = 1;
  info.heaps = &heap;
  info.counter_count = from.counter_count;
  info.counters = counters.data();
  info.is_emulated = from.is_emulated;
  isThere = true;
}

DeviceProperties propertiesOf(const mux_device_info_s &info) {
  return static_cast<const Heap *>(info.heaps)->device;
}

Target::Target(const Description &description) {
  const hal_t &hal = *description.hal;
  const hal_info_t *info = nullptr;
  try {
    auto impl = std::make_unique<Impl>(description);
    if (hal.version >> 16 == HAL_VERSION >> 16 && hal.get_info(&info) == hal_success &&
        isUsable(description.name, *info)) {
      impl->describe(*info);
    }
    impl_ = std::move(impl);
  } catch (const std::bad_alloc &) {
  }
}

Target::~Target() = default;

mux_result_t Target::deviceInfos(uint32_t capacity, mux_device_info_t *infos,
                                 uint32_t *count) const {
  if (!impl_) {
    return mux_error_out_of_memory;
  }
  if (impl_->isThere && capacity > 0 && infos) {
    infos[0] = &impl_->info;
  }
  *count = impl_->isThere ? 1 : 0;
  return mux_success;
}

}  // namespace hal
