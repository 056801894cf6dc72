// Computes the largest work-group of a kernel, and chooses a local size if the application does
// not.
//
// The choice takes as many work-items as the limits allow, but leaves at least four groups per
// worker. It fills the first dimension first, since memory is contiguous along it. It uses divisors
// of the global size only, so that no partial groups arise.
//
// There is one exception. A size without a useful divisor (a large prime) is cut unevenly if the
// kernel permits it: groups of one work-item cost more than one partial group. If the kernel's
// vectors run along another dimension than the first, this dimension is filled before all others.
//
//   global 1920 x 1080, 8 workers, limit 4096:   a group of 1920 x 2
//   global 1009 (a prime), vectors of 16:        an uneven cut, a multiple of 16
#include <algorithm>
#include <bit>

#include "mux/target_support/launch.h"

namespace mux {
namespace {

// Groups for each worker at least: with fewer, one slow group would keep the others waiting at the
// end.
constexpr uint64_t groupsPerWorker = 4;
// Alignment of the frame in the arena, in bytes.
constexpr uint64_t arenaAlignment = 128;

// Returns the bytes of local memory if the dynamic blocks are packed in the worst way; saturates. A
// query knows the sum of the blocks only, not their sizes.
uint64_t worstLocalSize(const mux_kernel_descriptor_t &descriptor, uint64_t dynamicBytes) {
  uint64_t size = descriptor.local_size;
  for (uint32_t i = 0; i < descriptor.parameter_count; ++i) {
    const mux_parameter_t &parameter = descriptor.parameters[i];
    if (parameter.kind == mux_parameter_local &&
        __builtin_add_overflow(size, parameter.alignment - 1, &size)) {
      return UINT64_MAX;
    }
  }
  return __builtin_add_overflow(size, dynamicBytes, &size) ? UINT64_MAX : size;
}

// Returns the largest group with a frame in `room` bytes, the rest of the arena beside local
// memory; at most `limit`. The frame's bytes come in steps of frame_item_multiple items, so the
// result is rounded down to one.
uint64_t largestGroup(const mux_kernel_descriptor_t &d, uint64_t room, uint64_t limit) {
  room &= ~(arenaAlignment - 1);
  if (d.frame_fixed_size > room) {
    return 0;
  }
  if (d.frame_item_size == 0) {
    return limit;
  }
  const uint64_t slots = (room - d.frame_fixed_size) / d.frame_item_size;
  return std::min(limit, slots - slots % d.frame_item_multiple);
}

// Returns the largest divisor of n that is at most `limit`, or a multiple of `multiple` if one of
// at least half its size divides n. Vectors are worth that much. It counts downwards, so the first
// multiple found is the largest. The loop has at most `limit` steps.
uint64_t bestDivisor(uint64_t n, uint64_t limit, uint64_t multiple) {
  uint64_t best = 1;
  uint64_t bestMultiple = 0;
  for (uint64_t candidate = std::min(n, limit); candidate > 1; --candidate) {
    if (n % candidate != 0) {
      continue;
    }
    best = std::max(best, candidate);
    if (candidate % multiple == 0) {
      bestMultiple = candidate;
      break;
    }
  }
  return bestMultiple * 2 >= best ? bestMultiple : best;
}

// Returns true if a launch may have partial groups. The flag stands for programs built with
// -cl-uniform-work-group-size.
bool isAllowedUneven(const mux_kernel_descriptor_t &descriptor) {
  return (descriptor.flags & mux_kernel_uniform_groups_only) == 0;
}

// Returns a group's extent in a dimension of n work-items. Sixteen work-items are enough to accept
// a divisor.
uint64_t chooseExtent(const mux_kernel_descriptor_t &descriptor, uint64_t n, uint64_t limit,
                      uint64_t multiple) {
  const uint64_t divisor = bestDivisor(n, limit, multiple);
  const uint64_t enough = std::min<uint64_t>({n, limit, 16});
  if (divisor >= enough || !isAllowedUneven(descriptor)) {
    return divisor;
  }
  const uint64_t extent = std::min(n, limit);
  return extent >= multiple ? extent - extent % multiple : extent;
}

// Returns the product of the global size; saturates.
uint64_t totalItems(uint32_t dimensions, const uint64_t globalSize[3]) {
  uint64_t total = 1;
  for (uint32_t i = 0; i < dimensions; ++i) {
    if (__builtin_mul_overflow(total, globalSize[i], &total)) {
      return UINT64_MAX;
    }
  }
  return total;
}

}  // namespace

// The static local memory and the caller's blocks have to fit by themselves; their alignment is
// then bounded by the limit.
mux_result_t queryMaxWorkGroupSize(const mux_kernel_descriptor_t &descriptor,
                                   const LaunchLimits &limits, uint64_t dynamicLocalBytes,
                                   uint64_t *workItems) {
  uint64_t limit = limits.maxWorkGroupSize;
  if (descriptor.max_work_group_size != 0) {
    limit = std::min(limit, descriptor.max_work_group_size);
  }
  const uint64_t exact = descriptor.local_size;
  const uint64_t local = worstLocalSize(descriptor, dynamicLocalBytes);
  if (exact > limits.localMemorySize || dynamicLocalBytes > limits.localMemorySize - exact) {
    *workItems = 0;
    return mux_success;
  }
  const uint64_t inArena = limits.localInArena && local != 0
                               ? std::min(local, limits.localMemorySize) + 2 * limits.localSlack
                               : 0;
  const uint64_t reserved = (inArena + arenaAlignment - 1) & ~(arenaAlignment - 1);
  const uint64_t room = limits.arenaSize > reserved ? limits.arenaSize - reserved : 0;
  *workItems = largestGroup(descriptor, room, limit);
  return mux_success;
}

// A kernel with a required or specialised size has no choice. A group gets at least 64 work-items
// even if fewer groups remain: tiny groups cost more than idle workers.
mux_result_t queryLocalSize(const mux_kernel_descriptor_t &descriptor, const LaunchLimits &limits,
                            uint32_t computeUnits, uint32_t dimensions,
                            const uint64_t globalSize[3], uint64_t dynamicLocalBytes,
                            uint64_t localSize[3]) {
  for (const auto *fixed : {descriptor.required_local_size, descriptor.specialized_local_size}) {
    if (fixed[0] != 0) {
      std::copy_n(fixed, 3, localSize);
      return mux_success;
    }
  }
  uint64_t limit = 0;
  queryMaxWorkGroupSize(descriptor, limits, dynamicLocalBytes, &limit);
  if (limit == 0) {
    return mux_error_out_of_resources;
  }
  const uint64_t share =
      totalItems(dimensions, globalSize) / (std::max(computeUnits, 1u) * groupsPerWorker);
  uint64_t left = std::clamp<uint64_t>(share, std::min<uint64_t>(limit, 64), limit);
  std::fill_n(localSize, 3, 1);
  // `left` is the number of work-items still to distribute over the remaining dimensions.
  const auto take = [&](uint32_t i, uint64_t most, uint64_t multiple) {
    if (i < dimensions && globalSize[i] != 0) {
      const uint64_t extent = std::min({left, most, limits.maxWorkItemSizes[i]});
      localSize[i] =
          chooseExtent(descriptor, globalSize[i], std::max<uint64_t>(extent, 1), multiple);
      left = std::max<uint64_t>(left / localSize[i], 1);
    }
  };
  const uint32_t vectors =
      descriptor.vector_dimension == mux_vector_dimension_linear ? 0 : descriptor.vector_dimension;
  if (vectors != 0) {
    take(vectors, descriptor.preferred_multiple, descriptor.preferred_multiple);
  }
  for (uint32_t i = 0; i < 3; ++i) {
    if (vectors == 0 || i != vectors) {
      take(i, left, i == vectors ? descriptor.preferred_multiple : 1);
    }
  }
  return mux_success;
}

}  // namespace mux
