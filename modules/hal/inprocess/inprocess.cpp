// Tables for configurations. hal_t's functions that have no device yet have no argument that
// could tell configurations apart either, so each configuration has functions of its own,
// made from a template; a HAL for real hardware has one table and none of this.
#include "hal/inprocess.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "functions.h"
#include "mux/native/code.h"
#include "workers.h"

namespace hal {
namespace {

constexpr size_t mostConfigurations = 8;

constexpr hal_counter_t counters[inprocess::counterCount] = {
    {"work-groups", "Work-groups that were run"},
    {"worker-time", "Nanoseconds that workers spent on it, together"},
};

/// Facts and the text that they point to.
struct Facts {
  explicit Facts(const InProcessConfiguration &from);
  std::string name, vendor, compilerFacts;
  hal_info_t info = {};
};

Facts::Facts(const InProcessConfiguration &from)
    : name(from.name), vendor(from.vendor), compilerFacts(from.compilerFacts) {
  const mux::elf::Machine machine = mux::native::thisMachine();
  info.name = name.c_str();
  info.vendor = vendor.c_str();
  info.compiler_facts = compilerFacts.c_str();
  info.address_bits = machine.bits;
  info.elf_machine = machine.id;
  info.elf_relative_type = machine.relativeType;
  info.page_size = machine.pageSize;
  info.workers = std::max(from.workers, 1u);
  info.memory_size = from.memorySize;
  info.max_allocation_size = from.memorySize / 2;
  info.memory_alignment = 128;
  info.local_memory_size = from.localMemorySize;
  info.scratchpad_size = from.scratchpadSize;
  info.max_arena_size = from.memorySize / 4 / info.workers;
  info.vector_width_bits = from.vectorWidthBits;
  info.fp16_capabilities = from.fp16Capabilities;
  info.fp32_capabilities = from.fp32Capabilities;
  info.fp64_capabilities = from.fp64Capabilities;
  info.counter_count = inprocess::counterCount;
  info.counters = counters;
}

/// Never destroyed, as the tables lead to them.
std::array<const Facts *, mostConfigurations> configurations;

template <size_t slot>
hal_result_t getInfo(const hal_info_t **info) {
  *info = &configurations[slot]->info;
  return hal_success;
}

template <size_t slot>
hal_result_t open(hal_device_t *device) {
  return inprocess::open(configurations[slot]->info, device);
}

template <size_t slot>
constexpr hal_t table = {
    .version = HAL_VERSION,
    .get_info = getInfo<slot>,
    .open = open<slot>,
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
    .time = inprocess::time,
};

template <size_t... slots>
constexpr std::array<const hal_t *, sizeof...(slots)> allTables(std::index_sequence<slots...>) {
  return {&table<slots>...};
}

constexpr auto tables = allTables(std::make_index_sequence<mostConfigurations>());

}  // namespace

const hal_t *makeInProcessHal(const InProcessConfiguration &configuration) {
  static constinit std::mutex mutex;
  std::lock_guard lock(mutex);
  for (size_t slot = 0; slot < mostConfigurations; ++slot) {
    if (!configurations[slot]) {
      try {
        configurations[slot] = new Facts(configuration);
      } catch (const std::bad_alloc &) {
        return nullptr;
      }
      return tables[slot];
    }
  }
  return nullptr;
}

}  // namespace hal
