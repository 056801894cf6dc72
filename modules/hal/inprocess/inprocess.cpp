// The properties and the table of an in-process device.
#include "hal/inprocess.h"

#include <algorithm>

#include "functions.h"
#include "mux/native_execution/code.h"
#include "workers.h"

namespace hal {
namespace {

// The counters by which counter queries can be tested; indices are inprocess::Counter.
constexpr hal_counter_t counters[inprocess::counterCount] = {
    {"work-groups", "Work-groups that were run"},
    {"worker-time", "Nanoseconds that workers spent on it, together"},
};

}  // namespace

// Programs are native code, so their format is this machine's. A quarter of the memory is for
// arenas.
hal_info_t describeInProcess(const InProcessConfiguration &configuration) {
  const mux::elf::Machine machine = mux::native::thisMachine();
  hal_info_t info = {};
  info.name = configuration.name;
  info.vendor = configuration.vendor;
  info.target_properties = configuration.targetProperties;
  info.address_bits = machine.bits;
  info.elf_machine = machine.id;
  info.elf_relative_type = machine.relativeType;
  info.page_size = machine.pageSize;
  info.workers = std::max(configuration.workers, 1u);
  info.memory_size = configuration.memorySize;
  info.max_allocation_size = configuration.memorySize / 2;
  info.memory_alignment = 128;
  info.local_memory_size = configuration.localMemorySize;
  info.scratchpad_size = configuration.scratchpadSize;
  info.max_arena_size = configuration.memorySize / 4 / info.workers;
  info.vector_width_bits = configuration.vectorWidthBits;
  info.fp16_capabilities = configuration.fp16Capabilities;
  info.fp32_capabilities = configuration.fp32Capabilities;
  info.fp64_capabilities = configuration.fp64Capabilities;
  info.counter_count = inprocess::counterCount;
  info.counters = counters;
  return info;
}

hal_result_t openInProcess(const hal_info_t &info, hal_device_t *device) {
  return inprocess::open(info, device);
}

hal_t inProcessFunctions() {
  return {
      .version = HAL_VERSION,
      .get_info = nullptr,
      .open = nullptr,
      .close = inprocess::close,
      .allocate = inprocess::allocate,
      .release = inprocess::release,
      .write = inprocess::write,
      .read = inprocess::read,
      .copy = inprocess::copy,
      .fill = inprocess::fill,
      .load_program = inprocess::loadProgram,
      .unload_program = inprocess::unloadProgram,
      .find_kernel = inprocess::findKernel,
      .launch = inprocess::launch,
      .wait = inprocess::wait,
      .get_time = inprocess::getTime,
  };
}

}  // namespace hal
