// Arithmetic of launches: arena, argument block, schedule.
//
// Descriptors come from binaries and sizes from applications, so no sum or product is trusted: each
// helper returns false on overflow, and the callers answer mux_error_out_of_resources.
#include "mux/target_support/launch.h"

#include <algorithm>
#include <cstring>

#include "mux/target_support/images.h"

namespace mux {
namespace {

// Alignment of the frame and of the whole arena in bytes. A cache line, or a pair of them, and the
// largest alignment of an OpenCL type (double16).
constexpr uint64_t arenaAlignment = 128;

// Rounds up to a multiple of any number but 0. Returns false on overflow.
bool roundUp(uint64_t value, uint64_t multiple, uint64_t *result) {
  uint64_t sum;
  if (__builtin_add_overflow(value, multiple - 1, &sum)) {
    return false;
  }
  *result = sum - sum % multiple;
  return true;
}

// Appends a block of `size` bytes at the next aligned place behind `end`. Returns false on
// overflow.
bool append(uint64_t *end, uint64_t size, uint64_t alignment, uint64_t *offset) {
  return roundUp(*end, alignment, offset) && !__builtin_add_overflow(*offset, size, end);
}

// Computes the work-items of the enqueued group. Returns false on overflow.
bool groupSize(const mux_ndrange_t &ndrange, uint64_t *items) {
  *items = 1;
  for (uint32_t i = 0; i < ndrange.dimensions; ++i) {
    if (__builtin_mul_overflow(*items, ndrange.local_size[i], items)) {
      return false;
    }
  }
  return true;
}

// Stores a value at the start of a slot, which has its size.
// memcpy, because the slot's alignment depends on the binary's word only.
template <class T>
void store(std::span<std::byte> slot, T value) {
  std::memcpy(slot.data(), &value, sizeof value);
}

// Packs any argument except a local one. Compares kind and size once more, because a write must not
// leave the slot whatever the caller has passed. mux_error_invalid_value: argument and slot
// disagree.
mux_result_t packArgument(const mux_parameter_t &parameter, const mux_argument_t &argument,
                          ArgumentResolver &resolver, std::span<std::byte> slot) {
  const auto slotIs = [&](uint32_t kind, size_t size) {
    return parameter.kind == kind && slot.size() == size;
  };
  switch (argument.type) {
    case mux_argument_buffer:
      if (!slotIs(mux_parameter_buffer, 8)) {
        return mux_error_invalid_value;
      }
      store(slot, resolver.bufferAddress(argument.buffer.buffer) + argument.buffer.offset);
      return mux_success;
    case mux_argument_address:
      if (!slotIs(mux_parameter_buffer, 8)) {
        return mux_error_invalid_value;
      }
      store(slot, argument.address);
      return mux_success;
    case mux_argument_null_buffer:
      return slotIs(mux_parameter_buffer, 8) ? mux_success : mux_error_invalid_value;
    case mux_argument_value:
      if (!slotIs(mux_parameter_value, argument.value.size)) {
        return mux_error_invalid_value;
      }
      std::memcpy(slot.data(), argument.value.bytes, slot.size());
      return mux_success;
    case mux_argument_image:
      if (!slotIs(mux_parameter_image, sizeof(mux_image_data_t)) || !argument.image->memory) {
        return mux_error_invalid_value;
      }
      store(slot, imageData(*argument.image, resolver.memoryAddress(argument.image->memory)));
      return mux_success;
    case mux_argument_sampler:
      if (!slotIs(mux_parameter_sampler, 4)) {
        return mux_error_invalid_value;
      }
      store(slot, argument.sampler->word);
      return mux_success;
    case mux_argument_local:
      break;  // the caller's: it depends on the local arguments before
  }
  return mux_error_invalid_value;
}

}  // namespace

// Only the copy of fixed limits; a target adjusts the result.
LaunchLimits launchLimits(const mux_device_info_s &info, uint64_t arenaSize) {
  LaunchLimits limits{.arenaSize = arenaSize,
                      .localMemorySize = info.local_memory_size,
                      .maxWorkGroupSize = info.max_work_group_size};
  std::ranges::copy(info.max_work_item_sizes, limits.maxWorkItemSizes);
  return limits;
}

// The formula: fixed bytes, and the bytes of an item for each item of the rounded group. Vector
// code runs whole SIMD groups, so remainders have slots as well.
bool frameSize(const mux_kernel_descriptor_t &descriptor, uint64_t workItems, uint64_t *size) {
  uint64_t items;
  uint64_t bytes;
  return roundUp(workItems, descriptor.frame_item_multiple, &items) &&
         !__builtin_mul_overflow(items, descriptor.frame_item_size, &bytes) &&
         !__builtin_add_overflow(bytes, descriptor.frame_fixed_size, size);
}

// Blocks of local arguments follow the static variables in the order of the parameters.
// packArguments computes the same offsets.
bool localSize(const mux_kernel_descriptor_t &descriptor, std::span<const mux_argument_t> arguments,
               uint64_t *size) {
  uint64_t end = descriptor.local_size;
  // The shorter of both lists, since neither caller nor binary is trusted here.
  const size_t count = std::min<size_t>(arguments.size(), descriptor.parameter_count);
  for (size_t i = 0; i < count; ++i) {
    uint64_t offset;
    if (arguments[i].type == mux_argument_local &&
        !append(&end, arguments[i].local.size, descriptor.parameters[i].alignment, &offset)) {
      return false;
    }
  }
  *size = end;
  return true;
}

// Local memory first, then the frame: local memory is small and often accessed, and starts aligned.
mux_result_t layOutArena(const mux_kernel_descriptor_t &descriptor, const mux_ndrange_t &ndrange,
                         const LaunchLimits &limits, ArenaLayout *layout) {
  ArenaLayout result;
  uint64_t items;
  if (!groupSize(ndrange, &items) || !frameSize(descriptor, items, &result.frameSize) ||
      !localSize(descriptor, {ndrange.arguments, ndrange.argument_count}, &result.localSize)) {
    return mux_error_out_of_resources;
  }
  // A scratchpad holds local memory elsewhere; the frame begins at 0 then.
  uint64_t end = 0;
  if (limits.localInArena && result.localSize != 0) {
    result.localOffset = limits.localSlack;
    if (__builtin_add_overflow(result.localSize, 2 * limits.localSlack, &end)) {
      return mux_error_out_of_resources;
    }
  }
  if (!append(&end, result.frameSize, arenaAlignment, &result.frameOffset) ||
      !roundUp(end, arenaAlignment, &result.size)) {
    return mux_error_out_of_resources;
  }
  if (result.localSize > limits.localMemorySize || result.size > limits.arenaSize) {
    return mux_error_out_of_resources;
  }
  *layout = result;
  return mux_success;
}

// Zeroes the block first, so padding and null buffers need no further work.
mux_result_t packArguments(const mux_kernel_descriptor_t &descriptor,
                           std::span<const mux_argument_t> arguments, ArgumentResolver &resolver,
                           std::span<std::byte> block) {
  if (arguments.size() != descriptor.parameter_count || block.size() < descriptor.arguments_size) {
    return mux_error_invalid_value;
  }
  std::ranges::fill(block, std::byte{0});
  // Local arguments become offsets behind the static variables, as in localSize().
  uint64_t localEnd = descriptor.local_size;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const mux_parameter_t &parameter = descriptor.parameters[i];
    if (parameter.offset > block.size() || parameter.size > block.size() - parameter.offset) {
      return mux_error_invalid_value;
    }
    const auto slot = block.subspan(parameter.offset, parameter.size);
    if (arguments[i].type == mux_argument_local) {
      uint64_t offset;
      if (parameter.kind != mux_parameter_local || slot.size() != 8 ||
          !append(&localEnd, arguments[i].local.size, parameter.alignment, &offset)) {
        return mux_error_invalid_value;
      }
      store(slot, offset);
      continue;
    }
    const mux_result_t result = packArgument(parameter, arguments[i], resolver, slot);
    if (result != mux_success) {
      return result;
    }
  }
  return mux_success;
}

