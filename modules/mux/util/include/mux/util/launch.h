// From a kernel's descriptor and an ND-range to what a device needs to launch it: the
// argument block, the layout of a worker's arena, the schedule. Shared by all targets.
//
// doc/mux-spec.md has the formats. Sizes are bytes; every computation is checked for
// overflow, since descriptors come from binaries and sizes from applications.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mux/mux.h"

namespace mux {

/// What a target knows of its workers.
struct LaunchLimits {
  uint64_t arenaSize = 0;        ///< of one worker: frame and local memory together
  uint64_t localMemorySize = 0;  ///< of one work-group
  bool localInArena = true;      ///< false: local memory is a scratchpad outside of the arena
  uint64_t maxWorkGroupSize = 0;
  uint64_t maxWorkItemSizes[3] = {0, 0, 0};
};

/// The limits that a device info states, with the arena of the target's workers.
LaunchLimits launchLimits(const mux_device_info_s &info, uint64_t arenaSize);

/// Where the memory of a work-group lies in its worker's arena, relative to its start (which
/// is 128-byte aligned); without local memory where that is a scratchpad (localOffset is 0). Local
/// memory holds the static part at offset 0, then one block for each local argument, in their
/// order, aligned as their parameters say.
struct ArenaLayout {
  uint64_t localOffset = 0, localSize = 0;
  uint64_t frameOffset = 0, frameSize = 0;
  uint64_t size = 0;  ///< of all, a multiple of 128
};

/// Bytes of the frame of a group of `workItems`. False on overflow.
bool frameSize(const mux_kernel_descriptor_t &descriptor, uint64_t workItems, uint64_t *size);

/// Bytes of local memory that a launch with these arguments takes, static and dynamic.
/// False on overflow.
bool localSize(const mux_kernel_descriptor_t &descriptor, std::span<const mux_argument_t> arguments,
               uint64_t *size);

/// Lays out the arena for the ND-range's enqueued local size. mux_error_out_of_resources if
/// it does not fit the limits.
mux_result_t layOutArena(const mux_kernel_descriptor_t &descriptor, const mux_ndrange_t &ndrange,
                         const LaunchLimits &limits, ArenaLayout *layout);

/// Turns objects into what kernels see of them. A device address, or the target's words.
class ArgumentResolver {
 public:
  virtual ~ArgumentResolver() = default;
  virtual uint64_t bufferAddress(mux_buffer_t buffer) = 0;
  /// Of its first byte. Asked for on behalf of images.
  virtual uint64_t memoryAddress(mux_memory_t) { return 0; }
};

/// Writes the argument block to `block`, which has descriptor.arguments_size bytes; padding
/// becomes zero. The arguments fit the descriptor (modules/mux/lib checks it); if they do
/// not, mux_error_invalid_value, and never a write outside of the block.
mux_result_t packArguments(const mux_kernel_descriptor_t &descriptor,
                           std::span<const mux_argument_t> arguments, ArgumentResolver &resolver,
                           std::span<std::byte> block);

/// The part of the schedule that all workers share: sizes, group counts, floating-point
/// control, sizes of the arena's parts. Addresses (arena, frame, local_memory,
/// private_memory, printf_buffer) and `worker` are left zero for the target. Unused
/// dimensions become 1 (offsets 0), whatever the ND-range has there.
mux_schedule_t makeSchedule(const mux_kernel_descriptor_t &descriptor, const mux_ndrange_t &ndrange,
                            const ArenaLayout &layout);

/// Fills in a worker's addresses for an arena at `arena`.
void placeArena(mux_schedule_t &schedule, const ArenaLayout &layout, uint64_t arena,
                uint64_t arenaSize);

/// Work-groups of a schedule's grid; 0 if a dimension is empty. Does not overflow for an
/// ND-range that muxCommandNDRange accepted.
uint64_t groupCount(const mux_schedule_t &schedule);

/// muxQueryMaxWorkGroupSize and muxQueryLocalSize for any device with such limits.
mux_result_t queryMaxWorkGroupSize(const mux_kernel_descriptor_t &descriptor,
                                   const LaunchLimits &limits, uint64_t dynamicLocalBytes,
                                   uint64_t *workItems);
/// `computeUnits` is the number of workers that the choice should leave work for.
mux_result_t queryLocalSize(const mux_kernel_descriptor_t &descriptor, const LaunchLimits &limits,
                            uint32_t computeUnits, uint32_t dimensions,
                            const uint64_t globalSize[3], uint64_t dynamicLocalBytes,
                            uint64_t localSize[3]);

}  // namespace mux