// The last group of a dimension has the rest of the global size, or a full local size. Example: 10
// work-items in groups of 4 are 3 groups, and the last one has 2.
mux_schedule_t makeSchedule(const mux_kernel_descriptor_t &descriptor, const mux_ndrange_t &ndrange,
                            const ArenaLayout &layout) {
  mux_schedule_t schedule{};
  schedule.abi_version = MUX_ABI_VERSION;
  schedule.dimensions = ndrange.dimensions;
  for (uint32_t i = 0; i < 3; ++i) {
    const bool used = i < ndrange.dimensions;
    const uint64_t global = used ? ndrange.global_size[i] : 1;
    const uint64_t local = used ? ndrange.local_size[i] : 1;
    const uint64_t rest = global % local;
    schedule.global_size[i] = global;
    schedule.global_offset[i] = used ? ndrange.global_offset[i] : 0;
    schedule.local_size[i] = local;
    schedule.last_local_size[i] = rest != 0 ? rest : local;
    schedule.num_groups[i] = global / local + (rest != 0 ? 1 : 0);
  }
  schedule.frame_size = layout.frameSize;
  schedule.local_memory_size = layout.localSize;
  schedule.fp_control = (descriptor.flags & mux_kernel_flush_denorms) != 0
                            ? mux_fp_control_flush_denorms
                            : mux_fp_control_default;
  return schedule;
}

// Addresses are the device's; the caller has allocated the arena there.
void placeArena(mux_schedule_t &schedule, const ArenaLayout &layout, uint64_t arena,
                uint64_t arenaSize) {
  schedule.arena = arena;
  schedule.arena_size = arenaSize;
  schedule.local_memory = arena + layout.localOffset;
  schedule.frame = arena + layout.frameOffset;
}

// Three factors of 64 bits could overflow; muxCommandNDRange has refused such launches.
uint64_t groupCount(const mux_schedule_t &schedule) {
  return schedule.num_groups[0] * schedule.num_groups[1] * schedule.num_groups[2];
}

}  // namespace mux
